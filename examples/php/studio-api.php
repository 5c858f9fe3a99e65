<?php

/**
 * Client of the Studio Integration API in one file, for PHP 8.1 or newer with its curl extension.
 *
 *     require 'studio-api.php';
 *     $studio = new StudioIntegration\StudioClient();
 *     $quote = $studio->quote(['file' => 'part.stl', 'materialId' => 1, 'printingQualityId' => 2]);
 *     echo $quote['totalPrice']['amount'];
 *
 * Records are arrays with the field names of the contract. Every error is an exception below StudioError.
 */

declare(strict_types=1);

namespace StudioIntegration;

/** Base class of every error of a call. Its message never holds the API key. */
class StudioError extends \RuntimeException
{
    /** The Idempotency-Key that was sent: calling again with it cannot order twice. */
    public ?string $idempotencyKey = null;

    public function __construct(string $message, ?\Throwable $previous = null)
    {
        parent::__construct(withoutKey($message), 0, $previous);
    }
}

/** The service refused the request, or failed at it. */
class StudioApiError extends StudioError
{
    public function __construct(string $message, public readonly Refusal $refusal)
    {
        parent::__construct($message);
    }

    /** The HTTP status. */
    public function status(): int
    {
        return $this->refusal->status;
    }

    /** Such as `errors.notFound`; null if the answer carried none. */
    public function errorCode(): ?string
    {
        return $this->refusal->errorCode;
    }

    /**
     * Sentences by field, which can be shown; empty if no field is at fault.
     *
     * @return array<string, list<string>>
     */
    public function errors(): array
    {
        return $this->refusal->errors;
    }

    /**
     * Codes of slicing failures by the same fields, for programs.
     *
     * @return array<string, list<string>>
     */
    public function codes(): array
    {
        return $this->refusal->codes;
    }

    /** Names the request in the service's log. */
    public function requestId(): ?string
    {
        return $this->refusal->headers['x-request-id'] ?? null;
    }
}

/** 400: a field is missing or wrong. `errors()` names every one. */
final class ValidationError extends StudioApiError
{
}

/** 401: the key is missing, malformed, unknown or revoked. */
final class AuthenticationError extends StudioApiError
{
}

/** 403: the studio's plan has no API access, or the request did not come by HTTPS. */
final class AccessError extends StudioApiError
{
}

/** 404: there is no such id in this studio, or no such path. */
final class NotFoundError extends StudioApiError
{
}

/** 409: a request with this Idempotency-Key is still running. */
final class ConflictError extends StudioApiError
{
}

/** 413: a file or the request is too large. */
final class PayloadTooLargeError extends StudioApiError
{
}

/** 422: the Idempotency-Key was used for another order. */
final class IdempotencyKeyReusedError extends StudioApiError
{
}

/** 429: the studio's hour is used up. It is never repeated by itself: the window is an hour. */
final class RateLimitError extends StudioApiError
{
    /** Seconds until one more request is free; null if the answer did not say. */
    public function secondsUntilFree(): ?int
    {
        return RateLimit::of($this->refusal->headers)?->secondsUntilFree;
    }
}

/** 500: a fault of the service. Report it with the request id. */
final class ServerError extends StudioApiError
{
}

/** 503: the slicer cannot be reached, or the service is loaded. The same call may succeed later. */
final class UnavailableError extends StudioApiError
{
}

/** No answer came: the network, or the address. */
final class ConnectionError extends StudioError
{
}

/** The call took longer than the client's `timeoutSeconds`. Slicing goes on: calling again later finds its result. */
final class TimeoutError extends StudioError
{
}

/** Slicing failed twice, without a file at fault. */
final class SlicingFailedError extends StudioError
{
}

/** The content of an unsuccessful answer. */
final class Refusal
{
    /**
     * @param array<string, list<string>> $errors
     * @param array<string, list<string>> $codes
     * @param array<string, string> $headers by names in small letters
     */
    public function __construct(
        public readonly int $status,
        public readonly ?string $errorCode,
        public readonly array $errors,
        public readonly array $codes,
        public readonly array $headers,
    ) {
    }
}

/** The studio's sliding hour, shared by all its keys. Every answer states it. */
final class RateLimit
{
    public function __construct(
        public readonly int $limit,
        public readonly int $remaining,
        public readonly int $secondsUntilFree,
    ) {
    }

    /**
     * Reads `RateLimit` and `RateLimit-Policy`; null if an answer has none, such as a 401.
     *
     * @param array<string, string> $headers
     */
    public static function of(array $headers): ?self
    {
        $read = static fn (string $header, string $name): ?int =>
            preg_match("/;\s*$name=(\d+)/", $headers[$header] ?? '', $found) === 1 ? (int) $found[1] : null;
        $limit = $read('ratelimit-policy', 'q');
        $remaining = $read('ratelimit', 'r');
        $seconds = $read('ratelimit', 't');
        return $limit === null || $remaining === null || $seconds === null ? null : new self($limit, $remaining, $seconds);
    }
}

/** A running call of the client: one request, or several with waiting in between. */
final class Call
{
    /** The slicing job that the call waits for. */
    public ?string $jobId = null;

    public function __construct(private readonly float $endsAt, public readonly ?string $idempotencyKey)
    {
    }

    public function secondsLeft(): float
    {
        return $this->endsAt - now();
    }
}

/** One studio's API, by its key. */
final class StudioClient
{
    /** The longest time for which the service holds an answer until slicing finishes, in seconds. */
    private const LONGEST_HOLD_SECONDS = 30;
    private const CONNECT_SECONDS = 10;
    /** After this many rounds a finished job that is answered with 202 again counts as a fault. */
    private const MAX_ROUNDS = 5;
    private const MAX_CONFLICTS = 30;
    private const FIRST_PAUSE_SECONDS = 0.5;
    private const LONGEST_PAUSE_SECONDS = 8.0;

    private readonly string $apiKey;
    private readonly string $baseUrl;
    private readonly \CurlHandle $curl;
    private ?RateLimit $rateLimit = null;

    /**
     * @param ?string $apiKey `pk_live_…` from the studio's panel; STUDIO_API_KEY of the environment by default
     * @param ?string $baseUrl such as `https://api.example.com/api/v1`; STUDIO_API_URL of the environment by default
     * @param string $language of the sentences in errors: `en` or `uk`
     * @param int $retries repetitions after a lost answer or a 503
     * @param float $timeoutSeconds the most that one call may take, its repetitions and waiting for slicing included
     * @param ?\Closure(int): void $onProgress called with the percent of a slicing job, at the service's own pace
     *
     * @throws \InvalidArgumentException for a missing or malformed key or address, or a malformed language
     */
    public function __construct(
        #[\SensitiveParameter] ?string $apiKey = null,
        ?string $baseUrl = null,
        private readonly string $language = 'en',
        private readonly int $retries = 3,
        private readonly float $timeoutSeconds = 900,
        private readonly ?\Closure $onProgress = null,
    ) {
        $this->apiKey = trim($apiKey ?? (getenv('STUDIO_API_KEY') ?: ''));
        $this->baseUrl = rtrim(trim($baseUrl ?? (getenv('STUDIO_API_URL') ?: '')), '/');
        if (preg_match('/^pk_live_[A-Za-z0-9]{64}$/', $this->apiKey) !== 1) {
            throw new \InvalidArgumentException(
                'apiKey (or STUDIO_API_KEY) must be pk_live_ and 64 letters or digits, as the panel showed it',
            );
        }
        // The address is not quoted: a password may be in it.
        if (preg_match('~^https?://[^\s/?#@]+(?:/[^\s?#]*)?$~', $this->baseUrl) !== 1) {
            throw new \InvalidArgumentException(
                'baseUrl (or STUDIO_API_URL) must be the whole address, such as https://api.example.com/api/v1',
            );
        }
        // Other characters could begin another header.
        if (preg_match('/^[A-Za-z0-9-]{1,35}$/D', $language) !== 1) {
            throw new \InvalidArgumentException('language must be such as en or uk');
        }
        $this->curl = curl_init();
    }

    /** @return array<string, mixed> the studio and the key of this client, its price settings, and the rest of its hour */
    public function me(): array
    {
        return $this->get('/me');
    }

    /** @return list<array<string, mixed>> all printing technologies of the platform */
    public function technologies(): array
    {
        return $this->get('/technologies');
    }

    /** @return list<array<string, mixed>> all materials of the studio, active or not, by id */
    public function materials(): array
    {
        return $this->get('/materials');
    }

    /** @return list<array<string, mixed>> all print-quality profiles of the studio, active or not, by id */
    public function printingQualities(): array
    {
        return $this->get('/printing-qualities');
    }

    /** @return list<array<string, mixed>> all post-processing services of the studio, by id */
    public function finishings(): array
    {
        return $this->get('/finishings');
    }

    /** @return list<array<string, mixed>> all products of the studio, by id */
    public function products(): array
    {
        return $this->get('/products');
    }

    /** @return array<string, mixed> the delivery methods, with the ids for an order's `deliveryMethodId` */
    public function deliverySettings(): array
    {
        return $this->get('/delivery/settings');
    }

    /**
     * Sends a model once: quotes and orders then take its `modelId`. The same content again gives the same id.
     *
     * @param string|\CURLFile $file a path, or a path with another name
     * @return array<string, mixed>
     *
     * @throws ValidationError if it is no model; PayloadTooLargeError
     */
    public function createModel(string|\CURLFile $file): array
    {
        $form = ['model' => $this->fileOf($file)];
        return $this->call(null, fn (Call $call) => $this->send($call, 'POST', '/models', $form)['data']);
    }

    /**
     * Prices of a sent model for every material and quality asked for, in one answer; waits for slicing. A quality in which it cannot
     * be sliced has the status `failed` and a reason.
     *
     * @param array{printingQualityIds: list<int>, materialIds?: list<int>, finishingIds?: list<int>,
     *     quantity?: int|list<int>, priority?: string} $choice
     * @return list<array<string, mixed>>
     *
     * @throws NotFoundError if the studio keeps no such model
     */
    public function prices(string $modelId, array $choice): array
    {
        $query = array_map(static fn ($value) => implode(',', (array) $value), $choice);
        $path = '/models/' . idInPath($modelId) . '/prices?' . http_build_query($query);
        return $this->call(null, fn (Call $call) => $this->sendUntilSliced($call, 'GET', $path, fn () => null));
    }

    /**
     * Prices a print of a model; waits for slicing. Orders nothing.
     *
     * @param array{file?: string|\CURLFile, modelId?: string, materialId: int, printingQualityId: int, finishingIds?: list<int>,
     *     quantity?: int, priority?: string} $input a file or a modelId, and the choices
     * @return array<string, mixed>
     *
     * @throws ValidationError naming every wrong field, and a file that cannot be sliced; NotFoundError for an id that the studio
     *     does not have; PayloadTooLargeError; TimeoutError
     */
    public function quote(array $input): array
    {
        $file = isset($input['file']) ? ['model' => $this->fileOf($input['file'])] : [];
        $fields = formFields(array_diff_key($input, ['file' => 0]));
        $form = static fn (?array $accepted) =>
            isset($accepted['modelId']) ? ['modelId' => $accepted['modelId']] + $fields : $fields + $file;
        return $this->call(null, fn (Call $call) => $this->sendUntilSliced($call, 'POST', '/quotes', $form));
    }

    /**
     * Places an order; waits for slicing. It is placed once, however often it has to be sent. If sending fails for good, a call with
     * the error's `idempotencyKey` finds the order or places it.
     *
     * @param list<array<string, mixed>> $items 1 to 20, each with a file or a modelId, and its choices as for a quote
     * @param array<string, mixed> $fields customerFirstName and the other fields of the contract
     * @param ?string $idempotencyKey 1 to 255 printable ASCII characters, such as a UUID kept with the cart: makes sure that the order
     *     is placed once within 24 hours. A random one by default, which covers the repetitions within the call
     * @return array<string, mixed>
     *
     * @throws ValidationError naming every wrong field, and each file that cannot be sliced; NotFoundError;
     *     IdempotencyKeyReusedError if the key was used for another order; PayloadTooLargeError; TimeoutError
     */
    public function order(array $items, array $fields, ?string $idempotencyKey = null): array
    {
        $files = [];
        foreach ($items as $index => $item) {
            if (isset($item['file'])) {
                $files["item_$index"] = $this->fileOf($item['file']);
                unset($items[$index]['file']);
            }
        }
        $form = static function (?array $accepted) use ($items, $fields, $files): array {
            $modelIds = $accepted['modelIds'] ?? [];
            $isKnown = count($modelIds) === count($items);
            // To the key, an order by ids is the same order as one by files.
            $chosen = $isKnown ? array_map(static fn ($item, $id) => ['modelId' => $id] + $item, $items, $modelIds) : $items;
            return formFields(['items' => array_values($chosen)] + $fields) + ($isKnown ? [] : $files);
        };
        $key = $idempotencyKey ?? bin2hex(random_bytes(16));
        return $this->call($key, fn (Call $call) => $this->sendUntilSliced($call, 'POST', '/orders', $form));
    }

    /**
     * @return array<string, mixed>
     *
     * @throws NotFoundError if the studio has no such order
     */
    public function getOrder(int $id): array
    {
        return $this->get("/orders/$id");
    }

    /**
     * The data of any other GET, such as `/materials/7`.
     *
     * @throws \InvalidArgumentException for a path that does not begin with a slash: it would continue the address' host
     */
    public function get(string $path): array
    {
        if (!str_starts_with($path, '/')) {
            throw new \InvalidArgumentException('path must begin with /, such as /materials/7');
        }
        return $this->call(null, fn (Call $call) => $this->send($call, 'GET', $path)['data']);
    }

    /** The rest of the studio's hour, from the last answer; null before the first. */
    public function rateLimit(): ?RateLimit
    {
        return $this->rateLimit;
    }

    private function call(?string $idempotencyKey, \Closure $work): array
    {
        // Other characters would end the header, or be trimmed on the way.
        if ($idempotencyKey !== null && preg_match('/^[!-~](?:[ -~]{0,253}[!-~])?$/D', $idempotencyKey) !== 1) {
            throw new \InvalidArgumentException(
                'idempotencyKey must be 1 to 255 printable ASCII characters, with no space at its ends',
            );
        }
        try {
            return $work(new Call(now() + $this->timeoutSeconds, $idempotencyKey));
        } catch (StudioError $error) {
            $error->idempotencyKey = $idempotencyKey;
            throw $error;
        }
    }

    /**
     * Sends a request until it is answered with more than a job, and follows each job to its end in between.
     *
     * @param \Closure(?array<string, mixed>): ?array<string, mixed> $formAfter the form: first without a job, then given the last 202
     */
    private function sendUntilSliced(Call $call, string $method, string $path, \Closure $formAfter): array
    {
        $accepted = null;
        $hasFailed = false;
        for ($round = 0; $round < self::MAX_ROUNDS; $round++) {
            $answer = $this->send($call, $method, $path, $formAfter($accepted), true);
            if ($answer['status'] !== 202) {
                return $answer['data'];
            }
            $accepted = $answer['data'];
            $job = $this->followJob($call, $accepted, $answer['headers']);
            // Sent again once: if a file is at fault, the answer names it; otherwise it is sliced anew.
            if ($job['status'] === 'failed' && $hasFailed) {
                throw new SlicingFailedError("Slicing job {$job['jobId']} failed: " . ($job['errorMessage'] ?? 'no reason given'));
            }
            $hasFailed = $hasFailed || $job['status'] === 'failed';
        }
        throw new StudioError("$method $path still answers 202 although slicing job {$accepted['jobId']} has ended");
    }

    /** Polls the job until it is done or failed, at the service's pace. */
    private function followJob(Call $call, array $accepted, array $headers): array
    {
        $call->jobId = $accepted['jobId'];
        $path = '/slicing-jobs/' . idInPath($accepted['jobId']);
        while (true) {
            $this->pause($call, retryAfterSeconds($headers) ?? 1.0);
            ['data' => $job, 'headers' => $headers] = $this->send($call, 'GET', $path, null, true);
            if ($this->onProgress !== null) {
                ($this->onProgress)((int) ($job['progress'] ?? 0));
            }
            if (in_array($job['status'] ?? null, ['done', 'failed'], true)) {
                return $job;
            }
        }
    }

    /**
     * Sends a request. All requests of this client may be repeated: they read, leave the same behind, or take place once by their key.
     * So a lost answer, a 502 to 504 and a 409 (the first of two equal requests still runs) are followed by another attempt, after
     * Retry-After if the answer has it; a 500 by one more. Other refusals are final.
     *
     * @param ?array<string, mixed> $form fields and files of a POST
     * @return array{status: int, headers: array<string, string>, data: array}
     */
    private function send(Call $call, string $method, string $path, ?array $form = null, bool $waits = false): array
    {
        for ($attempt = 0;; $attempt++) {
            $backoff = min(self::FIRST_PAUSE_SECONDS * 2 ** $attempt, self::LONGEST_PAUSE_SECONDS) * random_int(50, 100) / 100;
            $answer = $this->exchange($call, $method, $path, $form, $waits);
            if ($answer['status'] === 0) {
                if ($call->secondsLeft() <= 0) {
                    throw $this->timeout($call);
                }
                if ($attempt >= $this->retries) {
                    throw new ConnectionError("$method $path got no answer from {$this->host()}: {$answer['body']}");
                }
                $this->pause($call, $backoff);
                continue;
            }
            ['status' => $status, 'headers' => $headers, 'body' => $body] = $answer;
            $this->rateLimit = RateLimit::of($headers) ?? $this->rateLimit;
            $envelope = json_decode($body, true);
            $data = is_array($envelope) ? $envelope['data'] ?? null : null;
            $isJob = is_string($data['jobId'] ?? null);
            if ($status >= 200 && $status < 300 && is_array($data) && ($status !== 202 || $isJob)) {
                return ['status' => $status, 'headers' => $headers, 'data' => $data];
            }
            $error = errorOf("$method $path", $status, is_array($envelope) ? $envelope : [], $headers);
            $repetitions = match ($status) {
                409 => $this->retries > 0 ? self::MAX_CONFLICTS : 0,
                500 => min(1, $this->retries),
                502, 503, 504 => $this->retries,
                default => 0,
            };
            $seconds = max(retryAfterSeconds($headers) ?? 0.0, $backoff);
            if ($attempt >= $repetitions || $seconds > $call->secondsLeft()) {
                throw $error;
            }
            $this->pause($call, $seconds);
        }
    }

    /**
     * One request and its answer; status 0 and the reason if there is none.
     *
     * @return array{status: int, headers: array<string, string>, body: string}
     */
    private function exchange(Call $call, string $method, string $path, ?array $form, bool $waits): array
    {
        $seconds = $call->secondsLeft();
        if ($seconds <= 0) {
            throw $this->timeout($call);
        }
        // Without "Expect", curl would wait a second for a server that does not know it.
        $sent = ["Authorization: Bearer $this->apiKey", "Accept-Language: $this->language", 'Expect:'];
        // Short holds to the end would exceed the 20 requests that following a job takes at most.
        $hold = (int) min(self::LONGEST_HOLD_SECONDS, $seconds - 1);
        if ($waits && $this->onProgress === null && $hold > 0) {
            $sent[] = "Prefer: wait=$hold";
        }
        if ($call->idempotencyKey !== null && $method === 'POST') {
            $sent[] = "Idempotency-Key: $call->idempotencyKey";
        }
        $headers = [];
        curl_reset($this->curl);
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $this->baseUrl . $path,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $sent,
            CURLOPT_RETURNTRANSFER => true,
            // The key, a customer's data and models go to baseUrl only.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_CONNECTTIMEOUT => self::CONNECT_SECONDS,
            CURLOPT_TIMEOUT_MS => max(1, (int) ($seconds * 1000)),
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$headers): int {
                if (str_starts_with($line, 'HTTP/')) {
                    // An answer may follow a 100 or a 103.
                    $headers = [];
                } elseif (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $headers[strtolower($name)] = trim($value);
                }
                return strlen($line);
            },
        ]);
        if ($form !== null) {
            curl_setopt($this->curl, CURLOPT_POSTFIELDS, $form);
        }
        $body = curl_exec($this->curl);
        return is_string($body)
            ? ['status' => curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE), 'headers' => $headers, 'body' => $body]
            : ['status' => 0, 'headers' => [], 'body' => curl_error($this->curl)];
    }

    /** @throws TimeoutError at once if the call would end meanwhile */
    private function pause(Call $call, float $seconds): void
    {
        if ($seconds > $call->secondsLeft()) {
            throw $this->timeout($call);
        }
        usleep((int) ($seconds * 1_000_000));
    }

    private function timeout(Call $call): TimeoutError
    {
        $job = $call->jobId === null ? '' : "; slicing job $call->jobId goes on, and calling again later finds its result";
        return new TimeoutError("The call would take longer than $this->timeoutSeconds seconds$job");
    }

    private function host(): string
    {
        return (string) parse_url($this->baseUrl, PHP_URL_HOST);
    }

    /** @throws \InvalidArgumentException if it cannot be read: curl's own error would not name it */
    private function fileOf(string|\CURLFile $file): \CURLFile
    {
        $path = $file instanceof \CURLFile ? $file->getFilename() : $file;
        if (!is_file($path) || !is_readable($path)) {
            throw new \InvalidArgumentException("There is no file $path that can be read");
        }
        return $file instanceof \CURLFile ? $file : new \CURLFile($path, 'application/octet-stream', basename($path));
    }
}

/** Seconds on a clock that is never adjusted. */
function now(): float
{
    return hrtime(true) / 1e9;
}

/** A text of the service with every key masked: a faulty service, or a proxy, may repeat the request. */
function withoutKey(string $text): string
{
    return (string) preg_replace('/pk_live_[A-Za-z0-9]{64}/', 'pk_live_…', $text);
}

/** Fields as curl sends them: lists as JSON, and none for null. */
function formFields(array $fields): array
{
    $flags = JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR;
    $text = static fn (mixed $value) => is_array($value) ? json_encode($value, $flags) : (string) $value;
    return array_map($text, array_filter($fields, static fn ($value) => $value !== null));
}

/** @throws \InvalidArgumentException for a value that would lead to another path */
function idInPath(string $id): string
{
    if (preg_match('/^\.{0,2}$/', $id) === 1) {
        throw new \InvalidArgumentException("an id cannot be \"$id\"");
    }
    return rawurlencode($id);
}

/**
 * Seconds or a date (RFC 9110, 10.2.3), and at least one second; null if there is neither.
 *
 * @param array<string, string> $headers
 */
function retryAfterSeconds(array $headers): ?float
{
    $value = $headers['retry-after'] ?? null;
    if ($value === null) {
        return null;
    }
    $date = ctype_digit($value) ? time() + (int) $value : strtotime($value);
    return $date === false ? null : (float) max(1, $date - time());
}

/**
 * The exception of a refusing answer. A proxy may answer in JSON of its own, so that each part is checked.
 *
 * @param array<string, mixed> $envelope
 * @param array<string, string> $headers
 */
function errorOf(string $request, int $status, array $envelope, array $headers): StudioApiError
{
    $isSentences = static fn (mixed $value) => is_array($value) && array_filter($value, 'is_string') === $value;
    $byField = static fn (mixed $value) =>
        is_array($value) && array_filter($value, $isSentences) === $value && !array_is_list($value) ? $value : [];
    $code = is_string($envelope['errorCode'] ?? null) ? $envelope['errorCode'] : null;
    $errors = $byField($envelope['errors'] ?? null);
    $refusal = new Refusal($status, $code, $errors, $byField($envelope['codes'] ?? null), $headers);

    $faults = [];
    foreach ($errors as $field => $sentences) {
        $faults[] = "$field: " . implode(', ', $sentences);
    }
    $reason = implode('; ', $faults) ?: adviceOn($status, $code, $headers);
    $requestId = $headers['x-request-id'] ?? null;
    $message = "$request answered $status" . ($code === null ? '' : " $code") . ($reason === null ? '' : ": $reason")
        . ($requestId === null ? '' : " (request $requestId)");
    $class = match ($status) {
        400 => ValidationError::class,
        401 => AuthenticationError::class,
        403 => AccessError::class,
        404 => NotFoundError::class,
        409 => ConflictError::class,
        413 => PayloadTooLargeError::class,
        422 => IdempotencyKeyReusedError::class,
        429 => RateLimitError::class,
        500 => ServerError::class,
        502, 503, 504 => UnavailableError::class,
        default => StudioApiError::class,
    };
    return new $class($message, $refusal);
}

/**
 * Advice for errors that no field explains.
 *
 * @param array<string, string> $headers
 */
function adviceOn(int $status, ?string $code, array $headers): ?string
{
    if ($status === 429) {
        $seconds = RateLimit::of($headers)?->secondsUntilFree;
        return "the studio's hour is used up" . ($seconds === null ? '' : ", one more request is free in $seconds seconds");
    }
    if ($status >= 300 && $status < 400) {
        return 'redirects to ' . ($headers['location'] ?? 'another address') . ', which is not followed: check baseUrl';
    }
    if (preg_match('/error_description="([^"]*)"/', $headers['www-authenticate'] ?? '', $found) === 1) {
        return $found[1];
    }
    return match ($code) {
        null => 'not an answer of the API: check baseUrl, which ends with /api/v1',
        'errors.planAccessRequired' => "the studio's plan has no API access: Pro and Enterprise have it",
        'errors.httpsRequired' => 'baseUrl must begin with https',
        'errors.pathUnknown' => 'check baseUrl, which ends with /api/v1',
        'errors.internal' => 'report it with the request id',
        default => null,
    };
}

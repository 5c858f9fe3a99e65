<?php

/**
 * Quotes a model, and with --order also orders it:
 *
 *     php examples/php/order.php examples/part.stl --quantity 2
 *     php examples/php/order.php examples/part.stl --quantity 2 --order my-order-1001 \
 *         --first-name Леся --last-name Українка --phone +380501234567 --email lesia@example.com
 */

declare(strict_types=1);

use StudioIntegration\StudioClient;
use StudioIntegration\StudioError;

require __DIR__ . '/studio-api.php';

const OPTIONS = ['material', 'quality', 'finishing', 'quantity', 'order', 'first-name', 'last-name', 'phone', 'email'];

try {
    main(...readArguments($argv));
} catch (StudioError | InvalidArgumentException $error) {
    fwrite(STDERR, sentence($error) . "\n");
    exit(1);
}

/** @param array<string, list<string>> $options */
function main(string $model, array $options): void
{
    $progress = static fn (int $percent) => fwrite(STDERR, "slicing: $percent %\n");
    [$apiKey, $baseUrl] = access();
    $studio = new StudioClient($apiKey, $baseUrl, onProgress: $progress);
    $choice = choose($studio, $options);
    $quote = $studio->quote(['file' => $model] + $choice);
    echo "$model: {$quote['quantity']} × ", money($quote['perUnitPrice']), ' = ', money($quote['totalPrice']), ' with ',
        money($quote['setupCost']), " charged once; {$quote['printingTime']} minutes, {$quote['weight']} g\n";
    foreach ($quote['warnings'] as $warning) {
        echo "Note: {$warning['message']}\n";
    }
    if (!isset($options['order'])) {
        return;
    }
    $customer = [
        'customerFirstName' => $options['first-name'][0] ?? '',
        'customerLastName' => $options['last-name'][0] ?? '',
        'customerPhoneNumber' => $options['phone'][0] ?? '',
        'customerEmail' => $options['email'][0] ?? '',
        'source' => 'example-php',
    ];
    $order = $studio->order([['file' => $model] + $choice], $customer, $options['order'][0]);
    echo "Order {$order['id']} is {$order['status']}: ", money($order['totalPrice']), "\n";
}

/**
 * @param list<string> $words of the command line
 * @return array{string, array<string, list<string>>} the model's path, and each option's values
 */
function readArguments(array $words): array
{
    $usage = 'Usage: php order.php MODEL [--' . implode(' …] [--', OPTIONS) . ' …]';
    $models = [];
    $options = [];
    for ($index = 1; $index < count($words); $index++) {
        $name = substr($words[$index], 2);
        if (!str_starts_with($words[$index], '--')) {
            $models[] = $words[$index];
        } elseif (in_array($name, OPTIONS, true) && isset($words[$index + 1])) {
            $options[$name][] = $words[++$index];
        } else {
            throw new InvalidArgumentException("{$words[$index]} is no option with a value. $usage");
        }
    }
    if (count($models) !== 1) {
        throw new InvalidArgumentException($usage);
    }
    return [$models[0], $options];
}

/**
 * Key and address: null, which the client reads from the environment; for a local trial, the demo's that `npm start` wrote.
 *
 * @return array{?string, ?string}
 */
function access(): array
{
    [$key, $url] = [getenv('STUDIO_API_KEY') ?: null, getenv('STUDIO_API_URL') ?: null];
    if ($key !== null && $url !== null) {
        return [null, null];
    }
    $state = getenv('STUDIO_STATE') ?: '.wrangler';
    $file = (str_starts_with($state, '/') ? $state : dirname(__DIR__, 2) . "/$state") . '/demo.json';
    $demo = is_file($file) ? json_decode((string) file_get_contents($file), true) : null;
    if ($demo === null) {
        throw new InvalidArgumentException("Set STUDIO_API_KEY and STUDIO_API_URL, or run `npm start`: there is no $file.");
    }
    return [$key ?? $demo['studios'][0]['apiKey'], $url ?? $demo['baseUrl']];
}

/**
 * The options' ids; without them the studio's defaults.
 *
 * @param array<string, list<string>> $options
 * @return array{materialId: int, printingQualityId: int, finishingIds: list<int>, quantity: int}
 */
function choose(StudioClient $studio, array $options): array
{
    $materials = array_filter($studio->materials(), static fn ($material) => $material['status'] === 'active');
    $byId = array_column($materials, null, 'id');
    $wanted = (int) ($options['material'][0] ?? array_key_first($byId));
    $material = $byId[$wanted] ?? null;
    if ($material === null) {
        $ids = implode(', ', array_keys($byId));
        throw new InvalidArgumentException("The studio has no active material $wanted; it has $ids.");
    }
    $qualities = array_filter(
        $studio->printingQualities(),
        static fn ($quality) => $quality['isActive'] && $quality['technology']['id'] === $material['technology']['id'],
    );
    usort($qualities, static fn ($one, $other) => $other['isDefault'] <=> $one['isDefault']);
    if ($qualities === [] && !isset($options['quality'])) {
        throw new InvalidArgumentException("The studio has no quality for {$material['technology']['name']}.");
    }
    return [
        'materialId' => $material['id'],
        'printingQualityId' => (int) ($options['quality'][0] ?? $qualities[0]['id']),
        'finishingIds' => array_map('intval', $options['finishing'] ?? []),
        'quantity' => (int) ($options['quantity'][0] ?? 1),
    ];
}

/** @param array{amount: string, currency: array{code: string}} $amount */
function money(array $amount): string
{
    return "{$amount['amount']} {$amount['currency']['code']}";
}

function sentence(Throwable $error): string
{
    return rtrim($error->getMessage(), '.') . '.';
}

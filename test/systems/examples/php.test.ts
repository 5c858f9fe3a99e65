// The PHP example and its client, in a real PHP with curl. Skipped if there is none.

import { execFileSync, spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSystem, type TestSystem } from "../../../harness/systems/started-system.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { type Fault, type MadeUpAnswer, startFaultyLine } from "./faulty-line.ts";
import { LID, PART, runExample } from "./run-example.ts";

const hasPhp =
  spawnSync("php", ["-r", "exit(PHP_VERSION_ID >= 80100 && extension_loaded('curl') ? 0 : 1);"]).status === 0;
if (!hasPhp) console.log("There is no PHP 8.1 with curl: its example is not run.");

const CUSTOMER = [
  ...["--first-name", "Леся", "--last-name", "Українка"],
  ...["--phone", "+380501234567", "--email", "lesia@example.com"],
];
const CUSTOMER_FIELDS = `['customerFirstName' => 'Леся', 'customerLastName' => 'Українка',
  'customerPhoneNumber' => '+380501234567', 'customerEmail' => 'lesia@example.com']`;
const JOB = "11111111-1111-4111-8111-111111111111";

describe.skipIf(!hasPhp)("the PHP example, only with PHP and its curl", () => {
  let system: TestSystem;
  const run = (parameters: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    runExample("php", ["examples/php/order.php", ...parameters], system, environment);

  /** The result of a program with a client whose requests go by a faulty line, and the requests. */
  async function through(faults: readonly Fault[], program: string, options = "", hits = /./) {
    const line = await startFaultyLine(system.baseUrl, faults, hits);
    const whole = `require 'examples/php/studio-api.php';
      use StudioIntegration\\{StudioApiError, StudioClient, StudioError};
      $studio = new StudioClient(getenv('STUDIO_API_KEY'), getenv('LINE') ${options});
      $class = static fn ($error) => substr(get_class($error), strlen('StudioIntegration') + 1);
      try { $result = (static function () use ($studio) { ${program} })(); }
      catch (StudioError $error) { $result = ['class' => $class($error), 'message' => $error->getMessage(),
        'key' => $error->idempotencyKey, 'errors' => $error instanceof StudioApiError ? (object) $error->errors() : null,
        'free' => method_exists($error, 'secondsUntilFree') ? $error->secondsUntilFree() : null]; }
      echo json_encode($result);`;
    const environment = { STUDIO_API_KEY: system.apiKey, LINE: line.baseUrl };
    const { output, errors } = await runExample("php", ["-r", whole], system, environment);
    await line.stop();
    expect(errors).toBe("");
    return { result: JSON.parse(output), seen: line.seen, lines: line.seen.map((request) => request.line) };
  }

  beforeAll(async () => {
    system = await startSystem();
  });

  afterAll(() => system?.stop());

  it("has no fault of syntax in any file", () => {
    const files = execFileSync("git", ["ls-files", "*.php"], { cwd: PROJECT_FOLDER, encoding: "utf8" })
      .trim()
      .split("\n");
    expect(files).toContain("examples/php/studio-api.php");
    for (const file of files) {
      expect(spawnSync("php", ["-l", file], { cwd: PROJECT_FOLDER, encoding: "utf8" }).stderr, file).toBe("");
      expect(execFileSync("php", ["-l", file], { cwd: PROJECT_FOLDER, encoding: "utf8" })).toContain(
        "No syntax errors",
      );
    }
  });

  it("quotes a model with the studio's usual choices", async () => {
    const { code, output, errors } = await run([PART, "--quantity", "2"]);
    expect(errors.replace(/slicing: \d+ %\n/g, "")).toBe("");
    expect(code).toBe(0);
    expect(output).toMatch(/part\.stl: 2 × \d+\.\d\d UAH = \d+\.\d\d UAH with \d+\.\d\d UAH charged once/);
  });

  it("orders it once, however often it is told to with one key", async () => {
    const order = [LID, "--material", "4", "--quality", "2", "--finishing", "1", "--order", "php-1", ...CUSTOMER];
    const [first, second] = [await run(order), await run(order)];
    expect(first.output).toMatch(/Order \d+ is pending: \d+\.\d\d UAH/);
    expect(second.output).toBe(first.output);
    const [, id] = /Order (\d+)/.exec(first.output) ?? [];
    const { data } = await system.api<{ source: string; items: { materialId: number; finishingIds: number[] }[] }>(
      `/orders/${id}`,
    );
    expect(data).toMatchObject({ source: "example-php", items: [{ materialId: 4, finishingIds: [1] }] });
  });

  it("orders once under a key of its own though two answers of the service are lost", async () => {
    const order = `$file = ['materialId' => 1, 'printingQualityId' => 2];
      return $studio->order([['file' => '${PART}'] + $file, ['file' => '${LID}', 'quantity' => 3] + $file], ${CUSTOMER_FIELDS}`;
    const lost: readonly Fault[] = ["lost answer", "lost answer"];
    const { result, seen } = await through(lost, `${order});`, "", /^POST \/orders/);
    const sent = seen.filter(({ line }) => line === "POST /orders");
    expect(sent.length).toBeGreaterThanOrEqual(3);
    expect(new Set(sent.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(result.items.map(({ quantity }: { quantity: number }) => quantity)).toEqual([1, 3]);
    // The key of those requests knows the order: it was placed by the first.
    const key = String(sent[0]?.headers["idempotency-key"]);
    const again = await through([], `${order}, '${key}');`);
    expect(again.result.id).toBe(result.id);
    const next = await through([], `${order}, 'php-another');`);
    expect(next.result.id).toBe(result.id + 1);
  });

  it("tells the key of an order whose answers are all lost", async () => {
    const order = `return $studio->order([['file' => '${PART}', 'materialId' => 1, 'printingQualityId' => 2]], ${CUSTOMER_FIELDS}, 'kept');`;
    const lost: readonly Fault[] = ["lost answer", "lost answer"];
    const { result } = await through(lost, order, ", retries: 1", /^POST \/orders/);
    expect(result).toMatchObject({ class: "ConnectionError", key: "kept" });
    expect((await through([], order)).result.status).toBe("pending");
  });

  it("follows a job by Retry-After, then sends the request again with the model's id", async () => {
    const model = await through([], `return $studio->createModel('${PART}');`);
    const { modelId } = model.result;
    const job = (status: string, headers = {}) => answer(200, { jobId: JOB, status, progress: 40, items: [] }, headers);
    const faults = [
      answer(202, { jobId: JOB, status: "pending", modelId, modelIds: [modelId] }, { "Retry-After": "1" }),
      job("processing", { "Retry-After": "2" }),
      job("done"),
    ];
    const startedAt = performance.now();
    const quote = `return $studio->quote(['file' => '${PART}', 'materialId' => 1, 'printingQualityId' => 2]);`;
    const { result, seen, lines } = await through(faults, quote);
    expect(lines).toEqual(["POST /quotes", `GET /slicing-jobs/${JOB}`, `GET /slicing-jobs/${JOB}`, "POST /quotes"]);
    // Both times of Retry-After have passed.
    expect(performance.now() - startedAt).toBeGreaterThan(3000);
    expect(seen[0]?.headers.prefer).toBe("wait=30");
    const [first, last] = [seen[0], seen[3]].map((request) => Number(request?.headers["content-length"]));
    expect(last).toBeLessThan(Number(first));
    expect(result.modelId).toBe(modelId);
  });

  it("gives up a job within its time, and names it", async () => {
    const accepted = answer(202, { jobId: JOB, modelId: null, modelIds: [] }, { "Retry-After": "1" });
    const running = answer(200, { jobId: JOB, status: "processing", progress: 40, items: [] }, { "Retry-After": "30" });
    const quote = `return $studio->quote(['file' => '${PART}', 'materialId' => 1, 'printingQualityId' => 2]);`;
    const { result, lines } = await through([accepted, running], quote, ", timeoutSeconds: 5");
    expect(lines).toHaveLength(2);
    expect(result.class).toBe("TimeoutError");
    expect(result.message).toContain(JOB);
  });

  it("reads the catalog, the prices of a model in all its materials, and the order", async () => {
    const { result } = await through(
      [],
      `$lists = [$studio->technologies(), $studio->materials(), $studio->printingQualities(), $studio->finishings(),
         $studio->products(), $studio->deliverySettings()['deliveryMethods']];
       $model = $studio->createModel(new CURLFile('${PART}', 'model/stl', 'деталь.stl'));
       $prices = $studio->prices($model['modelId'], ['printingQualityIds' => [2], 'quantity' => [1, 2]]);
       $item = ['modelId' => $model['modelId'], 'materialId' => 1, 'printingQualityId' => 2, 'quantity' => 2];
       $quote = $studio->quote($item);
       $order = $studio->getOrder($studio->order([$item], ${CUSTOMER_FIELDS})['id']);
       return ['counts' => array_map('count', $lists), 'prices' => $prices[0]['prices'], 'quote' => $quote, 'order' => $order,
         'me' => $studio->me()['slug'], 'left' => $studio->rateLimit()->remaining];`,
    );
    expect(result.me).toBe("kobza-druk");
    expect(Math.min(...result.counts)).toBeGreaterThan(0);
    const inList = result.prices.find(
      ({ materialId, quantity }: { materialId: number; quantity: number }) => materialId === 1 && quantity === 2,
    );
    expect(inList.totalPrice).toEqual(result.quote.totalPrice);
    expect(result.order.totalPrice).toEqual(result.quote.totalPrice);
    expect(result.left).toBeGreaterThan(0);
  });

  it.each([
    [503, 2],
    [502, 2],
    [500, 1],
  ])("repeats a %i %i times, after Retry-After", async (status, times) => {
    const busy = Array.from({ length: times }, () => answer(status, null, { "Retry-After": "1" }));
    const { result, lines } = await through(busy, "return $studio->me();");
    expect(lines).toHaveLength(times + 1);
    expect(result.slug).toBe("kobza-druk");
  });

  it.each([
    [400, "ValidationError"],
    [401, "AuthenticationError"],
    [403, "AccessError"],
    [404, "NotFoundError"],
    [413, "PayloadTooLargeError"],
    [422, "IdempotencyKeyReusedError"],
    [418, "StudioApiError"],
  ])("throws for a %i at once an exception of its own: %s", async (status, name) => {
    const { result, lines } = await through([answer(status, null)], "return $studio->me();");
    expect(lines).toHaveLength(1);
    expect(result.class).toBe(name);
  });

  it("says after how many seconds a request is free, and does not repeat a 429", async () => {
    const headers = { "RateLimit-Policy": '"hourly";q=300;w=3600', RateLimit: '"hourly";r=0;t=1234' };
    const over = { status: 429, headers, body: '{"error": "API rate limit exceeded for this studio\'s plan"}' };
    const { result, lines } = await through([over], "return $studio->me();");
    expect(lines).toHaveLength(1);
    expect(result).toMatchObject({ class: "RateLimitError", free: 1234 });
    expect(result.message).toContain("free in 1234 seconds");
  });

  it.each(["[]", '"no"', "7", '{"errors": ["no"]}', '{"errors": {"name": 7}}', "<h1>no</h1>", '{"data": 7}', ""])(
    "makes an error of an answer whose body is %j",
    async (body) => {
      for (const status of [200, 202, 404]) {
        const { result } = await through([{ status, body }], "return $studio->me();");
        expect(result).toMatchObject({ class: status === 404 ? "NotFoundError" : "StudioApiError", errors: {} });
        expect(result.message).toBe(
          `GET /me answered ${status}: not an answer of the API: check baseUrl, which ends with /api/v1`,
        );
      }
    },
  );

  it("never follows a redirect, and never repeats the key in a sentence", async () => {
    const elsewhere = { status: 302, headers: { Location: `https://elsewhere.example/?${system.apiKey}` }, body: "" };
    const { result } = await through([elsewhere], "return $studio->me();");
    expect(result.message).toContain("https://elsewhere.example/?pk_live_…, which is not followed");
  });

  it("sends no header of a language's text, and the key to no host of a path's", async () => {
    const refused = String.raw`$told = [];
      foreach ([
        static fn () => new StudioClient(getenv('STUDIO_API_KEY'), getenv('LINE'), "uk\r\nX-Foreign: 1"),
        static fn () => $studio->get('@elsewhere.example/me'),
        static fn () => $studio->get('.elsewhere.example/me'),
      ] as $call) {
        try { $call(); } catch (\InvalidArgumentException $error) { $told[] = $error->getMessage(); }
      }
      return $told;`;
    const { result, seen } = await through([], refused);
    const wrongPath = "path must begin with /, such as /materials/7";
    expect(result).toEqual(["language must be such as en or uk", wrongPath, wrongPath]);
    expect(seen).toEqual([]);
  });

  it("names each field at fault, and ends with 1", async () => {
    const { code, errors } = await run(["README.md", "--quantity", "1000"]);
    expect(code).toBe(1);
    expect(errors).toContain("POST /quotes answered 400 errors.validationFailed: ");
    expect(errors).toContain("quantity: ");
    expect(errors).toContain('model: "README.md"');
  });

  it("refuses a material that the studio does not have, before it sends the model", async () => {
    const { code, errors } = await run([PART, "--material", "999"]);
    expect(code).toBe(1);
    expect(errors).toMatch(/^The studio has no active material 999; it has \d+(, \d+)*\.\n$/);
  });

  it("says in one sentence that there is no key, no file or no service", async () => {
    const sentences = [
      [
        await run([PART], { STUDIO_STATE: "/nowhere" }),
        /^Set STUDIO_API_KEY and STUDIO_API_URL, or run `npm start`: [^\n]+\n$/,
      ],
      [await run(["nobody.stl"]), /^There is no file nobody\.stl that can be read\.\n$/],
      [await run([PART], { STUDIO_API_KEY: "pk_live_wrong" }), /^apiKey \(or STUDIO_API_KEY\) must be [^\n]+\n$/],
      [
        await run([PART], { STUDIO_API_KEY: `pk_live_${"a".repeat(64)}` }),
        /^GET \/materials answered 401 errors\.[^\n]+\n$/,
      ],
      [
        await run([PART], { STUDIO_API_URL: "http://127.0.0.1:9/api/v1" }),
        /^GET \/materials got no answer from [^\n]+\n$/,
      ],
      [await run([]), /^Usage: php order\.php MODEL [^\n]+\n$/],
    ] as const;
    for (const [{ code, errors }, sentence] of sentences) {
      expect(errors).toMatch(sentence);
      expect(code).toBe(1);
    }
  });
});

/** As the service answers, with the envelope of every answer. */
function answer(status: number, data: object | null, headers: Readonly<Record<string, string>> = {}): MadeUpAnswer {
  const body = JSON.stringify({
    data,
    metadata: null,
    errors: null,
    errorCode: data === null ? "errors.madeUp" : null,
  });
  return { status, headers: { "Content-Type": "application/json", ...headers }, body };
}

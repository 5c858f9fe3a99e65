// Vitest's projects: `api` and `slicer-worker` run inside workerd, `node` and `systems` in Node.
//
// `api` is the API Worker with real D1, R2, KV and Durable Objects, the real slicer Worker beside it and a real engine
// behind that. It slices with the embedded engine; `api-with-prusaslicer` runs its tests that slice again where PrusaSlicer is
// installed. `slicer-worker` is the slicer Worker with fake timers and a scripted engine. `node` is plain code, the engine and its
// processes. `systems` starts and kills whole systems and takes hostile models, for minutes: `npm run test:systems`.
// `container` builds the engine's image and runs it, where a Docker engine answers: `npm run test:container`.

import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { ENGINES } from "./harness/engine/engines.ts";
import { API_ENTRY } from "./scripts/local/worker-bundle.ts";

const hasPrusaSlicer = ENGINES.some(({ slicer, present }) => slicer === "prusaslicer" && present);
if (!hasPrusaSlicer) console.log("There is no prusa-slicer on the PATH: the tests that need it are skipped.");

/** More than cores: a test mostly waits for the engine's slices, or for the processes that it starts, which compute more. */
const MAX_WORKERS = availableParallelism() + (process.argv.includes("systems") ? 1 : 2);

/** Timeouts are many times a test's usual duration: the machine may be busy with others. */
const IN_NODE = { environment: "node", testTimeout: 180_000, hookTimeout: 120_000 } as const;

// Tests start many programs of Node, each of which would compile the same modules again.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, ".cache/compiled");

// Secrets come from the environment where there is no .dev.vars file.
process.env.OPERATOR_TOKEN = "an operator's token that only tests know";
process.env.LINK_SECRET = "a secret for links that only tests know";

/** The API Worker and slicer Worker in workerd, with an engine that slices by the given slicer. */
function apiProject(
  name: string,
  slicer: (typeof ENGINES)[number]["slicer"],
  include: readonly string[],
): TestProjectInlineConfiguration {
  let workersStarted = 0;
  return {
    plugins: [
      cloudflareTest(async ({ inject }) => {
        const slicerWorker = unstable_getMiniflareWorkerOptions("slicer-service/wrangler.toml").workerOptions;
        const { modulesRules: _, rootPath: __, ...slicerOptions } = slicerWorker;
        // Called once for each of vitest's workers.
        const engines = inject("engines");
        const engine = engines[workersStarted++ % engines.length];
        if (engine === undefined) throw new Error("no engine was started for the API's tests");
        return {
          // The sources, which vitest bundles itself, and not `main` of wrangler.toml.
          main: API_ENTRY,
          wrangler: { configPath: "./wrangler.toml" },
          miniflare: {
            d1Databases: { PLANS: "plans" },
            bindings: {
              SLICE_ENGINE: engine.engineName,
              LOG_SAMPLE_PERCENT: 0,
              // Nothing listens there: a test of messages answers in its place.
              MAIL_FROM: "orders@print.example",
              PUBLIC_ORIGIN: "https://print.example",
              MAIL_API_URL: "http://127.0.0.1:9",
              // Base64 of 32 bytes.
              MAIL_EVENTS_SECRET: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
              MAIL_API_KEY: "a key of the provider that only tests know",
              TEST_MIGRATIONS: await readD1Migrations("migrations"),
              TEST_ENGINE_URL: engine.url,
            },
            workers: [
              {
                ...slicerOptions,
                name: "studio-slicer",
                ...inject("slicerBundle"),
                bindings: { PLACE: { location: "eeur" }, ENGINE_URL: engine.url },
              },
            ],
          },
        };
      }),
    ],
    test: {
      name,
      include: [...include],
      env: { ENGINE_SLICER: slicer },
      setupFiles: ["test/undo-fakes.ts", "test/api/setup.ts"],
      globalSetup: ["harness/engine/with-slicer.ts"],
      testTimeout: 60_000,
      hookTimeout: 60_000,
      isolate: false,
    },
  };
}

/** Tests with orders or an order page whose runs send no engine anything (its `/health` counts them): a second run would show the same. */
const NEVER_SLICE = [
  "api/waiting",
  "every-fault",
  "field-characters",
  "operator/jobs",
  "panel/board-filters",
  "panel/documents",
  "panel/month",
  "panel/order-changes",
  "panel/printers",
  "panel/start",
  "panel/warnings",
  "storefront/door",
  "storefront/models",
  "storefront/requests",
  "storefront/turnstile",
  "storefront/warnings",
];

/** The API's tests that slice: those with models, placed orders or prints, and those of the order page. */
function slicingApiTests(): readonly string[] {
  const slices = /from ".*\/(harness\/models|support\/(orders|storefront|printing))\.ts"/;
  return globSync("test/api/**/*.test.ts")
    .filter((file) => slices.test(readFileSync(file, "utf8")))
    .filter((file) => !NEVER_SLICE.some((name) => file.endsWith(`${name}.test.ts`)));
}

/** Take minutes, most of them small files: vitest, which begins with large ones, would run them alone at the end. */
const LONGEST = [
  "proof/requests",
  "proof/week",
  "proof/kills",
  "panel/pages",
  "proof/files",
  "proof/suites-wapiti",
  "proof/limits",
  "faults/faults",
  "engine/hostile-models",
  "engine/profile-bounds",
  "examples/studio-site",
  "examples/wordpress",
  "scripts/start",
  "engine/engines-agreement",
  "storefront/parts",
  "docs/documents",
  "panel/journeys",
  "engine/thin-walls",
  "examples/mcp-server",
  "engine/vendor-profiles",
  "panel/machine-profiles",
  "panel/doors",
  "panel/attempts",
  "api/models-once",
  "storefront/orders",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) =>
      LONGEST.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
    const longest = sorted.filter((file) => place(file) >= 0).sort((a, b) => place(a) - place(b));
    return [...longest, ...sorted.filter((file) => place(file) < 0)];
  }
}

export default defineConfig({
  test: {
    maxWorkers: MAX_WORKERS,
    sequence: { sequencer: LongestFirst },
    projects: [
      apiProject("api", "curaengine", ["test/api/**/*.test.ts"]),
      ...(hasPrusaSlicer ? [apiProject("api-with-prusaslicer", "prusaslicer", slicingApiTests())] : []),
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: "./slicer-service/wrangler.toml" },
            miniflare: { bindings: { ENGINE_URL: "http://engine.test" } },
          }),
        ],
        test: {
          name: "slicer-worker",
          include: ["test/slicer-worker/**/*.test.ts"],
          setupFiles: ["test/undo-fakes.ts", "test/slicer-worker/setup.ts"],
          testTimeout: 60_000,
          isolate: false,
        },
      },
      {
        test: {
          name: "node",
          include: ["test/node/**/*.test.ts"],
          setupFiles: ["test/undo-fakes.ts"],
          isolate: false,
          ...IN_NODE,
        },
      },
      {
        test: {
          name: "systems",
          include: ["test/systems/**/*.test.ts"],
          // A page beside other tests takes longer than a second to follow.
          expect: { poll: { timeout: 10_000 } },
          ...IN_NODE,
        },
      },
      {
        test: {
          name: "container",
          include: ["test/container/**/*.test.ts"],
          globalSetup: ["test/container/setup.ts"],
          ...IN_NODE,
          // A build without a cache installs PrusaSlicer.
          hookTimeout: 900_000,
          testTimeout: 600_000,
        },
      },
    ],
  },
});

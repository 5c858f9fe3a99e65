// Three kinds of test. `api` runs the API Worker in workerd with real D1, R2, KV and Durable Objects, the real slicer
// Worker beside it and the real engine behind that. `slicer-worker` runs the slicer Worker as the main one, where its
// clock can be turned, against an engine that does as the test says. `node` runs what is plain code or plain Node.

import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import { unstable_getMiniflareWorkerOptions } from "wrangler";

/** Secrets come from the environment where there is no .dev.vars file. */
process.env.OPERATOR_TOKEN = "an operator's token that only tests know";
process.env.LINK_SECRET = "a secret for links that only tests know";

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [
          cloudflareTest(async ({ inject }) => {
            const slicer = unstable_getMiniflareWorkerOptions("slicer-service/wrangler.toml").workerOptions;
            const { modulesRules: _, rootPath: __, ...slicerOptions } = slicer;
            return {
              wrangler: { configPath: "./wrangler.toml" },
              miniflare: {
                bindings: {
                  SLICE_ENGINE: inject("engine"),
                  TEST_MIGRATIONS: await readD1Migrations("migrations"),
                  TEST_ENGINE_URL: inject("engineUrl"),
                },
                workers: [
                  {
                    ...slicerOptions,
                    name: "studio-slicer",
                    modules: true,
                    modulesRoot: inject("slicerBundleFolder"),
                    scriptPath: inject("slicerBundle"),
                    bindings: { ENGINE_URL: inject("engineUrl") },
                  },
                ],
              },
            };
          }),
        ],
        test: {
          name: "api",
          include: ["test/api/**/*.test.ts"],
          setupFiles: ["test/api/setup.ts"],
          globalSetup: ["harness/with-slicer.ts"],
          testTimeout: 60_000,
          isolate: false,
        },
      },
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
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "node",
          include: ["test/node/**/*.test.ts"],
          environment: "node",
          testTimeout: 120_000,
        },
      },
    ],
  },
});

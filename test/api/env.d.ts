// Types of the bindings in the API's tests: the Worker's own, and those that vitest.config.ts adds.

declare namespace Cloudflare {
  interface Env extends Readonly<import("../../src/env.ts").Env> {
    readonly TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
    readonly TEST_ENGINE_URL: string;
    /** A database with statistics and no rows (support/statement-plans.ts). */
    readonly PLANS: D1Database;
  }
}

declare namespace Cloudflare {
  interface GlobalProps {
    mainModule: typeof import("../../src/index.ts");
  }
}

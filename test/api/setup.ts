// Setup of the API's tests: applies the migrations of a deployment to their D1, and holds every statement's plan.

import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, expect } from "vitest";
import { recordStatements, takeRecorded } from "./support/recorded-statements.ts";
import { walksOfHistory } from "./support/statement-plans.ts";

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

recordStatements();
// Migrations walk what they fill.
takeRecorded();
afterAll(async () => {
  expect(await walksOfHistory(takeRecorded()), "statements that read more the longer a studio's history is").toEqual(
    [],
  );
});

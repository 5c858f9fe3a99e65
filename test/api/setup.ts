// Setup of the API's tests: applies the migrations of a deployment to their D1, and holds every statement's plan.

import { applyD1Migrations, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeEach, expect } from "vitest";
import { beginBoxesAnew } from "../../harness/models/stl.ts";
import { holdObjectStatements, takeObjectWalks } from "../slicer-worker/object-plans.ts";
import { recordStatements, takeRecorded } from "./support/recorded-statements.ts";
import { walksOfHistory } from "./support/statement-plans.ts";

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

// Objects load it, and several at a time would wait for one of them.
await import("../../src/mail/send-messages.ts");

recordStatements();
// Any object's storage: all objects share its methods.
const anyObject = env.STUDIO_GATE.get(env.STUDIO_GATE.idFromName("statements"));
await runInDurableObject(anyObject, (_, { storage }) => holdObjectStatements(storage.sql));
// A migration walks the tables it fills.
takeRecorded();
beforeEach(beginBoxesAnew);
afterAll(async () => {
  expect(await walksOfHistory(takeRecorded()), "statements that read more the longer a studio's history is").toEqual(
    [],
  );
  expect(takeObjectWalks(), "statements of objects that read more the longer the service runs").toEqual([]);
});

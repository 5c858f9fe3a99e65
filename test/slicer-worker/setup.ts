// Setup of the slicer Worker's tests: holds the plan of every statement of its objects.

import { runInDurableObject } from "cloudflare:test";
import { afterAll, expect } from "vitest";
import { holdObjectStatements, takeObjectWalks } from "./object-plans.ts";
import { dispatcher } from "./slices.ts";

await runInDurableObject(dispatcher(), (_, { storage }) => holdObjectStatements(storage.sql));
afterAll(() => {
  expect(takeObjectWalks(), "statements of objects that read more the longer the service runs").toEqual([]);
});

// Tenancy: every operation demands a key and hides another studio's records.
//
// The operations are read from the app's routes, so a new one is covered as soon as it exists.

import { describe, expect, it } from "vitest";
import { binaryStl, cube } from "../../harness/models.ts";
import { createApp } from "../../src/app.ts";
import { addFinishing, addProduct } from "./support/catalog.ts";
import { orderOfBox, placed } from "./support/orders.ts";
import { form, modelFile, printingStudio } from "./support/requests.ts";
import { fetchApi, readAnswer } from "./support/studio.ts";

const BASE_PATH = "/api/v1";
const WITHOUT_KEY = ["/openapi.json", "/docs", "/docs/*", "/docs/downloads/:name"];

const operations = [
  ...new Map(
    createApp()
      .routes.filter(({ method, path }) => method !== "ALL" && path.startsWith(BASE_PATH))
      .map(({ method, path }) => ({ method, path: path.slice(BASE_PATH.length) }))
      .filter(({ path }) => !WITHOUT_KEY.includes(path))
      .map((operation) => [`${operation.method} ${operation.path}`, operation]),
  ).values(),
];

type PrintingStudio = Awaited<ReturnType<typeof printingStudio>>;

const box = modelFile(binaryStl(cube(10)));

type Id = string | number;

/** By path: creates the path's record for a studio, and returns the id of each of its parameters. */
const makers: Record<string, (owner: PrintingStudio) => Promise<Id | readonly Id[]>> = {
  "/materials/:id": async ({ materialId }) => materialId,
  "/printing-qualities/:id": async ({ printingQualityId }) => printingQualityId,
  "/finishings/:id": ({ studio }) => addFinishing(studio),
  "/products/:id": ({ studio }) => addProduct(studio),
  "/orders/:id": async ({ studio, ...ids }) => (await placed(studio, orderOfBox(ids))).id,
  "/printers/:id": async ({ studio }) => {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ name: "Ender 3", technologyId: 1 });
    return (await studio.data<{ id: number }>("/printers", { method: "POST", body, headers }, 201)).id;
  },
  "/models/:modelId/prices": async ({ studio, printingQualityId }) => {
    // Sliced beforehand, so that its owner is answered 200.
    const body = form({ model: box, printingQualityId });
    const init = { method: "POST", body, headers: { Prefer: "wait=30" } };
    return (await studio.data<{ modelId: string }>("/slicing-jobs", init)).modelId;
  },
  "/slicing-jobs/:jobId": async ({ studio, printingQualityId }) => {
    const body = form({ model: box, printingQualityId });
    const answer = await studio.answer<{ jobId: string }>("/slicing-jobs", { method: "POST", body });
    return answer.body.data.jobId;
  },
};

/** By path: the required fields of an operation. */
const queries: Record<string, (owner: PrintingStudio) => string> = {
  "/models/:modelId/prices": ({ printingQualityId }) => `?printingQualityIds=${printingQualityId}`,
};

/** The path with its parameters filled in, in their order; the last id stands for all that follow. */
function pathTo(path: string, ids: Id | readonly Id[]): string {
  const listed = [ids].flat();
  let parameter = 0;
  return path.replaceAll(/:\w+/g, () => String(listed[parameter++] ?? listed.at(-1)));
}

describe("every operation", () => {
  it("is found in the app's list of routes", () => {
    expect(operations.length).toBeGreaterThanOrEqual(21);
  });

  it.each(operations)("answers 401 without a key: $method $path", async ({ method, path }) => {
    const answer = await readAnswer(await fetchApi(pathTo(path, 1), undefined, { method }));
    expect(answer.status).toBe(401);
    const errorCode = "errors.authorizationMissing";
    expect(answer.body).toEqual({ data: null, metadata: null, errors: null, errorCode });
  });

  it.each(operations.filter(({ path }) => path.includes(":")))(
    "answers 404 for another studio's record: $method $path",
    async ({ method, path }) => {
      const make = makers[path];
      if (make === undefined) throw new Error(`Add to the makers above how to create what ${path} names`);
      const [owner, other] = [await printingStudio(), await printingStudio()];
      const foreign = pathTo(path, await make(owner)) + (queries[path]?.(owner) ?? "");
      const headers = { "Content-Type": "application/json" };
      const init = method === "GET" || method === "DELETE" ? { method } : { method, body: "{}", headers };
      const answer = await other.studio.answer(foreign, init);
      expect(answer.status, JSON.stringify(answer.body)).toBe(404);
      expect(answer.body.errorCode).toBe("errors.notFound");
      expect((await owner.studio.fetch(foreign)).status).toBe(200);
    },
  );

  it.each(operations.filter(({ path }) => path.includes(":")))(
    "answers 404 for ids that no record can have: $method $path",
    async ({ method, path }) => {
      const owner = await printingStudio();
      const headers = { "Content-Type": "application/json" };
      const init = method === "GET" || method === "DELETE" ? { method } : { method, body: "{}", headers };
      for (const id of ["0", "-1", "1.5", "abc", "9007199254740993", "1e3", "%00"]) {
        const answer = await owner.studio.answer(pathTo(path, id) + (queries[path]?.(owner) ?? ""), init);
        expect(answer.status, id).toBe(404);
      }
    },
  );
});

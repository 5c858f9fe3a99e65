// Read replication: reads that a copy some seconds behind may answer, and reads that it never gets.

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anotherBox } from "../../harness/models.ts";
import { addFinishing, addMaterial, addProduct } from "./support/catalog.ts";
import { orderOfBox, placed } from "./support/orders.ts";
import { modelFile, post, printingStudio } from "./support/requests.ts";
import { createStudio, type TestStudio } from "./support/studio.ts";

/** Stands in for a replica that lags: the local D1 has none. It answers as before any studio was there. */
function withReplica(studio: TestStudio): TestStudio {
  const empty = (sql: string) => env.DB.prepare(`SELECT * FROM (${sql}) WHERE 0`);
  const replica = {
    prepare: empty,
    batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
  };
  const database = new Proxy(env.DB, {
    get(real, name) {
      if (name === "withSession") {
        return (constraint: string) => {
          return constraint === "first-unconstrained" ? replica : real.withSession(constraint);
        };
      }
      const value = Reflect.get(real, name);
      return typeof value === "function" ? value.bind(real) : value;
    },
  });
  return studio.meeting({ DB: database });
}

describe("a copy of the database that is behind", () => {
  it("may answer the catalog's lists", async () => {
    const { studio } = await printingStudio();
    const behind = withReplica(studio);
    expect(await behind.data("/printing-qualities")).toEqual([]);
    expect(await studio.data("/printing-qualities")).toHaveLength(1);
  });

  it("is not believed if it does not know the studio yet: the primary answers", async () => {
    const studio = await createStudio();
    await addMaterial(studio);
    expect(await withReplica(studio).data("/materials")).toHaveLength(1);
  });

  it("is not believed if it does not know an entry yet: the primary answers for a single record", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const paths = [
      `/materials/${materialId}`,
      `/printing-qualities/${printingQualityId}`,
      `/finishings/${await addFinishing(studio)}`,
      `/products/${await addProduct(studio)}`,
    ];
    for (const path of paths) {
      expect(await withReplica(studio).data(path), path).toEqual(await studio.data(path));
    }
    expect((await withReplica(studio).fetch("/materials/9007199254740991")).status).toBe(404);
  });

  it("is not asked about money, orders, printers and jobs", async () => {
    const { studio, ...ids } = await printingStudio();
    const behind = withReplica(studio);
    const model = modelFile(anotherBox());
    const quote = await post(behind, "/quotes", { model, ...ids });
    expect(quote.status, JSON.stringify(quote.body)).toBe(200);
    const order = await placed(behind, orderOfBox(ids, { "models[]": [model] }));
    expect(await behind.data(`/orders/${order.id}`)).toMatchObject({ id: order.id });
    const { printingQualityId } = ids;
    const job = await post<{ jobId: string }>(behind, "/slicing-jobs", { model, printingQualityId });
    expect(await behind.data(`/slicing-jobs/${job.body.data.jobId}`)).toMatchObject({ status: "done" });
    const printer = { name: "Printer", technologyId: 1 };
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(printer) };
    await behind.data("/printers", init, 201);
    expect(await behind.data("/printers")).toHaveLength(1);
    expect(await behind.data("/me")).toMatchObject({ studioId: studio.id });
  });
});

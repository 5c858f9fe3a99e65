// Every fault at once: wrong fields, unknown ids, unusable choices and missing files never hide one another.

import { describe, expect, it } from "vitest";
import { anotherBox } from "../../harness/models.ts";
import { deliveryMethods } from "../../src/db/schema.ts";
import { addFinishing, addMaterial, addQuality } from "./support/catalog.ts";
import { boxes, orderCount, orderOfBox, place } from "./support/orders.ts";
import { modelFile, post, printingStudio, WAIT } from "./support/requests.ts";
import { createStudio } from "./support/studio.ts";

const UNKNOWN = 999_999_999;
const noMaterial = `the studio has no material ${UNKNOWN}; GET /materials lists them`;
const noFinishing = `the studio has no finishing ${UNKNOWN}; GET /finishings lists them`;
const noQuality = `the studio has no printing quality ${UNKNOWN}; GET /printing-qualities lists them`;
const noMethod = `the studio has no delivery method ${UNKNOWN}; GET /delivery/settings lists them`;
const noModel = "the studio has no model mdl_none: send its file again";

describe("one answer", () => {
  it("names a wrong quantity, an unknown material and a missing file of a quote", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const fields = { materialId: UNKNOWN, printingQualityId, quantity: 0, finishingIds: `[${UNKNOWN}]`, qty: 2 };
    const { status, body } = await post(studio, "/quotes", fields);
    expect(status).toBe(400);
    expect(body.errorCode).toBe("errors.validationFailed");
    expect(body.errors).toEqual({
      materialId: [noMaterial],
      quantity: ["must be at least 1"],
      finishingIds: [noFinishing],
      qty: ["must be named quantity"],
      model: ["is required: an STL, OBJ, 3MF, PLY or STEP file, or modelId in its place"],
    });
  });

  it("names an unknown id beside unusable ones, as a 400, and unknown ids alone as a 404", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const archived = await addFinishing(studio, { isArchived: true });
    const modelId = "mdl_none";
    const mixed = { materialId, printingQualityId: UNKNOWN, finishingIds: `[${archived}]`, modelId };
    const both = await post(studio, "/quotes", mixed);
    expect(both.status).toBe(400);
    expect(both.body.errors).toEqual({
      printingQualityId: [noQuality],
      finishingIds: [`finishing ${archived} is archived`],
      modelId: [noModel],
    });
    const alone = await post(studio, "/quotes", { materialId: UNKNOWN, printingQualityId, modelId });
    expect(alone.status).toBe(404);
    expect(alone.body.errors).toEqual({ materialId: [noMaterial], modelId: [noModel] });
  });

  it("names a model's unknown id beside a field that cannot be read", async () => {
    const { studio, materialId } = await printingStudio();
    const inactive = await addQuality(studio, { isActive: false });
    const fields = { materialId, printingQualityId: inactive, quantity: "many", modelId: "mdl_none" };
    const { status, body } = await post(studio, "/quotes", fields);
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      printingQualityId: [`printing quality ${inactive} is inactive`],
      quantity: ["must be a whole number"],
      modelId: [noModel],
    });
  });

  it("names names, phone, delivery, every item's ids and the missing file of an order, and places nothing", async () => {
    const { studio, ...ids } = await printingStudio();
    const inactive = await addMaterial(studio, { status: "inactive" });
    const items = [
      { materialId: UNKNOWN, printingQualityId: ids.printingQualityId, quantity: 0 },
      { materialId: inactive, printingQualityId: "fine", finishingIds: [UNKNOWN] },
      { ...ids, modelId: "mdl_none" },
    ];
    const fields = orderOfBox(ids, {
      items: JSON.stringify(items),
      customerFirstName: "Lesia",
      customerPhoneNumber: "12",
      deliveryMethodId: UNKNOWN,
    });
    const { status, body } = await place(studio, fields);
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      "items.0.materialId": [noMaterial],
      "items.0.quantity": ["must be at least 1"],
      "items.1.materialId": [`material ${inactive} is inactive`],
      "items.1.printingQualityId": ["must be a number"],
      "items.1.finishingIds": [noFinishing],
      "items.2.modelId": [noModel],
      "models[]": ["must be one file per item without a modelId: there are 2 such items and 1 files"],
      customerFirstName: ["must be in Cyrillic letters; spaces, hyphens and apostrophes may stand between them"],
      customerPhoneNumber: [
        "must be a phone number in international format, + and the country code first, such as +380501234567",
      ],
      deliveryMethodId: [noMethod],
    });
    expect(await orderCount(studio)).toBe(0);
  });

  it("names an Idempotency-Key that cannot be one beside the faults of the order, and of a printer", async () => {
    const { studio, ...ids } = await printingStudio();
    const key = { "Idempotency-Key": "k".repeat(256) };
    const tooLong = ["must have 1 to 255 characters"];
    const ordered = await place(studio, orderOfBox({ ...ids, materialId: UNKNOWN }), key);
    expect(ordered.status).toBe(400);
    expect(ordered.body.errors).toEqual({ "Idempotency-Key": tooLong, "items.0.materialId": [noMaterial] });
    const printer = { method: "POST", headers: { ...key, "Content-Type": "application/json" }, body: '{"name":"MK4"}' };
    const added = await studio.answer("/printers", printer);
    expect(added.body.errors).toEqual({ "Idempotency-Key": tooLong, technologyId: ["is required"] });
  });

  it("names an inactive delivery method beside an unknown material", async () => {
    const { studio, ...ids } = await printingStudio();
    const method = { name: "Самовивіз", slug: "pickup", isActive: false };
    const [row] = await studio.db.insert(deliveryMethods, method);
    const fields = orderOfBox({ ...ids, materialId: UNKNOWN }, { deliveryMethodId: row?.id ?? 0 });
    const { status, body } = await place(studio, fields);
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      "items.0.materialId": [noMaterial],
      deliveryMethodId: [`delivery method ${row?.id} is inactive`],
    });
  });

  it("names an unknown quality of a model to slice ahead beside its missing file", async () => {
    const studio = await createStudio();
    const { status, body } = await post(studio, "/slicing-jobs", { printingQualityId: UNKNOWN, materialId: "PLA" });
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      printingQualityId: [noQuality],
      materialId: ["must be a whole number"],
      model: ["is required: an STL, OBJ, 3MF, PLY or STEP file, or modelId in its place"],
    });
  });

  it("names unknown ids of a query beside a quantity that cannot be read", async () => {
    const { studio, materialId } = await printingStudio();
    const { modelId } = (await post<{ modelId: string }>(studio, "/models", { model: modelFile(anotherBox()) })).body
      .data;
    const query = `printingQualityIds=${UNKNOWN}&materialIds=${materialId},${UNKNOWN}&quantity=0`;
    const { status, body } = await studio.answer(`/models/${modelId}/prices?${query}`, { headers: WAIT });
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      printingQualityIds: [noQuality],
      materialIds: [noMaterial],
      quantity: ["must be at least 1"],
    });
  });

  it("names an unknown technology beside the other faults of a printer, and alone as a 404", async () => {
    const studio = await createStudio();
    const add = (body: object) =>
      studio.answer("/printers", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    const noTechnology = ["there is no technology 9; GET /technologies lists them"];
    const both = await add({ name: "", technologyId: 9, status: "broken" });
    expect(both.status).toBe(400);
    expect(both.body.errors).toEqual({
      name: ["is required"],
      technologyId: noTechnology,
      status: ["must be one of active, maintenance, offline"],
    });
    const alone = await add({ name: "MK4", technologyId: 9 });
    expect(alone.status).toBe(404);
    expect(alone.body.errors).toEqual({ technologyId: noTechnology });
  });

  it("names a file that is none beside an unknown material", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const model = modelFile("no model", "notes.txt");
    const { status, body } = await post(studio, "/quotes", { materialId: UNKNOWN, printingQualityId, model });
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      materialId: [noMaterial],
      model: ['"notes.txt" is not an STL, OBJ, 3MF, PLY or STEP model'],
    });
    const right = await post(studio, "/quotes", {
      materialId: UNKNOWN,
      printingQualityId,
      model: modelFile(boxes.small),
    });
    expect(right.status).toBe(404);
  });
});

// POST /quotes: the price of a real slice, causes of slicing anew, and every fault it names.

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  anotherBox,
  asciiStl,
  binaryStl,
  box,
  cube,
  obj,
  oneObject,
  ply,
  stepOfShape,
  threeMf,
  withoutFaces,
} from "../../harness/models.ts";
import { models } from "../../src/db/schema.ts";
import { r2ModelFiles } from "../../src/platform/r2/model-files.ts";
import { r2StoredObjects } from "../../src/platform/r2/stored-objects.ts";
import { addFinishing, addMaterial, addQuality } from "./support/catalog.ts";
import {
  type Breakdown,
  cents,
  engineRuns,
  form,
  type Money,
  modelFile,
  post,
  printingStudio,
  sumOfBreakdown,
  WAIT,
} from "./support/requests.ts";
import { createStudio, type TestStudio } from "./support/studio.ts";

interface Quote {
  readonly totalPrice: Money;
  readonly perUnitPrice: Money;
  readonly quantity: number;
  readonly printingTime: number;
  readonly weight: string;
  readonly finishingIds: number[];
  readonly modelMetrics: { readonly volumeCm3: number; readonly dimensions: Record<"x" | "y" | "z", number> };
  readonly fitsBuildVolume: boolean | null;
  readonly breakdown: Breakdown;
}

function quote(studio: TestStudio, fields: Parameters<typeof form>[0], headers?: Record<string, string>) {
  return post<Quote>(studio, "/quotes", fields, headers);
}

describe("POST /quotes", () => {
  it("prices a real slice, and the breakdown adds up to the cent", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const finishingIds = [
      await addFinishing(studio),
      await addFinishing(studio, { priceMinor: null, percentageBasisPoints: 1550 }),
    ];
    const model = modelFile(binaryStl(box([0, 0, 0], [20, 10, 5])));
    const fields = { materialId, printingQualityId, finishingIds: JSON.stringify(finishingIds), quantity: 3, model };
    const { status, body } = await quote(studio, fields);
    expect(status, JSON.stringify(body)).toBe(200);
    const { data } = body;
    expect(data.modelMetrics).toEqual({ volumeCm3: 1, dimensions: { x: 20, y: 10, z: 5 } });
    expect(data.fitsBuildVolume).toBeNull();
    expect(data.finishingIds).toEqual(finishingIds);
    expect(sumOfBreakdown(data.breakdown)).toBe(cents(data.totalPrice));
    expect(cents(data.totalPrice)).toBe(3 * cents(data.perUnitPrice) + 1500);
    expect(Number(data.weight)).toBe(data.breakdown.totalWeightGrams);
    expect(data.printingTime).toBe(data.breakdown.printDurationMinutes);
    expect(data.printingTime % 3).toBe(0);
    // A 1 cm³ box of walls and 20 % infill weighs less than the solid box's 1.24 g a copy, but not nothing.
    expect(Number(data.weight)).toBeGreaterThan(3 * 0.3);
    expect(Number(data.weight)).toBeLessThan(3 * 1.6);
    // 600.00 a kilogram, each copy rounded by itself.
    const gramsOfOne = data.breakdown.totalWeightGrams / 3;
    expect(cents(data.breakdown.materialCost)).toBe(3 * Math.round(gramsOfOne * 60));
    expect(cents(data.breakdown.timeCost)).toBe((data.printingTime / 3) * 100 * 3);
  });

  it("answers 400 for a finishing of other materials, or of qualities with supports, and names the field", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const [pla, abs] = [await addMaterial(studio, { name: "PLA" }), await addMaterial(studio, { name: "ABS" })];
    const bath = await addFinishing(studio, { name: "Bath", materialNames: "abs\nASA" });
    const removal = await addFinishing(studio, { name: "Removal", onlyWithSupports: true });
    const supported = await addQuality(studio, { supports: true });
    const asked = (materialId: number, quality: number, finishing: number) => {
      const model = modelFile(binaryStl(cube(10)));
      const finishingIds = JSON.stringify([finishing]);
      return quote(studio, { materialId, printingQualityId: quality, finishingIds, quantity: 1, model });
    };
    const ofOther = await asked(pla, printingQualityId, bath);
    expect(ofOther).toMatchObject({ status: 400 });
    expect(ofOther.body.errors).toEqual({ finishingIds: [`finishing ${bath} is not for material ${pla}`] });
    expect((await asked(pla, printingQualityId, removal)).body.errors).toEqual({
      finishingIds: [`finishing ${removal} is only for printing qualities with supports`],
    });
    expect(await asked(abs, printingQualityId, bath)).toMatchObject({ status: 200 });
    expect(await asked(pla, supported, removal)).toMatchObject({ status: 200 });
  });

  it("slices a model once, however its material, finishing and quantity change", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const [petg, finishing] = [
      await addMaterial(studio, { densityMilligramsPerCubicCm: 1270 }),
      await addFinishing(studio),
    ];
    const model = modelFile(anotherBox());
    const before = await engineRuns();
    expect((await quote(studio, { model, materialId, printingQualityId })).status).toBe(200);
    expect(await engineRuns()).toBe(before + 1);
    for (const change of [{}, { materialId: petg }, { finishingIds: `[${finishing}]` }, { quantity: 7 }]) {
      expect((await quote(studio, { materialId, printingQualityId, ...change, model })).status).toBe(200);
    }
    expect(await engineRuns()).toBe(before + 1);
    const finer = await addQuality(studio, { layerHeightMicrometres: 100 });
    expect((await quote(studio, { model, materialId, printingQualityId: finer })).status).toBe(200);
    expect(await engineRuns()).toBe(before + 2);
  });

  it("answers 202 with the job if Prefer allows no wait, and the price when the request is sent again", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const fields = { model: modelFile(anotherBox()), materialId, printingQualityId };
    const accepted = await studio.answer<{ jobId: string; status: string; statusUrl: string }>("/quotes", {
      method: "POST",
      body: form(fields),
      headers: { Prefer: "wait=0" },
    });
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(202);
    const { jobId, statusUrl } = accepted.body.data;
    expect(jobId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(accepted.headers.get("Location")).toBe(statusUrl);
    expect(Number(accepted.headers.get("Retry-After"))).toBeGreaterThan(0);

    const path = new URL(statusUrl).pathname.replace("/api/v1", "");
    const job = await studio.answer<Record<string, unknown>>(path, { headers: WAIT });
    expect(job.body.data).toMatchObject({
      jobId,
      status: "done",
      progress: 100,
      errorMessage: null,
      materialUnit: "cm3",
    });
    expect(job.headers.get("Retry-After")).toBeNull();

    const again = await quote(studio, fields, { Prefer: "wait=0" });
    expect(again.status, JSON.stringify(again.body)).toBe(200);
  });

  it("gives the same studio the same job for the same files and profile, and another studio another", async () => {
    const model = anotherBox();
    const jobs = [];
    const first = await printingStudio();
    const second = await printingStudio();
    for (const { studio, printingQualityId } of [first, first, second]) {
      const body = form({ model: modelFile(model), printingQualityId });
      const { data } = (await studio.answer<{ jobId: string }>("/slicing-jobs", { method: "POST", body })).body;
      jobs.push(data.jobId);
    }
    expect(jobs[0]).toBe(jobs[1]);
    expect(jobs[2]).not.toBe(jobs[0]);
    expect((await second.studio.fetch(`/slicing-jobs/${jobs[0]}`)).status).toBe(404);
  });

  it.each([
    ["ASCII STL", asciiStl(cube(10)), "box.stl"],
    ["OBJ", obj(cube(10)), "box.obj"],
    ["3MF", threeMf(oneObject(cube(10))), "box.3mf"],
    ["PLY", ply(cube(10)), "box.ply"],
    ["binary PLY", ply(cube(10), "binary_little_endian"), "box.ply"],
    ["STEP", stepOfShape(cube(10)), "box.stp"],
    ["an STL that is named OBJ", binaryStl(cube(10)), "box.obj"],
  ])("takes %s, recognised by its content", async (_, content, name) => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const { status, body } = await quote(studio, { model: modelFile(content, name), materialId, printingQualityId });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data.modelMetrics.volumeCm3).toBe(1);
  });

  it("prices a cube from STEP like the same cube from STL, and keeps its triangles alone beside it", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const pricesOf = async (content: Uint8Array<ArrayBuffer>, name: string) => {
      const { body } = await quote(studio, { model: modelFile(content, name), materialId, printingQualityId });
      const { totalPrice, printingTime, weight, modelMetrics } = body.data;
      return { totalPrice, printingTime, weight, modelMetrics };
    };
    const fromStl = await pricesOf(binaryStl(cube(10)), "box.stl");
    expect(await pricesOf(stepOfShape(cube(10)), "box.step")).toEqual(fromStl);
    const { objects } = await env.MODELS.list({ prefix: `studios/${studio.id}/meshes/` });
    expect(objects.map(({ size }) => size)).toEqual([84 + 50 * 12]);
    const [stored] = await studio.db.select(models, eq(models.format, "step"));
    const mesh = await r2ModelFiles(env.MODELS, studio.id).readMesh(stored?.objectKey ?? "");
    expect(mesh?.sizeBytes).toBe(84 + 50 * 12);
    expect(await new Response(mesh?.body).text()).toContain("binary STL, millimetres");
  });

  it("makes the triangles of a STEP file again that is stored anew", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const storedMesh = async () => {
      const model = modelFile(stepOfShape(cube(10)), "box.step");
      expect((await quote(studio, { model, materialId, printingQualityId })).status).toBe(200);
      const [{ objectKey = "" } = {}] = await studio.db.select(models, eq(models.format, "step"));
      return { objectKey, meshBytes: await r2ModelFiles(env.MODELS, studio.id).sizeOfMesh(objectKey) };
    };
    const first = await storedMesh();
    await r2StoredObjects(env.MODELS).delete([first.objectKey]);
    const second = await storedMesh();
    expect(second.objectKey).not.toBe(first.objectKey);
    expect([first.meshBytes, second.meshBytes]).toEqual([84 + 50 * 12, 84 + 50 * 12]);
  });

  it("names every fault of a request in one answer", async () => {
    const { studio } = await printingStudio();
    const { status, body } = await quote(studio, {
      model: modelFile("no model at all", "notes.txt"),
      materialId: "seven",
      quantity: 1000,
      finishingIds: "[1,",
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      data: null,
      metadata: null,
      errorCode: "errors.validationFailed",
      errors: {
        model: ['"notes.txt" is not an STL, OBJ, 3MF, PLY or STEP model'],
        materialId: ["must be a whole number"],
        printingQualityId: ["is required"],
        quantity: ["must be at most 999"],
        finishingIds: ["must be a JSON array, such as [3, 4]"],
      },
    });
  });

  it("says the same in Ukrainian to a client that prefers it, under the same fields and code", async () => {
    const { studio } = await printingStudio();
    const body = form({
      model: modelFile("no model at all", "notes.txt"),
      materialId: "seven",
      quantity: 1000,
      finishingIds: "[1,",
    });
    for (const preferred of ["uk", "uk-UA,uk;q=0.9,en;q=0.8", "de, en;q=0.2, uk;q=0.7"]) {
      const answer = await studio.answer("/quotes", {
        method: "POST",
        body,
        headers: { "Accept-Language": preferred },
      });
      expect(answer.status).toBe(400);
      expect(answer.body, preferred).toEqual({
        data: null,
        metadata: null,
        errorCode: "errors.validationFailed",
        errors: {
          model: ["«notes.txt» не є моделлю STL, OBJ, 3MF, PLY чи STEP"],
          materialId: ["має бути цілим числом"],
          printingQualityId: ["обов'язкове поле"],
          quantity: ["має бути щонайбільше 999"],
          finishingIds: ["має бути масивом JSON, наприклад [3, 4]"],
        },
      });
    }
    for (const preferred of ["en-GB,uk;q=0.5", "de", "*", "uk;q=0, en"]) {
      const answer = await studio.answer("/quotes", {
        method: "POST",
        body,
        headers: { "Accept-Language": preferred },
      });
      expect(answer.body.errors?.quantity, preferred).toEqual(["must be at most 999"]);
    }
  });

  it.each(["3,4", "'3'", '{"id":3}'])("answers 400 with the right form for finishingIds=%s", async (finishingIds) => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const { status, body } = await quote(studio, {
      model: modelFile(anotherBox()),
      materialId,
      printingQualityId,
      finishingIds,
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual({ finishingIds: ["must be a JSON array, such as [3, 4]"] });
  });

  it("names the right field for a file under a wrong one, and for a file's name sent as text", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const misplaced = await quote(studio, { file: modelFile(anotherBox(), "part.stl"), materialId, printingQualityId });
    expect(misplaced.status).toBe(400);
    expect(misplaced.body.errors).toEqual({
      model: ["is required: an STL, OBJ, 3MF, PLY or STEP file, or modelId in its place"],
      file: ['"part.stl" must be sent as model'],
    });
    const text = await quote(studio, { model: "part.stl", materialId, printingQualityId });
    expect(text.status).toBe(400);
    expect(text.body.errors?.model).toContain("was sent as text and must be a file (with curl: -F 'model=@part.stl')");
  });

  it("takes no notice of a file that it does not need", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const fields = { model: modelFile(anotherBox()), preview: modelFile("a picture", "part.png") };
    expect((await quote(studio, { ...fields, materialId, printingQualityId })).status).toBe(200);
  });

  it("answers 415 for a body that is not multipart, and 400 for one that cannot be read or is cut short", async () => {
    const studio = await createStudio();
    const json = { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } };
    expect((await studio.answer("/quotes", json)).body.errorCode).toBe("errors.unsupportedMediaType");
    for (const [type, body] of [
      ["multipart/form-data", "--x"],
      ["multipart/form-data; boundary=x", '--x\r\nContent-Disposition: form-data; name="materialId"\r\n\r\n1'],
      ["multipart/form-data; boundary=x", "nothing of the kind"],
    ] as const) {
      const answer = await studio.answer("/quotes", { method: "POST", body, headers: { "Content-Type": type } });
      expect(answer.status, body).toBe(400);
      expect(Object.keys(answer.body.errors ?? {})).toEqual(["body"]);
    }
  });

  it("answers 404 naming each id that is unknown or another studio's", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const other = await printingStudio();
    const { status, body } = await quote(studio, {
      model: modelFile(anotherBox()),
      materialId: other.materialId,
      printingQualityId,
      finishingIds: "[999999999]",
    });
    expect(status).toBe(404);
    expect(body.errorCode).toBe("errors.notFound");
    expect(Object.keys(body.errors ?? {})).toEqual(["materialId", "finishingIds"]);
  });

  it("answers 400 on the field of an entry that is inactive, archived or of another technology", async () => {
    const studio = await createStudio();
    const materialId = await addMaterial(studio, { status: "inactive" });
    const printingQualityId = await addQuality(studio, { technologyId: 2, isActive: false });
    const finishing = await addFinishing(studio, { isArchived: true, technologyId: 3 });
    const fields = { model: modelFile(anotherBox()), materialId, printingQualityId, finishingIds: `[${finishing}]` };
    const { status, body } = await quote(studio, fields);
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      materialId: [`material ${materialId} is inactive`],
      printingQualityId: [
        `printing quality ${printingQualityId} is inactive`,
        `is for SLA, but material ${materialId} is for FDM`,
      ],
      finishingIds: [
        `finishing ${finishing} is archived`,
        `finishing ${finishing} is for DLP, but the material is for FDM`,
      ],
    });
  });

  it("answers 400 with the reason on the file if a model cannot be sliced", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const open = binaryStl(withoutFaces(cube(20), 1));
    const { status, body } = await quote(studio, { model: modelFile(open, "open.stl"), materialId, printingQualityId });
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body.errors?.model?.[0]).toMatch(/^"open.stl": /);
  });
});

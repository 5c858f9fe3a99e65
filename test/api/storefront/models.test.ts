// POST /{slug}/models: a visitor's file is kept once, or refused with the reason and advice.

import { describe, expect, it } from "vitest";
import { anotherBox, binaryStl, cube, stepOfShape } from "../../../harness/models.ts";
import { models } from "../../../src/db/schema.ts";
import { modelFile, objectsOf, printingStudio } from "../support/requests.ts";
import { refused, untilSliced, Visitor } from "../support/storefront.ts";
import { createStudio } from "../support/studio.ts";

describe("POST /{slug}/models", () => {
  it("keeps a file, without a key, and answers its model's id", async () => {
    const studio = await createStudio({ plan: "free" });
    const content = anotherBox();
    const { status, body } = await new Visitor(studio).upload(modelFile(content, "Куб №1.stl"));
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toEqual({
      modelId: expect.stringMatching(/^mdl_/),
      fileName: "Куб №1.stl",
      format: "stl",
      sizeBytes: content.length,
    });
    expect(await objectsOf(studio)).toHaveLength(1);
  });

  it("keeps the same content once for all visitors, under the same id", async () => {
    const studio = await createStudio();
    const content = anotherBox();
    const ids = [
      (await new Visitor(studio).model(content)).modelId,
      (await new Visitor(studio).model(content, "other.stl")).modelId,
    ];
    expect(new Set(ids).size).toBe(1);
    expect(await studio.db.select(models)).toHaveLength(1);
    expect(await objectsOf(studio)).toHaveLength(1);
  });

  it.each([
    [
      "part.igs",
      "S      1\nG      1\n",
      /in IGES format/,
      /export it as STL, 3MF or STEP/,
      /експортуйте як STL, 3MF/,
      1,
    ],
    ["parts.zip", "PK\u0003\u0004 part.stl", /ZIP archive/, /unpack it/, /розпакуйте/, 1],
    ["part.gcode", "G28 ; home\n", /in G-code format/, /export its model/, /код для принтера/, 1],
    ["photo.jpg", "\u0000\u0001\u0002", /is not an STL/, /the 3D model itself/i, /3D-модель/, 2],
    ["empty.stl", "", /is empty/, /export it as STL/i, /експортуйте/, 2],
  ])("refuses %s with the reason and advice", async (name, content, reason, help, inUkrainian, sentences) => {
    const visitor = new Visitor(await createStudio());
    const english = refused(await visitor.upload(modelFile(content, name), "?lang=en"), 400);
    expect(english.reason).toBe("invalid");
    expect(english.message).toMatch(reason);
    expect(english.message).toMatch(help);
    expect(english.faults.model).toHaveLength(sentences);
    const ukrainian = refused(await visitor.upload(modelFile(content, name), "?lang=uk"), 400);
    expect(ukrainian.message).toMatch(inUkrainian);
    expect(await objectsOf(visitor.studio)).toEqual([]);
  });

  it("refuses a file that is too large, and says how large it may be", async () => {
    const visitor = new Visitor(await createStudio(), { MAX_FILE_MEGABYTES: 1 });
    const large = new Uint8Array(1024 * 1024 + 1);
    large.set(binaryStl(cube(10)));
    const answer = refused(await visitor.upload(modelFile(large), "?lang=en"), 413);
    expect(answer.reason).toBe("too_large");
    expect(answer.message).toMatch(/larger than 1 MB.*fewer triangles/);
    expect(await objectsOf(visitor.studio)).toEqual([]);
  });

  it("refuses a request without a file, and one that is no form", async () => {
    const visitor = new Visitor(await createStudio());
    const empty = await visitor.answer("/models?lang=en", { method: "POST", body: new FormData() });
    expect(refused(empty, 400).message).toContain("Choose a file");
    expect(refused(await visitor.post("/models", { model: "part.stl" }), 400).reason).toBe("invalid");
  });

  it("takes a name as text, even with markup in it", async () => {
    const visitor = new Visitor(await createStudio());
    const name = "<img src=x onerror=alert(1)>.stl";
    expect((await visitor.model(anotherBox(), name)).fileName).toBe(name);
  });

  it("takes nothing of the API's hour", async () => {
    const studio = await createStudio();
    const before = await (await studio.fetch("/me")).headers.get("RateLimit");
    await new Visitor(studio).model();
    const after = await (await studio.fetch("/me")).headers.get("RateLimit");
    const left = (header: string | null) => Number(/;r=(\d+)/.exec(header ?? "")?.[1]);
    // One for the second question itself.
    expect(left(after)).toBe(left(before) - 1);
  });
});

describe("GET /{slug}/models/{modelId}/mesh", () => {
  it("answers the triangles of a STEP file to its own studio's page, once they are there, for a browser to keep", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const visitor = new Visitor(studio);
    const { modelId } = await visitor.model(stepOfShape(cube(10)), "box.step");
    const mesh = `/models/${modelId}/mesh`;
    expect(refused(await visitor.answer(mesh), 404).reason).toBe("not_found");

    await untilSliced(() => visitor.answer(`/models/${modelId}/prices?quality=${printingQualityId}`));
    const answer = await visitor.fetch(mesh);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("model/stl");
    expect(answer.headers.get("Cache-Control")).toMatch(/^private, max-age=\d+, immutable$/);
    const triangles = new DataView(await answer.arrayBuffer());
    expect(triangles.byteLength).toBe(84 + 50 * 12);
    expect(triangles.getUint32(80, true)).toBe(12);

    const elsewhere = new Visitor(await createStudio());
    expect(refused(await elsewhere.answer(mesh), 404).reason).toBe("not_found");
    const ofOther = `/models/${modelId.replace(String(studio.id), String(elsewhere.studio.id))}/mesh`;
    expect(refused(await elsewhere.answer(ofOther), 404).reason).toBe("not_found");
  });

  it("has none of a model in triangles", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const visitor = new Visitor(studio);
    const { modelId } = await visitor.model();
    await untilSliced(() => visitor.answer(`/models/${modelId}/prices?quality=${printingQualityId}`));
    expect(refused(await visitor.answer(`/models/${modelId}/mesh`), 404).reason).toBe("not_found");
  });
});

// Uploads: stored files, refused ones, and the limit of each refusal.
//
// The slicer takes the models and does nothing, unless a test looks at a slice.

import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { allocateStl, anotherBox, cube, obj, STL_HEADER_BYTES, STL_TRIANGLE_BYTES } from "../../harness/models.ts";
import { models } from "../../src/db/schema.ts";
import { form, modelFile, objectsOf, post, printingStudio, WAIT } from "./support/requests.ts";
import { idleSlicer } from "./support/scripted-slicer.ts";
import { createStudio, type TestStudio } from "./support/studio.ts";

const MEGABYTE = 1024 * 1024;

/** A file that passes for a binary STL of about this many megabytes, with content that no other file has. */
function largeStl(megabytes: number): Uint8Array<ArrayBuffer> {
  const triangles = Math.floor((megabytes * MEGABYTE - STL_HEADER_BYTES) / STL_TRIANGLE_BYTES);
  const { file, view } = allocateStl(triangles);
  for (let at = 0; at < file.length; at += 65_536) crypto.getRandomValues(file.subarray(at, at + 1024));
  view.setUint32(80, triangles, true);
  return file;
}

const modelsOf = (studio: TestStudio) => studio.db.select(models);

/** A studio with a quality to slice by, and a slicer that slices nothing. */
async function uploadingStudio() {
  const { studio, printingQualityId } = await printingStudio();
  return { studio: studio.meeting({ SLICER: idleSlicer }), printingQualityId };
}

/** Sends a model to be sliced. */
const send = (studio: TestStudio, printingQualityId: number, model: File) =>
  post(studio, "/slicing-jobs", { model, printingQualityId });

/** Sends models without the quality that they should be sliced by. */
const sendIncomplete = (studio: TestStudio, ...files: File[]) => post(studio, "/slicing-jobs", { model: files });

async function sha256(bytes: BufferSource): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
}

describe("an uploaded model", () => {
  it.each([0.2, 5, 12.3])("of %d MB is stored as it was sent, under its hash", async (megabytes) => {
    const { studio, printingQualityId } = await uploadingStudio();
    const bytes = largeStl(megabytes);
    expect((await send(studio, printingQualityId, modelFile(bytes))).status).toBe(202);
    const [model, ...others] = await modelsOf(studio);
    expect(others).toEqual([]);
    expect(model).toMatchObject({ format: "stl", sizeBytes: bytes.length, sha256: await sha256(bytes) });
    const stored = await env.MODELS.get(model?.objectKey ?? "");
    expect(await sha256((await stored?.arrayBuffer()) ?? new ArrayBuffer())).toBe(model?.sha256);
  });

  it.each([0.1, 7])("of %d MB is stored once per studio and content, however often it is sent", async (megabytes) => {
    const [one, other] = [await uploadingStudio(), await uploadingStudio()];
    const bytes = largeStl(megabytes);
    for (const { studio, printingQualityId } of [one, one, other]) {
      await send(studio, printingQualityId, modelFile(bytes));
    }
    await send(one.studio, one.printingQualityId, modelFile(bytes, "another name.stl"));
    for (const { studio } of [one, other]) {
      const [model, ...others] = await modelsOf(studio);
      expect(others).toEqual([]);
      await vi.waitFor(async () => expect(await objectsOf(studio)).toEqual([model?.objectKey]));
    }
  });

  it("that is sent several times at once has one row, and its object is among those that were put", async () => {
    const { studio, printingQualityId } = await uploadingStudio();
    const bytes = largeStl(0.1);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send(studio, printingQualityId, modelFile(bytes))),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    const [model, ...others] = await modelsOf(studio);
    expect(others).toEqual([]);
    // The other copies have no row: a slice may just be reading them, so the scheduled sweep removes them later.
    expect(await objectsOf(studio)).toContain(model?.objectKey);
  });

  it.each([0.1, 7])("of %d MB in a request that is refused leaves nothing behind", async (megabytes) => {
    const { studio } = await uploadingStudio();
    const { body } = await sendIncomplete(studio, modelFile(largeStl(megabytes)));
    expect(body.errors).toEqual({ printingQualityId: ["is required"] });
    expect(await modelsOf(studio)).toEqual([]);
    await vi.waitFor(async () => expect(await objectsOf(studio)).toEqual([]));
  });

  it("is stored again when its object was lost", async () => {
    const { studio, printingQualityId } = await uploadingStudio();
    const bytes = largeStl(0.1);
    await send(studio, printingQualityId, modelFile(bytes));
    const [lost] = await modelsOf(studio);
    await env.MODELS.delete(lost?.objectKey ?? "");
    await send(studio, printingQualityId, modelFile(bytes));
    await vi.waitFor(async () => {
      const [model, ...others] = await modelsOf(studio);
      expect(others).toEqual([]);
      expect(model?.id).toBe(lost?.id);
      expect(await objectsOf(studio)).toEqual([model?.objectKey]);
    });
  });

  it.each([
    ["a text", "just words, and a solid one", "is not an STL, OBJ, 3MF, PLY or STEP model"],
    [
      "a ZIP archive of something else",
      "PK\x03\x04[Content_Types].xml word/document.xml",
      "is a ZIP archive without a 3MF model in it: unpack it, and send each model by itself",
    ],
    ["nothing", "", "is empty"],
    ["a binary STL that is cut short", largeStl(0.1).slice(0, 60_000), "is cut short"],
    ["a large file of an unknown format", new Uint8Array(6 * MEGABYTE), "is not an STL, OBJ, 3MF, PLY or STEP model"],
  ])("that is %s is refused by name, and nothing of it is kept", async (_, content, fault) => {
    const studio = await createStudio();
    const { status, body } = await sendIncomplete(studio, modelFile(content, "part.stl"));
    expect(status).toBe(400);
    expect(body.errors?.model?.[0]).toMatch(new RegExp(`^"part.stl" ${fault}`));
    expect(await modelsOf(studio)).toEqual([]);
    expect(await objectsOf(studio)).toEqual([]);
  });

  it("of more than 50 MB is answered 413 on its field, with the other faults, and nothing of it is kept", async () => {
    const studio = await createStudio();
    const { status, body } = await sendIncomplete(studio, modelFile(largeStl(50.1), "tower.stl"));
    expect(status).toBe(413);
    expect(body.errorCode).toBe("errors.payloadTooLarge");
    expect(body.errors).toEqual({
      model: ['"tower.stl" is larger than 50 MB'],
      printingQualityId: ["is required"],
    });
    expect(await modelsOf(studio)).toEqual([]);
    expect(await objectsOf(studio)).toEqual([]);
  });

  it("keeps its file name in any script, without the path", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const names = {
      "C:\\fakepath\\кубик.stl": "кубик.stl",
      "../../etc/part.obj": "part.obj",
      '箱 "1"; a=b.stl': '箱 "1"; a=b.stl',
      "two\u2028lines\u202e.stl": "twolines.stl",
      // 255 characters at most, and never half of one.
      [`${"x".repeat(250)}👩‍👩‍👧.stl`]: "x".repeat(250),
    };
    for (const [sent, kept] of Object.entries(names)) {
      const model = modelFile(obj(cube(10)), sent);
      const { jobId } = (await post<{ jobId: string }>(studio, "/slicing-jobs", { model, printingQualityId })).body
        .data;
      const job = await studio.data<{ items: { originalFileName: string }[] }>(`/slicing-jobs/${jobId}`);
      expect(job.items[0]?.originalFileName).toBe(kept);
    }
  });

  it("with a name full of shell characters is sliced like any other, and keeps its name", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const name = "$(touch ran); `id` | x && rm -rf * > 'a' \"b\" --load=evil.ini ; #.stl";
    const model = modelFile(obj(cube(10)), name);
    const { jobId } = (await post<{ jobId: string }>(studio, "/slicing-jobs", { model, printingQualityId })).body.data;
    const job = await studio.answer<{ status: string; items: { originalFileName: string }[] }>(
      `/slicing-jobs/${jobId}`,
      { headers: WAIT },
    );
    expect(job.body.data).toMatchObject({ status: "done", items: [{ originalFileName: name }] });
  });
});

describe("an upload", () => {
  it("of more than 95 MB is answered 413 before all of it is read", async () => {
    const studio = await createStudio();
    let sentMegabytes = 0;
    const body = new ReadableStream({
      pull(controller) {
        if (sentMegabytes === 0)
          controller.enqueue(
            new TextEncoder().encode('--x\r\nContent-Disposition: form-data; name="other"; filename="a"\r\n\r\n'),
          );
        if (++sentMegabytes > 200) controller.close();
        else controller.enqueue(new Uint8Array(MEGABYTE));
      },
    });
    const headers = { "Content-Type": "multipart/form-data; boundary=x" };
    const answer = await studio.answer("/slicing-jobs", { method: "POST", body, headers });
    expect(answer.status).toBe(413);
    expect(answer.body.errors).toEqual({ body: ["is larger than 95 MB"] });
    expect(sentMegabytes).toBeLessThan(140);
  });

  it("that stalls is answered 400 instead of holding its memory for ever", async () => {
    const studio = await createStudio();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    try {
      const { readable: body, writable } = new IdentityTransformStream();
      void writable.getWriter().write(new TextEncoder().encode("--x\r\n"));
      const headers = { "Content-Type": "multipart/form-data; boundary=x" };
      const answering = studio.meeting({ SLICER: idleSlicer }).answer("/quotes", { method: "POST", body, headers });
      while (vi.getTimerCount() === 0) await scheduler.wait(10);
      await vi.advanceTimersByTimeAsync(60_000);
      const answer = await answering;
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual({ body: ["arrived too slowly: less than 64 KB in a minute"] });
    } finally {
      vi.useRealTimers();
    }
  });

  it("may carry JSON fields as blobs, files under unknown field names, and empty file inputs", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const body = form({
      photo: modelFile(new Uint8Array(200_000), "photo.jpg"),
      model: modelFile(anotherBox()),
      materialId,
      printingQualityId,
    });
    body.append("finishingIds", new Blob(["[]"], { type: "application/json" }));
    body.append("attachment", new File([], ""));
    const answer = await studio.answer("/quotes", { method: "POST", body, headers: WAIT });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  });

  it("of two files in place of one is answered 400 on that field", async () => {
    const studio = await createStudio();
    const { status, body } = await sendIncomplete(studio, modelFile(anotherBox()), modelFile(anotherBox()));
    expect(status).toBe(400);
    expect(body.errors?.model).toEqual(['"box.stl" is one file too many']);
  });

  it("with a field that is too long, or with too many parts, is answered with that fault", async () => {
    const studio = await createStudio();
    const long = await post(studio, "/quotes", { materialId: "1".repeat(70_000) });
    expect(long.body.errors).toEqual({ body: ["has a field of more than 64 KB"] });
    const many = await post(studio, "/quotes", { materialId: Array.from({ length: 250 }, () => "1") });
    expect(many.body.errors).toEqual({ body: ["has more than 200 parts"] });
  });
});

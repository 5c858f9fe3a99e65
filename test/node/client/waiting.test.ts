// Waiting for slicing: the client follows a 202 to its end, and sends the request again.

import { describe, expect, it } from "vitest";
import { type Progress, SlicingFailedError, TimeoutError, ValidationError } from "../../../client/src/index.ts";
import {
  accepted,
  answer,
  JOB_ID,
  job,
  outcome,
  refusal,
  ScriptedService,
  type SeenRequest,
  waitInVirtualTime,
} from "./scripted-service.ts";

waitInVirtualTime();

const part = { name: "part.stl", data: new TextEncoder().encode("solid part") };
const lid = { name: "lid.3mf", data: new TextEncoder().encode("PK") };
const choice = { materialId: 1, printingQualityId: 2 };
const customer = {
  customerFirstName: "Леся",
  customerLastName: "Українка",
  customerPhoneNumber: "+380501234567",
  customerEmail: "lesia@example.com",
};

/** The fields of a form that was sent, each file by its name and content. */
async function sent(request: SeenRequest | undefined): Promise<unknown[]> {
  if (!(request?.body instanceof FormData)) throw new Error(`no form was sent: ${request?.request}`);
  const fields = [...request.body].map(async ([name, value]) => [
    name,
    typeof value === "string" ? value : `${value.name}: ${await value.text()}`,
  ]);
  return Promise.all(fields);
}

const slicingAnswers = () => [
  accepted({ modelId: "mdl_17", modelIds: ["mdl_17"] }),
  job("processing", { progress: 40 }, { "Retry-After": "2" }),
  job("done", { progress: 100 }),
];

describe("quotes.create", () => {
  it("waits for the job, no sooner than Retry-After says, and then sends the modelId in place of the file", async () => {
    const service = new ScriptedService([...slicingAnswers(), answer(200, { totalPrice: "…" })]);
    expect(
      await outcome(
        service.studio.quotes.create({ file: part, ...choice, quantity: 3, finishingIds: [3, 4], priority: "rush" }),
      ),
    ).toEqual({
      totalPrice: "…",
    });
    expect(service.seen.map(({ request, at }) => `${at} ${request}`)).toEqual([
      "0 POST /quotes",
      `1000 GET /slicing-jobs/${JOB_ID}`,
      `3000 GET /slicing-jobs/${JOB_ID}`,
      "3000 POST /quotes",
    ]);
    const fields = [
      ["materialId", "1"],
      ["printingQualityId", "2"],
      ["finishingIds", "[3,4]"],
      ["quantity", "3"],
      ["priority", "rush"],
    ];
    expect(await sent(service.seen[0])).toEqual([["model", "part.stl: solid part"], ...fields]);
    expect(await sent(service.seen[3])).toEqual([["modelId", "mdl_17"], ...fields]);
  });

  it("sends the file again if the service named no model", async () => {
    const service = new ScriptedService([accepted({ modelId: null }), job("done"), answer(200, {})]);
    await outcome(service.studio.quotes.create({ file: part, ...choice }));
    expect(await sent(service.seen[2])).toContainEqual(["model", "part.stl: solid part"]);
  });

  it("asks that answers are held long without a listener for progress, and leaves the pace to the service with one", async () => {
    const held = async (options: object) => {
      const service = new ScriptedService([...slicingAnswers(), answer(200, {})]);
      await outcome(service.studio.quotes.create({ modelId: "mdl_1", ...choice }, options));
      return new Set(service.seen.map(({ headers }) => headers.get("Prefer")));
    };
    expect(await held({})).toEqual(new Set(["wait=30"]));
    expect(await held({ onProgress: () => {} })).toEqual(new Set([null]));
  });

  it("reports its progress", async () => {
    const told: Progress[] = [];
    const service = new ScriptedService([
      accepted(),
      job("pending", { queuedAhead: 2 }, { "Retry-After": "1" }),
      job("processing", { progress: 40 }, { "Retry-After": "1" }),
      job("done", { progress: 100 }),
      answer(200, {}),
    ]);
    await outcome(
      service.studio.quotes.create({ file: part, ...choice }, { onProgress: (progress) => told.push(progress) }),
    );
    const slicing = { stage: "slicing", queuedAhead: null, jobId: JOB_ID };
    const uploading = { stage: "uploading", percent: 0, queuedAhead: null, jobId: null };
    expect(told).toEqual([
      uploading,
      { ...slicing, percent: 0, queuedAhead: 2 },
      { ...slicing, percent: 40 },
      { ...slicing, percent: 100 },
      uploading,
    ]);
  });

  it("lets the service name the fault of a model that failed", async () => {
    const wrong = { model: ['"part.stl" is not closed'] };
    const service = new ScriptedService([accepted(), job("failed"), refusal(400, "errors.validationFailed", wrong)]);
    const error = await outcome(service.studio.quotes.create({ file: part, ...choice }));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ errors: wrong });
  });

  it("gives up if slicing failed twice", async () => {
    const failed = () => job("failed", { errorMessage: "out of memory" });
    const service = new ScriptedService([accepted(), failed(), accepted(), failed()]);
    const error = await outcome(service.studio.quotes.create({ file: part, ...choice }));
    expect(error).toBeInstanceOf(SlicingFailedError);
    expect(error).toMatchObject({ message: `Slicing job ${JOB_ID} failed: out of memory` });
  });

  it("gives up if a job that is done is answered with 202 again and again", async () => {
    const service = new ScriptedService(Array.from({ length: 5 }, () => [accepted(), job("done")]).flat());
    const error = await outcome(service.studio.quotes.create({ file: part, ...choice }));
    expect(error).toMatchObject({ message: `POST /quotes still answers 202 although slicing job ${JOB_ID} has ended` });
  });

  it("names the job that goes on if its time is over", async () => {
    const waiting = Array.from({ length: 9 }, () => job("processing", {}, { "Retry-After": "10" }));
    const service = new ScriptedService([accepted(), ...waiting]);
    const error = await outcome(service.studio.quotes.create({ file: part, ...choice }, { timeoutSeconds: 45 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ jobId: JOB_ID, message: expect.stringContaining(JOB_ID) });
  });

  it("ends with the signal's reason while it waits", async () => {
    const controller = new AbortController();
    const service = new ScriptedService([accepted({}, { "Retry-After": "20" })]);
    const call = outcome(service.studio.quotes.create({ file: part, ...choice }, { signal: controller.signal }));
    setTimeout(() => controller.abort(new Error("another model was chosen")), 5000);
    expect(await call).toMatchObject({ message: "another model was chosen" });
    expect(service.requests).toEqual(["POST /quotes"]);
  });

  it("goes on after a lost answer to a question for the job", async () => {
    const service = new ScriptedService([accepted(), "lost", job("done"), answer(200, {})]);
    expect(await outcome(service.studio.quotes.create({ file: part, ...choice }))).toEqual({});
  });

  it("refuses a body that cannot be sent twice, before anything is sent", async () => {
    const service = new ScriptedService([]);
    // @ts-expect-error A stream is no file.
    expect(() => service.studio.quotes.create({ file: new ReadableStream(), ...choice })).toThrow(
      "a model file must be a Blob, a File, or {name, data}",
    );
    expect(service.seen).toEqual([]);
  });
});

describe("orders.create", () => {
  const order = {
    items: [
      { file: part, ...choice, quantity: 2 },
      { ...choice, modelId: "mdl_9" },
      { file: lid, ...choice, quantity: 1 },
    ],
    ...customer,
  };

  it("keeps its key over lost answers and waiting, and after a 202 names every model by its id", async () => {
    const service = new ScriptedService([
      "lost",
      accepted({ modelId: null, modelIds: ["mdl_1", "mdl_9", "mdl_2"] }),
      job("done"),
      "lost",
      answer(201, { id: 9 }),
    ]);
    expect(await outcome(service.studio.orders.create(order))).toEqual({ id: 9 });
    const posts = service.seen.filter(({ request }) => request === "POST /orders");
    expect(posts).toHaveLength(4);
    const keys = new Set(posts.map(({ headers }) => headers.get("Idempotency-Key")));
    expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    const items = [
      { ...choice, quantity: 2 },
      { ...choice, modelId: "mdl_9" },
      { ...choice, quantity: 1 },
    ];
    const fields = Object.entries(customer);
    for (const post of posts.slice(0, 2)) {
      expect(await sent(post)).toEqual([
        ["items", JSON.stringify(items)],
        ...fields,
        ["models[]", "part.stl: solid part"],
        ["models[]", "lid.3mf: PK"],
      ]);
    }
    const named = [
      { ...choice, quantity: 2, modelId: "mdl_1" },
      { ...choice, modelId: "mdl_9" },
      { ...choice, quantity: 1, modelId: "mdl_2" },
    ];
    for (const post of posts.slice(2)) expect(await sent(post)).toEqual([["items", JSON.stringify(named)], ...fields]);
  });

  it("sends its files again if the service did not name every model", async () => {
    const service = new ScriptedService([accepted({ modelIds: [] }), job("done"), answer(201, { id: 9 })]);
    await outcome(service.studio.orders.create(order));
    expect(await sent(service.seen[2])).toEqual(await sent(service.seen[0]));
  });
});

describe("models.prices", () => {
  it("waits for slicing and asks once more, without a word of uploading", async () => {
    const told: string[] = [];
    const service = new ScriptedService([...slicingAnswers(), answer(200, [])]);
    const choices = { printingQualityIds: [1, 2], materialIds: [3], quantity: [1, 10], priority: "rush" };
    const options = { onProgress: ({ stage }: Progress) => told.push(stage) };
    expect(await outcome(service.studio.models.prices("mdl_17", choices, options))).toEqual([]);
    expect(service.requests[3]).toBe(
      "GET /models/mdl_17/prices?printingQualityIds=1%2C2&materialIds=3&quantity=1%2C10&priority=rush",
    );
    expect(told).toEqual(["slicing", "slicing"]);
  });
});

describe("slicingJobs.wait", () => {
  it("answers the job that is done", async () => {
    const service = new ScriptedService([job("processing", {}, { "Retry-After": "4" }), job("done")]);
    expect(await outcome(service.studio.slicingJobs.wait(JOB_ID))).toMatchObject({ status: "done" });
    expect(service.seen.map(({ at }) => at)).toEqual([0, 4000]);
  });

  it("throws the failures, file by file", async () => {
    const items = [{ originalFileName: "part.stl", errorMessage: "is not closed" }];
    const service = new ScriptedService([job("failed", { items })]);
    const error = await outcome(service.studio.slicingJobs.wait(JOB_ID));
    expect(error).toBeInstanceOf(SlicingFailedError);
    expect(error).toMatchObject({ message: `Slicing job ${JOB_ID} failed: part.stl: is not closed` });
  });
});

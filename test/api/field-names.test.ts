// Names of fields: spellings of lists, near misses, doubles, and ignored names.

import { describe, expect, it } from "vitest";
import { anotherBox } from "../../harness/models.ts";
import { addFinishing } from "./support/catalog.ts";
import { boxes, orderCount, orderOfBox, place, placed } from "./support/orders.ts";
import { type FormValue, form, modelFile, post, printingStudio, WAIT } from "./support/requests.ts";
import { createStudio, type TestStudio } from "./support/studio.ts";

const JSON_BODY = { "Content-Type": "application/json" };

interface Priced {
  readonly finishingIds: readonly number[];
  readonly quantity: number;
}

async function studioWithFinishings() {
  const { studio, ...ids } = await printingStudio();
  const finishings = [await addFinishing(studio), await addFinishing(studio), await addFinishing(studio)] as const;
  return { studio, ids, finishings };
}

const quote = (studio: TestStudio, fields: Record<string, FormValue>) => post<Priced>(studio, "/quotes", fields);

/** The answer to a quote of a valid choice with these fields added. */
async function quotedWith(more: Record<string, FormValue>) {
  const { studio, ...ids } = await printingStudio();
  return quote(studio, { ...ids, model: modelFile(boxes.small), ...more });
}

const mustBeNamed = (right: string) => [`must be named ${right}`];

describe("a list in a form", () => {
  it("is taken in every usual spelling, and priced alike", async () => {
    const { studio, ids, finishings } = await studioWithFinishings();
    const [first, second] = finishings;
    const spellings: Record<string, Record<string, FormValue>> = {
      "a JSON array": { finishingIds: `[${first}, ${second}]` },
      "one name, repeated": { finishingIds: [String(first), String(second)] },
      "empty brackets": { "finishingIds[]": [String(first), String(second)] },
      "numbered brackets": { "finishingIds[0]": first, "finishingIds[1]": second },
      "numbered brackets in another order, with a gap": { "finishingIds[12]": second, "finishingIds[3]": first },
    };
    for (const [spelling, fields] of Object.entries(spellings)) {
      const { status, body, headers } = await quote(studio, { ...ids, model: modelFile(boxes.small), ...fields });
      expect(status, `${spelling}: ${JSON.stringify(body)}`).toBe(200);
      expect(body.data.finishingIds, spelling).toEqual([first, second]);
      expect(headers.get("X-Ignored-Fields"), spelling).toBeNull();
    }
    for (const name of ["finishingIds", "finishingIds[]", "finishingIds[0]"]) {
      const { body } = await quote(studio, { ...ids, model: modelFile(boxes.small), [name]: first });
      expect(body.data?.finishingIds, `${name}: ${JSON.stringify(body)}`).toEqual([first]);
    }
  });

  it("is taken as items too: one JSON object per field", async () => {
    const { studio, ids } = await studioWithFinishings();
    for (const name of ["items", "items[]", "items[0]"]) {
      const order = await placed(
        studio,
        orderOfBox(ids, { items: undefined, [name]: JSON.stringify({ ...ids, quantity: 3 }) }),
      );
      expect(order.items, name).toMatchObject([{ ...ids, quantity: 3 }]);
    }
  });

  it("is refused in two spellings at once, and with two fields of one number", async () => {
    const oneWay = "must be sent in one way: as a JSON array, or as one field per entry, all of them spelled alike";
    for (const [fields, said] of [
      [{ finishingIds: "[1]", "finishingIds[]": "2" }, oneWay],
      [{ "finishingIds[]": "1", "finishingIds[0]": "2" }, oneWay],
      [{ "finishingIds[0]": ["1", "2"] }, "must be sent once"],
    ] as const) {
      const { status, body } = await quotedWith(fields);
      expect(status, JSON.stringify(fields)).toBe(400);
      expect(body.errors).toEqual({ finishingIds: [said] });
    }
  });

  it("is refused in the nested form of PHP, which would lose its values", async () => {
    const { studio, ids } = await studioWithFinishings();
    const nested = { "items[0][materialId]": ids.materialId, "items[0][quantity]": 10 };
    const { status, body } = await place(studio, orderOfBox(ids, { items: undefined, ...nested }));
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      items: ["is required"],
      "items[0][materialId]": mustBeNamed("items"),
      "items[0][quantity]": mustBeNamed("items"),
    });
  });
});

describe("a name that is nearly a field's", () => {
  it.each([
    ["Quantity", "quantity"],
    ["QUANTITY", "quantity"],
    ["quantity ", "quantity"],
    ["quantitiy", "quantity"],
    ["quanitty", "quantity"],
    ["quantity[]", "quantity"],
    ["qty", "quantity"],
    ["Qty", "quantity"],
    ["count", "quantity"],
    ["copies", "quantity"],
    ["finishing_ids", "finishingIds"],
    ["finishing-ids[]", "finishingIds"],
    ["finishing_ids[0]", "finishingIds"],
    ["FinishingIds", "finishingIds"],
    ["finishingId", "finishingIds"],
    ["finishings", "finishingIds"],
    ["finishings[]", "finishingIds"],
    ["model_id", "modelId"],
  ])("is refused in a quote, which names the right one: %s", async (name, right) => {
    const { status, body } = await quotedWith({ [name]: "10" });
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body.errors).toEqual({ [name]: mustBeNamed(right) });
  });

  it.each([
    ["count", "quantity"],
    ["Quantity", "quantity"],
    ["finishings", "finishingIds"],
    ["finishing_ids", "finishingIds"],
    ["modelID", "modelId"],
  ])("is refused in an element of an order's items, by its path: %s", async (name, right) => {
    const { studio, ids } = await studioWithFinishings();
    const items = JSON.stringify([{ ...ids }, { ...ids, [name]: 1 }]);
    const files = [modelFile(boxes.small), modelFile(boxes.flat)];
    const { status, body } = await place(studio, orderOfBox(ids, { items, "models[]": files }));
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body.errors).toEqual({ [`items.1.${name}`]: mustBeNamed(right) });
    expect(await orderCount(studio)).toBe(0);
  });

  it("is refused in an order's form, among its fields and its files", async () => {
    const { studio, ids } = await studioWithFinishings();
    const more = { delivery_method_id: 1, CustomerLocale: "uk", models: modelFile(boxes.flat) };
    const { status, body } = await place(studio, orderOfBox(ids, more));
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      delivery_method_id: mustBeNamed("deliveryMethodId"),
      CustomerLocale: mustBeNamed("customerLocale"),
      models: mustBeNamed("models[]"),
    });
  });

  it("is refused by POST /slicing-jobs and by POST /models", async () => {
    const { studio, ids } = await studioWithFinishings();
    const model = modelFile(boxes.small);
    const slice = { printingQualityId: ids.printingQualityId, material: ids.materialId, model };
    expect((await post(studio, "/slicing-jobs", slice)).body.errors).toEqual({ material: mustBeNamed("materialId") });
    const kept = await post(studio, "/models", { model, Model: modelFile(boxes.flat) });
    expect(kept.body.errors).toEqual({ Model: mustBeNamed("model") });
  });

  it("is refused in the JSON of a printer, and nothing is added or changed", async () => {
    const studio = await createStudio();
    const printer = { name: "MK4", technologyId: 1 };
    const add = (body: object) =>
      studio.answer<{ id: number }>("/printers", { method: "POST", headers: JSON_BODY, body: JSON.stringify(body) });
    const refused = await add({ ...printer, build_volume: "250x210x220", maintenanceNotes: "oil" });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual({
      build_volume: mustBeNamed("buildVolume"),
      maintenanceNotes: mustBeNamed("maintenanceNote"),
    });
    expect(await studio.data<unknown[]>("/printers")).toEqual([]);
    const { id } = (await add(printer)).body.data;
    const changed = await studio.answer(`/printers/${id}`, {
      method: "PATCH",
      headers: JSON_BODY,
      body: '{"Status":"offline"}',
    });
    expect(changed.status).toBe(400);
    expect(changed.body.errors).toEqual({ Status: mustBeNamed("status") });
    expect(await studio.data(`/printers/${id}`)).toMatchObject({ status: "active" });
  });

  it("is said in Ukrainian to a client that prefers it", async () => {
    const { studio, ...ids } = await printingStudio();
    const answer = await studio.answer("/quotes", {
      method: "POST",
      body: form({ ...ids, model: modelFile(boxes.small), qty: 2, materialId: ["1", "2"] }),
      headers: { "Accept-Language": "uk" },
    });
    expect(answer.body.errors).toEqual({
      qty: ["має називатися quantity"],
      materialId: ["має бути надіслано один раз"],
    });
  });
});

describe("a single field that is sent twice", () => {
  it("is refused in a form, whichever value came last", async () => {
    const { studio, ...ids } = await printingStudio();
    for (const [name, values] of Object.entries({
      materialId: [String(ids.materialId), "999999999"],
      quantity: ["1", "1"],
    })) {
      const { status, body } = await quote(studio, { ...ids, model: modelFile(boxes.small), [name]: values });
      expect(status, name).toBe(400);
      expect(body.errors).toEqual({ [name]: ["must be sent once"] });
    }
    const twice = orderOfBox(ids, { customerEmail: ["lesia@example.com", "olha@example.com"] });
    expect((await place(studio, twice)).body.errors).toEqual({ customerEmail: ["must be sent once"] });
  });

  it("is refused in JSON: in an element of items, and in a printer", async () => {
    const { studio, ...ids } = await printingStudio();
    const { materialId, printingQualityId } = ids;
    const element = `{"materialId":${materialId},"printingQualityId":${printingQualityId},"quantity":1,"quantity":10}`;
    for (const fields of [{ items: `[${element}]` }, { items: undefined, "items[]": element }]) {
      const { status, body } = await place(studio, orderOfBox(ids, fields));
      expect(status, JSON.stringify(body)).toBe(400);
      expect(body.errors).toEqual({ "items.0.quantity": ["must be sent once"] });
    }
    const printer = '{"name":"MK4","technologyId":1,"na\\u006de":"MINI"}';
    const refused = await studio.answer("/printers", { method: "POST", headers: JSON_BODY, body: printer });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual({ name: ["must be sent once"] });
  });

  it("is taken if one of the two was left empty, as forms send it", async () => {
    const { status, body } = await quotedWith({ quantity: ["", "2"] });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data.quantity).toBe(2);
  });
});

describe("a field that the operation does not have", () => {
  it("is ignored, and named in X-Ignored-Fields", async () => {
    const { studio, ids } = await studioWithFinishings();
    const foreign = { utm_source: "shop", _token: "a1", preview: modelFile("a picture", "part.png") };
    const quoted = await quote(studio, { ...ids, model: modelFile(boxes.small), ...foreign });
    expect(quoted.status).toBe(200);
    expect(quoted.headers.get("X-Ignored-Fields")).toBe("utm_source, _token, preview");
    const items = JSON.stringify([{ ...ids, colour: "red" }]);
    const ordered = await place(studio, orderOfBox(ids, { items, csrf_token: "a1" }));
    expect(ordered.status).toBe(201);
    expect(ordered.headers.get("X-Ignored-Fields")).toBe("csrf_token, items.0.colour");
    const printer = JSON.stringify({ name: "MK4", technologyId: 1, serialNumber: "1", тест: 1 });
    const added = await studio.answer("/printers", { method: "POST", headers: JSON_BODY, body: printer });
    expect(added.status).toBe(201);
    expect(added.headers.get("X-Ignored-Fields")).toBe("serialNumber, %D1%82%D0%B5%D1%81%D1%82");
    const refused = await quote(studio, { ...ids, quantity: 0, model: modelFile(boxes.small), ...foreign });
    expect(refused.status).toBe(400);
    expect(refused.headers.get("X-Ignored-Fields")).toBe("utm_source, _token, preview");
    const plain = await quote(studio, { ...ids, model: modelFile(boxes.small) });
    expect(plain.headers.get("X-Ignored-Fields")).toBeNull();
  });

  it("cannot break the header: its name is encoded, cut, and counted", async () => {
    const studio = await createStudio();
    const names = ["a,b", "x\r\nSet-Cookie: y", "\ud800", "long".repeat(1000), "__proto__", "constructor"];
    const foreign = Object.fromEntries(names.map((name) => [name, 1]));
    const body = JSON.stringify({ name: "MK4", technologyId: 1, ...foreign });
    const added = await studio.answer("/printers", { method: "POST", headers: JSON_BODY, body });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    expect(added.headers.get("Set-Cookie")).toBeNull();
    const named = added.headers.get("X-Ignored-Fields")?.split(", ");
    expect(named).toEqual([
      "a%2Cb",
      "x%0D%0ASet-Cookie%3A%20y",
      "%EF%BF%BD",
      "long".repeat(15),
      "__proto__",
      "constructor",
    ]);
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`foreign${index}`, index]));
    const counted = await studio.answer("/printers", {
      method: "POST",
      headers: JSON_BODY,
      body: JSON.stringify({ name: "MK4", technologyId: 1, ...many }),
    });
    expect(counted.headers.get("X-Ignored-Fields")?.split(", ")).toHaveLength(21);
    expect(counted.headers.get("X-Ignored-Fields")).toMatch(/^foreign0, foreign1, .*foreign19, \.\.\.$/);
  });

  it("is shown to browsers", async () => {
    const studio = await createStudio();
    const answer = await studio.fetch("/technologies", { headers: { Origin: "https://shop.example" } });
    expect(answer.headers.get("Access-Control-Expose-Headers")).toContain("X-Ignored-Fields");
  });

  it("is refused if it is a field after all, but was sent as a file", async () => {
    const { status, body } = await quotedWith({ finishingIds: new File(["[1]"], "blob") });
    expect(status).toBe(400);
    expect(body.errors).toEqual({ finishingIds: ["was sent as a file and must be text"] });
  });
});

describe("the lists of a query", () => {
  async function asked(query: (finishings: readonly number[]) => string) {
    const { studio, ids, finishings } = await studioWithFinishings();
    const { data } = (await post<{ modelId: string }>(studio, "/models", { model: modelFile(anotherBox()) })).body;
    const path = `/models/${data.modelId}/prices?printingQualityIds=${ids.printingQualityId}&${query(finishings)}`;
    return studio.answer<{ prices: { quantity: number }[] }[]>(path, { headers: WAIT });
  }

  it("are taken in every usual spelling", async () => {
    for (const spelled of [
      "quantity=1,5",
      "quantity=1&quantity=5",
      "quantity[]=1&quantity[]=5",
      "quantity[0]=1&quantity[1]=5",
      "quantity=[1,5]",
      "quantity%5B%5D=1,5",
    ]) {
      const { status, body } = await asked(() => spelled);
      expect(status, `${spelled}: ${JSON.stringify(body)}`).toBe(200);
      expect(
        body.data[0]?.prices.map(({ quantity }) => quantity),
        spelled,
      ).toEqual([1, 5]);
    }
  });

  it("are refused under a name that is nearly theirs, and a foreign name is stated", async () => {
    const near = await asked(([first]) => `finishing_ids=${first}&qty=5&materialId=1`);
    expect(near.status).toBe(400);
    expect(near.body.errors).toEqual({
      finishing_ids: mustBeNamed("finishingIds"),
      qty: mustBeNamed("quantity"),
      materialId: mustBeNamed("materialIds"),
    });
    const foreign = await asked(() => "utm_source=shop&page=2");
    expect(foreign.status).toBe(200);
    expect(foreign.headers.get("X-Ignored-Fields")).toBe("utm_source, page");
  });
});

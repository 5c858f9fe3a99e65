// Wrong requests of every operation, as developers of sites send them, for the page of their answers.

import { binaryStl, box, bytes, looseTriangles } from "../models.ts";
import { windows1251 } from "../windows-1251.ts";
import type { ContractWorld, FilePart, OperationRequest } from "./contract-world.ts";

type Asking = (world: ContractWorld) => OperationRequest | Promise<OperationRequest>;

export interface WrongRequest {
  /** Its method and path, as the page shows them. */
  readonly request: string;
  /** The same as it is sent. `{modelId}` stands for the id of a model that is sliced. */
  readonly sent: string;
  /** The mistake in it, in Markdown. */
  readonly mistake: string;
  readonly ask: Asking;
}

export interface WrongRequests {
  readonly about: string;
  readonly requests: readonly WrongRequest[];
}

type Form = NonNullable<OperationRequest["form"]>;

const wrong = (
  request: string,
  mistake: string,
  ask: Asking | OperationRequest = {},
  sent: string = request,
): WrongRequest => ({
  request,
  sent,
  mistake,
  ask: typeof ask === "function" ? ask : () => ask,
});

/** No key of any studio. */
const SOME_KEY = `pk_live_${"a1B2".repeat(16)}`;
const UNKNOWN_ID = 999_999;
const NO_JOB = "00000000-0000-4000-8000-000000000000";
const HELD = { Prefer: "wait=30" };
const BOUNDARY = "part";

const part: FilePart = { name: "part.stl", content: binaryStl(box([0, 0, 0], [20, 20, 10])) };
const cutShort: FilePart = { name: "part.stl", content: binaryStl(box([0, 0, 0], [9, 9, 9])).slice(0, 300) };
const broken: FilePart = { name: "broken.stl", content: binaryStl(looseTriangles(4)) };
const large: FilePart = { name: "tower.stl", content: new Uint8Array(1024 * 1024 + 1) };
const fileOf = (name: string, content = "just words"): FilePart => ({ name, content: bytes(content) });

/** A form with its name in windows-1251, byte for byte. */
const OLD_FORM = new Uint8Array([
  ...bytes(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="model"; filename="`),
  ...windows1251("Кронштейн.igs"),
  ...bytes(`"\r\n\r\njust words\r\n--${BOUNDARY}--\r\n`),
]);

const keys: readonly WrongRequest[] = [
  wrong("GET /materials", "No key", { authorization: null }),
  wrong("GET /technologies", "The key in `X-API-Key`", { authorization: null, headers: { "X-API-Key": SOME_KEY } }),
  wrong("GET /finishings", "The key in `Token`", { authorization: null, headers: { Token: SOME_KEY } }),
  wrong("GET /products?api_key=…", "The key in the address", { authorization: null }),
  wrong("GET /printing-qualities", "The scheme `Basic`", { authorization: "Basic cGtfbGl2ZTo=" }),
  wrong("GET /delivery/settings", "The key without `Bearer`", { authorization: SOME_KEY }),
  wrong("GET /printers", "A placeholder in place of the key", { authorization: "Bearer <key>" }),
  wrong("POST /quotes", "A key that is a letter short", { authorization: `Bearer ${SOME_KEY.slice(0, -1)}` }),
  wrong("POST /orders", "A key that no studio has", { authorization: `Bearer ${SOME_KEY}` }),
  wrong("GET /me", "A revoked key", (world) => ({ authorization: `Bearer ${world.revokedKey}` })),
  wrong("GET /me", "A key of a studio without the API", (world) => ({
    authorization: `Bearer ${world.keyWithoutAccess}`,
  })),
  wrong("GET /orders/1", "A key for prices alone", (world) => ({
    authorization: `Bearer ${world.narrowKeys.quotes}`,
  })),
  wrong("POST /quotes", "A key that only reads", (world) => ({
    authorization: `Bearer ${world.narrowKeys.read}`,
  })),
  wrong("GET /me", "Plain HTTP to a deployed service", { fault: "https is required" }),
  wrong("GET /me", "More requests than the studio's hour has", async (world) => ({
    authorization: `Bearer ${await world.limitedKey()}`,
  })),
];

const paths: readonly WrongRequest[] = [
  wrong("POST /quote", "One letter too few"),
  wrong("GET /order/7", "One letter too few, before an id"),
  wrong("GET /materials/", "A slash too many"),
  wrong("GET /Printers", "A capital letter"),
  wrong("GET /printing_qualities/2", "An underscore"),
  wrong("GET /v1/materials", "The base's `v1` twice"),
  wrong("POST /upload", "The name of another service"),
  wrong("GET /customers", "No such path, and none near it"),
  wrong("GET /materials/pla", "A name in place of an id"),
  wrong(`GET /materials/${UNKNOWN_ID}`, "A material that the studio does not have"),
  wrong(`GET /printing-qualities/${UNKNOWN_ID}`, "A profile that the studio does not have"),
  wrong(`GET /finishings/${UNKNOWN_ID}`, "A finishing that the studio does not have"),
  wrong(`GET /products/${UNKNOWN_ID}`, "A product that the studio does not have"),
  wrong(`GET /orders/${UNKNOWN_ID}`, "An order that the studio does not have"),
  wrong("GET /orders", "Orders cannot be listed"),
  wrong("DELETE /materials/1", "The catalog is read only"),
  wrong("PUT /printers/1", "`PUT` in place of `PATCH`", { json: {} }),
];

const models: readonly WrongRequest[] = [
  wrong("POST /models", "No file", { form: [["note", "a bracket"]] }),
  wrong("POST /models", "JSON in place of a form", { json: { model: "part.stl" } }),
  wrong("POST /models", "The file's name in place of the file", { form: [["model", "part.stl"]] }),
  wrong("POST /models", "The file as `file`", { form: [["file", part]] }),
  wrong("POST /models", "An empty file", { form: [["model", fileOf("part.stl", "")]] }),
  wrong("POST /models", "A text", { form: [["model", fileOf("notes.txt")]] }),
  wrong("POST /models", "A file that is cut short", { form: [["model", cutShort]] }),
  wrong("POST /models", "A file of SolidWorks", { form: [["model", fileOf("bracket.sldprt")]] }),
  wrong("POST /models", "A drawing in DXF, called `.stl`", {
    form: [["model", fileOf("part.stl", "  0\nSECTION\n  2\nHEADER\n")]],
  }),
  wrong("POST /models", "IGES, its name in windows-1251, `Accept-Language: uk`", {
    text: { contentType: `multipart/form-data; boundary=${BOUNDARY}`, body: OLD_FORM },
    headers: { "Accept-Language": "uk" },
  }),
  wrong("POST /models", "Code for a printer", { form: [["model", fileOf("part.gcode", "G28 ; home\n")]] }),
  wrong("POST /models", "A ZIP archive", { form: [["model", fileOf("parts.zip", "PK\x03\x04 part.stl")]] }),
  wrong("POST /models", "A RAR archive", { form: [["model", fileOf("parts.rar", "Rar!\x1a\x07\x01\0")]] }),
  wrong("POST /models", "A file that is too large (limit: 1 MB)", {
    form: [["model", large]],
    fault: "files are limited to a megabyte",
  }),
  wrong("POST /models", "A body that breaks off", {
    text: { contentType: `multipart/form-data; boundary=${BOUNDARY}`, body: OLD_FORM.slice(0, 90) },
  }),
];

const chosen = async (world: ContractWorld, ...more: Form): Promise<Form> => [
  ...Object.entries(await world.choice()).filter(([name]) => !more.some(([other]) => other === name)),
  ["modelId", await world.modelId()],
  ...more,
];
const quote = (mistake: string, ...fields: Form) =>
  wrong("POST /quotes", mistake, async (world) => ({ form: await chosen(world, ...fields), headers: HELD }));

const prices = (mistake: string, query: string, modelId = "{modelId}") =>
  wrong("GET /models/{modelId}/prices", mistake, {}, `GET /models/${modelId}/prices?${query}`);

const quotes: readonly WrongRequest[] = [
  wrong("POST /quotes", "No field at all", { form: [["note", "a bracket"]] }),
  quote("`quantity=0`", ["quantity", 0]),
  quote("`quantity=1000`", ["quantity", 1000]),
  quote("`quantity=2.5`", ["quantity", "2.5"]),
  quote("`materialId=PLA`", ["materialId", "PLA"]),
  quote("`qty=10`", ["qty", 10]),
  quote("`finishing_ids=[3]`", ["finishing_ids", "[3]"]),
  quote("`finishingIds=polished`", ["finishingIds", "polished"]),
  quote("The same finishing twice", ["finishingIds", "[1,1]"]),
  quote("`quantity` twice", ["quantity", 1], ["quantity", 2]),
  quote("A file and a `modelId`", ["model", part]),
  quote("A material that the studio does not have", ["materialId", UNKNOWN_ID]),
  quote("That, and a wrong quantity", ["materialId", UNKNOWN_ID], ["quantity", "many"]),
  quote("A priority that the studio does not have", ["priority", "yesterday"]),
  wrong("POST /quotes", "A profile of another technology", async (world) => ({
    form: await chosen(world, ["printingQualityId", (await world.choice("sla")).printingQualityId]),
  })),
  wrong("POST /quotes", "A `modelId` that the studio does not have", async (world) => ({
    form: [...Object.entries(await world.choice()), ["modelId", `mdl_${UNKNOWN_ID}`]],
  })),
  wrong("POST /quotes", "A model that cannot be sliced", async (world) => ({
    form: [...Object.entries(await world.choice()), ["model", broken]],
    headers: HELD,
  })),
  wrong("POST /quotes", "None: the slicer cannot be reached", async (world) => ({
    form: [...Object.entries(await world.choice()), ["model", world.newModel()]],
    fault: "slicer is lost",
  })),
  wrong("POST /slicing-jobs", "No model", async (world) => ({
    form: [["printingQualityId", (await world.choice()).printingQualityId]],
  })),
  wrong("POST /slicing-jobs", "No profile", { form: [["model", part]] }),
  wrong("GET /slicing-jobs/{jobId}", "A job that the studio does not have", {}, `GET /slicing-jobs/${NO_JOB}`),
  prices("No profile", ""),
  prices("`quantity=many`", "printingQualityIds=2&quantity=many"),
  prices("Eleven `printingQualityIds`", "printingQualityIds=1,2,3,4,5,6,7,8,9,10,11"),
  prices("A model that the studio does not have", "printingQualityIds=2", `mdl_${UNKNOWN_ID}`),
];

const ordered = async (world: ContractWorld, ...more: Form): Promise<Form> => [
  ...(await world.orderForm()).filter(([name]) => !more.some(([other]) => other === name)),
  ...more,
];
const order = (mistake: string, ...fields: Form) =>
  wrong("POST /orders", mistake, async (world) => ({ form: await ordered(world, ...fields), headers: HELD }));
const items = (mistake: string, change: (choice: object) => unknown) =>
  wrong("POST /orders", mistake, async (world) => ({
    form: await ordered(world, ["items", JSON.stringify(change(await world.choice()))]),
  }));
const underKey = (key: string) => ({ "Idempotency-Key": key });

const orders: readonly WrongRequest[] = [
  wrong("POST /orders", "No field at all", { form: [["note", "a bracket"]] }),
  wrong("POST /orders", "JSON in place of a form", { json: { items: [] } }),
  order("A name in Latin letters", ["customerFirstName", "Lesia"]),
  order("A telephone number without its country", ["customerPhoneNumber", "0501234567"]),
  order("An e-mail address without its host", ["customerEmail", "lesia@"]),
  order("`items` that are not JSON", ["items", "1,2"]),
  items("An empty list of `items`", () => []),
  items("Two items, one file", (choice) => [choice, choice]),
  items("An item without a material", () => [{ printingQualityId: 2 }]),
  items("A misspelt field in an item", (choice) => [{ ...choice, quantiti: 2 }]),
  wrong("POST /orders", "A file as `models[]`, another as `item_0`", async (world) => ({
    form: [...(await world.orderForm()), ["item_0", part]],
  })),
  order("A delivery method that the studio does not have", ["deliveryMethodId", UNKNOWN_ID]),
  wrong("POST /orders", "An `Idempotency-Key` of 256 characters", async (world) => ({
    form: await world.orderForm(),
    headers: underKey("k".repeat(256)),
  })),
  wrong("POST /orders", "The `Idempotency-Key` of another order", async (world) => {
    const form = await world.orderForm();
    await world.data("POST", "/orders", { form, headers: underKey("basket-1") });
    return { form: [...form, ["source", "site"]], headers: underKey("basket-1") };
  }),
  wrong("POST /orders", "The `Idempotency-Key` of a request that still runs", async (world) => {
    const form = await world.orderForm();
    await world.beginSlowly("/orders", { form, headers: underKey("basket-2") });
    return { form, headers: underKey("basket-2") };
  }),
];

const PRINTER = { name: "Row B-2", technologyId: 1, model: "Prusa MK4S" };
const printer = (mistake: string, json: object) => wrong("POST /printers", mistake, { json: { ...PRINTER, ...json } });

const printers: readonly WrongRequest[] = [
  wrong("POST /printers", "No field at all", { json: {} }),
  wrong("POST /printers", "A body that is not JSON", { text: { contentType: "application/json", body: "{" } }),
  wrong("POST /printers", "Text in place of JSON", { text: { contentType: "text/plain", body: "a printer" } }),
  printer("`status: broken`", { status: "broken" }),
  printer("`buildVolume: 250`", { buildVolume: "250" }),
  printer("A day that does not exist", { nextMaintenanceAt: "2027-02-30" }),
  printer("A technology that does not exist", { technologyId: UNKNOWN_ID }),
  printer("A note that makes the body too large", { maintenanceNote: "x".repeat(100_000) }),
  printer("`build_volume`", { build_volume: "250x210x220" }),
  wrong("PATCH /printers/1", "`name: null`", { json: { name: null } }),
  wrong(`PATCH /printers/${UNKNOWN_ID}`, "A printer that the studio does not have", { json: { status: "offline" } }),
  wrong(`GET /printers/${UNKNOWN_ID}`, "A printer that the studio does not have"),
  wrong(`DELETE /printers/${UNKNOWN_ID}`, "A printer that the studio does not have"),
];

const service: readonly WrongRequest[] = [
  wrong("GET /me", "None: a fault of the service", { fault: "gate fails" }),
  wrong("GET /me", "None: the service is loaded", { fault: "gate is overloaded" }),
];

/** In the order of asking. */
export const WRONG_REQUESTS: readonly WrongRequests[] = [
  { about: "Keys", requests: keys },
  { about: "Paths and methods", requests: paths },
  { about: "Model files", requests: models },
  { about: "Quotes, slicing and prices", requests: quotes },
  { about: "Orders", requests: orders },
  { about: "Printers", requests: printers },
  { about: "Faults of the service", requests: service },
];

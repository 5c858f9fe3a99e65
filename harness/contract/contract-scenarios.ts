// Scenarios of the contract: every operation in every outcome, for its test and for the recorded examples.

import { binaryStl, box, looseTriangles } from "../models.ts";
import { type ContractWorld, CUSTOMER, type FilePart, type OperationRequest } from "./contract-world.ts";

export interface Scenario {
  readonly operationId: string;
  /** Name of the scenario and of its example, unique within the operation. */
  readonly name: string;
  /** The outcome, for readers of the contract. */
  readonly summary: string;
  readonly status: number;
  /** Null for a success, and for 429, which has none. */
  readonly errorCode: string | null;
  readonly ask: (world: ContractWorld) => OperationRequest | Promise<OperationRequest>;
  /** A request that is refused although its body fits its schema: for rules beyond schemas. */
  readonly isBeyondSchema?: true;
}

type Asking = Scenario["ask"];
type Form = NonNullable<OperationRequest["form"]>;

const HELD = { Prefer: "wait=30" };
const NOT_HELD = { Prefer: "wait=0" };
const NO_MODEL: FilePart = { name: "notes.txt", content: new Uint8Array([110, 111, 116, 101, 115]) };
const MEGABYTE = 1024 * 1024;
const UNKNOWN_ID = 999_999;
const LARGE_FILE: FilePart = { name: "large.stl", content: new Uint8Array(MEGABYTE + 1) };
/** A model that cannot be sliced: it encloses nothing. */
const BROKEN_MODEL: FilePart = { name: "broken.stl", content: binaryStl(looseTriangles(4)) };

/** A model that is longer than every printer of the demo. */
const LONG_MODEL: FilePart = { name: "rail.stl", content: binaryStl(box([0, 0, 0], [640, 12, 4])) };

function success(
  operationId: string,
  status: number,
  name: string,
  summary: string,
  ask: Asking = () => ({}),
): Scenario {
  return { operationId, status, name, summary, errorCode: null, ask };
}

function refusal(
  operationId: string,
  [status, code]: readonly [number, string],
  name: string,
  summary: string,
  ask: Asking,
  more: Pick<Scenario, "isBeyondSchema"> = {},
): Scenario {
  return { operationId, status, name, summary, errorCode: `errors.${code}`, ask, ...more };
}

const INVALID = [400, "validationFailed"] as const;
const NOT_FOUND = [404, "notFound"] as const;
const IN_PROGRESS = [409, "idempotencyInProgress"] as const;
const TOO_LARGE = [413, "payloadTooLarge"] as const;
const WRONG_TYPE = [415, "unsupportedMediaType"] as const;
const KEY_REUSED = [422, "idempotencyKeyReused"] as const;
const SLICER_LOST = [503, "slicerUnavailable"] as const;

/** A list or record that a client may cache: it is answered whole, and then as unchanged. */
function cacheableScenarios(
  operationId: string,
  summary: string,
  parameters: (world: ContractWorld) => Promise<NonNullable<OperationRequest["parameters"]>>,
) {
  return [
    success(operationId, 200, "answered", summary, async (world) => ({ parameters: await parameters(world) })),
    success(operationId, 304, "unchanged", "What the client has still holds", async (world) => ({
      parameters: { ...(await parameters(world)), "If-None-Match": world.entityTag(operationId) },
    })),
  ];
}

const nothing = async () => ({});
const unknownId = (operationId: string, summary: string) =>
  refusal(operationId, NOT_FOUND, "unknown", summary, () => ({ parameters: { id: UNKNOWN_ID } }));

const catalog: readonly Scenario[] = [
  ...cacheableScenarios("listTechnologies", "All technologies", nothing),
  ...cacheableScenarios("listMaterials", "All materials", nothing),
  ...cacheableScenarios("getMaterial", "A material", async (world) => ({ id: (await world.choice()).materialId })),
  unknownId("getMaterial", "No such material"),
  ...cacheableScenarios("listPrintingQualities", "All profiles", nothing),
  ...cacheableScenarios("getPrintingQuality", "A profile", async (world) => ({
    id: (await world.choice()).printingQualityId,
  })),
  unknownId("getPrintingQuality", "No such profile"),
  ...cacheableScenarios("listFinishings", "All services on offer", nothing),
  ...cacheableScenarios("getFinishing", "A service", async (world) => ({ id: await world.finishingId() })),
  unknownId("getFinishing", "No such service"),
  ...cacheableScenarios("listProducts", "All products", nothing),
  ...cacheableScenarios("getProduct", "A product", async (world) => ({ id: await world.productId() })),
  unknownId("getProduct", "No such product"),
  ...cacheableScenarios("getDeliverySettings", "All delivery methods", nothing),
  success("getMe", 200, "answered", "The studio of the key"),
  success("getMe", 200, "test-key", "The studio of a test key", (world) => ({ authorization: world.asTest })),
  success("getMe", 200, "restricted-key", "By a key for prices alone, which has an end", (world) => ({
    authorization: `Bearer ${world.narrowKeys.quotes}`,
  })),
];

/** Scenarios of an operation that takes one model's file, with the fields of `form`. */
function refusedFiles(operationId: string, form: (world: ContractWorld) => Promise<Form>): readonly Scenario[] {
  const withFile =
    (file: FilePart, more: Omit<OperationRequest, "form"> = {}) =>
    async (world: ContractWorld) => ({ form: [...(await form(world)), ["model", file] as const], ...more });
  return [
    refusal(operationId, INVALID, "not-a-model", "A file that is no model", withFile(NO_MODEL), {
      isBeyondSchema: true,
    }),
    refusal(operationId, INVALID, "wrong-field", "The file under a wrong name", async (world) => ({
      form: [...(await form(world)), ["file", await world.slicedModel()]],
    })),
    refusal(
      operationId,
      TOO_LARGE,
      "too-large",
      "A file that is too large",
      withFile(LARGE_FILE, {
        fault: "files are limited to a megabyte",
      }),
    ),
    refusal(operationId, WRONG_TYPE, "json-body", "JSON in place of a form", () => ({ json: {} })),
  ];
}

const choiceForm = async (world: ContractWorld): Promise<Form> => Object.entries(await world.choice());
const profileForm = async (world: ContractWorld): Promise<Form> => [
  ["printingQualityId", (await world.choice()).printingQualityId],
];

const models: readonly Scenario[] = [
  success("createModel", 201, "kept", "A model that the studio has not had", (world) => ({
    form: [["model", world.newModel()]],
  })),
  success("createModel", 200, "known", "The same content again", async (world) => {
    await world.modelId();
    return { form: [["model", await world.slicedModel()]] };
  }),
  ...refusedFiles("createModel", async () => []),
  success("getModelPrices", 200, "priced", "In two materials, for one copy and for ten", async (world) => ({
    parameters: {
      modelId: await world.modelId(),
      printingQualityIds: (await world.choice()).printingQualityId,
      materialIds: (await world.filamentIds()).slice(0, 2).join(","),
      finishingIds: await world.finishingId(),
      quantity: "1,10",
      ...HELD,
    },
  })),
  success("getModelPrices", 200, "failed", "A model that cannot be sliced", async (world) => {
    await world.endedJob("failed", BROKEN_MODEL);
    const { modelId } = await world.data<{ modelId: string }>("POST", "/models", { form: [["model", BROKEN_MODEL]] });
    return { parameters: { modelId, printingQualityIds: (await world.choice()).printingQualityId } };
  }),
  success("getModelPrices", 202, "slicing", "A model that has to be sliced first", async (world) => {
    const form: Form = [["model", world.newModel()]];
    const { modelId } = await world.data<{ modelId: string }>("POST", "/models", { form });
    return { parameters: { modelId, printingQualityIds: (await world.choice()).printingQualityId, ...NOT_HELD } };
  }),
  refusal("getModelPrices", INVALID, "fields", "No quality, and a quantity that is no number", async (world) => ({
    parameters: { modelId: await world.modelId(), quantity: "many" },
  })),
  refusal("getModelPrices", NOT_FOUND, "unknown", "No such model", async (world) => ({
    parameters: { modelId: `mdl_${UNKNOWN_ID}`, printingQualityIds: (await world.choice()).printingQualityId },
  })),
  refusal("getModelPrices", SLICER_LOST, "no-slicer", "The slicer cannot be reached", async (world) => {
    const form: Form = [["model", world.newModel()]];
    const { modelId } = await world.data<{ modelId: string }>("POST", "/models", { form });
    const { printingQualityId } = await world.choice();
    return { parameters: { modelId, printingQualityIds: printingQualityId }, fault: "slicer is lost" };
  }),
];

const slicing: readonly Scenario[] = [
  success("createSlicingJob", 202, "running", "A model that was not sliced yet", async (world) => ({
    form: [...(await profileForm(world)), ["model", world.newModel()]],
  })),
  success("createSlicingJob", 200, "sliced", "A model that is sliced already, by its id", async (world) => ({
    form: [...(await profileForm(world)), ["modelId", await world.modelId()]],
    parameters: HELD,
  })),
  ...refusedFiles("createSlicingJob", profileForm),
  refusal("createSlicingJob", INVALID, "no-model", "Neither a file nor an id", async (world) => ({
    form: await profileForm(world),
  })),
  refusal("createSlicingJob", NOT_FOUND, "unknown", "No such profile", async (world) => ({
    form: [
      ["printingQualityId", UNKNOWN_ID],
      ["modelId", await world.modelId()],
    ],
  })),
  refusal("createSlicingJob", SLICER_LOST, "no-slicer", "The slicer cannot be reached", async (world) => ({
    form: [...(await profileForm(world)), ["model", world.newModel()]],
    fault: "slicer is lost",
  })),
  success("getSlicingJob", 200, "done", "A job that is done", async (world) => ({
    parameters: { jobId: await world.endedJob("done", world.newModel()), ...HELD },
  })),
  success("getSlicingJob", 200, "running", "A job that still runs", async (world) => ({
    parameters: { jobId: await world.startedJob(), ...NOT_HELD },
  })),
  success("getSlicingJob", 200, "several-files", "The job of an order of two models", async (world) => ({
    parameters: { jobId: await world.endedJob("of two", world.newModel(), world.newModel("lid.3mf")) },
  })),
  success("getSlicingJob", 200, "failed", "A job whose model cannot be sliced", async (world) => ({
    parameters: { jobId: await world.endedJob("failed", BROKEN_MODEL) },
  })),
  refusal("getSlicingJob", NOT_FOUND, "unknown", "No such job", () => ({})),
  refusal("getSlicingJob", SLICER_LOST, "no-slicer", "The slicer cannot be reached", async (world) => ({
    parameters: { jobId: await world.startedJob() },
    fault: "slicer is lost",
  })),
];

const quotes: readonly Scenario[] = [
  success("createQuote", 200, "priced", "The price of two copies", async (world) => ({
    form: [
      ...(await choiceForm(world)),
      ["finishingIds", JSON.stringify([await world.finishingId()])],
      ["quantity", 2],
      ["model", await world.slicedModel()],
    ],
    parameters: HELD,
  })),
  success("createQuote", 200, "by-model-id", "The same, without sending the model again", async (world) => ({
    form: [
      ...(await choiceForm(world)),
      ["finishingIds[]", await world.finishingId()],
      ["modelId", await world.modelId()],
    ],
  })),
  success(
    "createQuote",
    200,
    "on-machine",
    "The price of five copies that take two prints to start",
    async (world) => ({
      form: [
        ["materialId", (await world.choice()).materialId],
        ["printingQualityId", await world.machineQualityId()],
        ["quantity", 5],
        ["modelId", await world.modelId()],
      ],
      parameters: HELD,
    }),
  ),
  success("createQuote", 200, "warned-of", "A model that is larger than the studio's printers", async (world) => ({
    form: [...(await choiceForm(world)), ["model", LONG_MODEL]],
    parameters: HELD,
  })),
  success("createQuote", 200, "foreign-field", "With a field that the operation does not have", async (world) => ({
    form: [...(await choiceForm(world)), ["modelId", await world.modelId()], ["utm_source", "newsletter"]],
    parameters: HELD,
  })),
  success("createQuote", 202, "slicing", "A model that has to be sliced first", async (world) => ({
    form: [...(await choiceForm(world)), ["model", world.newModel()]],
    parameters: NOT_HELD,
  })),
  ...refusedFiles("createQuote", choiceForm),
  refusal(
    "createQuote",
    INVALID,
    "not-sliced",
    "A model that cannot be sliced",
    async (world) => ({ form: [...(await choiceForm(world)), ["model", BROKEN_MODEL]], parameters: HELD }),
    { isBeyondSchema: true },
  ),
  refusal("createQuote", INVALID, "fields", "Wrong fields", async (world) => ({
    form: [
      ["materialId", "one"],
      ["quantity", 1000],
      ["finishingIds", "3,4"],
      ["model", await world.slicedModel()],
    ],
  })),
  refusal(
    "createQuote",
    INVALID,
    "near-miss",
    "Names that are nearly those of fields",
    async (world) => ({
      form: [
        ...(await choiceForm(world)),
        ["finishing_ids", "[3, 4]"],
        ["qty", 10],
        ["modelId", await world.modelId()],
      ],
    }),
    { isBeyondSchema: true },
  ),
  refusal("createQuote", INVALID, "file-and-id", "A file and an id", async (world) => ({
    form: [...(await choiceForm(world)), ["modelId", await world.modelId()], ["model", await world.slicedModel()]],
  })),
  refusal(
    "createQuote",
    INVALID,
    "not-together",
    "A profile of another technology",
    async (world) => ({
      form: [
        ["materialId", (await world.choice("fdm")).materialId],
        ["printingQualityId", (await world.choice("sla")).printingQualityId],
        ["modelId", await world.modelId()],
      ],
    }),
    { isBeyondSchema: true },
  ),
  refusal("createQuote", NOT_FOUND, "unknown", "No such material", async (world) => ({
    form: [...(await profileForm(world)), ["materialId", UNKNOWN_ID], ["modelId", await world.modelId()]],
  })),
  refusal("createQuote", SLICER_LOST, "no-slicer", "The slicer cannot be reached", async (world) => ({
    form: [...(await choiceForm(world)), ["model", world.newModel()]],
    fault: "slicer is lost",
  })),
];

const itemsOf = async (world: ContractWorld, more: object = {}): Promise<Form[number]> => [
  "items",
  JSON.stringify([{ ...(await world.choice()), ...more }]),
];

const orders: readonly Scenario[] = [
  success("createOrder", 201, "placed", "An order of two copies, delivered to a branch", async (world) => ({
    form: [
      ...(await world.orderForm()),
      ["deliveryMethodId", await world.deliveryMethodId()],
      ["deliveryCityName", "Київ"],
      ["deliveryWarehouseName", "Відділення №12"],
      ["deliveryNpServiceType", "WarehouseWarehouse"],
      ["source", "site"],
    ],
    parameters: { ...HELD, "Idempotency-Key": "order-1001" },
  })),
  success("createOrder", 201, "replayed", "The same request again: the same order", async (world) => {
    const ask = { form: await world.orderForm(), parameters: { "Idempotency-Key": "order-1002" } };
    await world.data("POST", "/orders", { form: ask.form, headers: { "Idempotency-Key": "order-1002" } });
    return ask;
  }),
  success("createOrder", 201, "by-model-id", "Without sending the model again", async (world) => ({
    form: [...CUSTOMER, await itemsOf(world, { modelId: await world.modelId() })],
  })),
  success("createOrder", 201, "numbered-files", "Files named by their items", async (world) => ({
    form: [...CUSTOMER, await itemsOf(world), ["item_0", await world.slicedModel()]],
  })),
  success("createOrder", 202, "slicing", "Nothing is placed yet: a model has to be sliced first", async (world) => ({
    form: [...CUSTOMER, await itemsOf(world), ["models[]", world.newModel()]],
    parameters: NOT_HELD,
  })),
  refusal("createOrder", INVALID, "fields", "Wrong fields", () => ({
    form: [
      ["customerFirstName", "Lesia"],
      ["customerPhoneNumber", "0501234567"],
      ["customerEmail", "lesia"],
      ["items", "1,2"],
    ],
  })),
  refusal(
    "createOrder",
    INVALID,
    "name",
    "A name that is not in Cyrillic letters",
    async (world) => ({
      form: [
        ...(await world.orderForm()).filter(([name]) => name !== "customerFirstName"),
        ["customerFirstName", "Lesia"],
      ],
    }),
    { isBeyondSchema: true },
  ),
  refusal("createOrder", INVALID, "mixed-files", "Files under both names", async (world) => ({
    form: [...(await world.orderForm()), ["item_0", await world.slicedModel()]],
  })),
  refusal("createOrder", NOT_FOUND, "unknown", "No such delivery method", async (world) => ({
    form: [...(await world.orderForm()), ["deliveryMethodId", UNKNOWN_ID]],
  })),
  refusal("createOrder", IN_PROGRESS, "in-progress", "The first request with this key still runs", async (world) => {
    const form = await world.orderForm();
    await world.beginSlowly("/orders", { form, headers: { "Idempotency-Key": "order-1003" } });
    return { form, parameters: { "Idempotency-Key": "order-1003" } };
  }),
  refusal("createOrder", TOO_LARGE, "too-large", "A file that is too large", async (world) => ({
    form: [...CUSTOMER, await itemsOf(world), ["models[]", LARGE_FILE]],
    fault: "files are limited to a megabyte",
  })),
  refusal("createOrder", WRONG_TYPE, "json-body", "JSON in place of a form", () => ({ json: {} })),
  refusal("createOrder", KEY_REUSED, "key-reused", "The key of another order", async (world) => {
    const form = await world.orderForm();
    await world.data("POST", "/orders", { form, headers: { "Idempotency-Key": "order-1004" } });
    return { form: [...form, ["source", "site"]], parameters: { "Idempotency-Key": "order-1004" } };
  }),
  refusal("createOrder", SLICER_LOST, "no-slicer", "The slicer cannot be reached", async (world) => ({
    form: [...CUSTOMER, await itemsOf(world), ["models[]", world.newModel()]],
    fault: "slicer is lost",
  })),
  success("getOrder", 200, "answered", "An order that is being printed", async (world) => ({
    parameters: { id: (await world.printingOrder()).orderId },
  })),
  unknownId("getOrder", "No such order"),
  success("createOrder", 201, "test-key", "A test order, of a test key", async (world) => ({
    form: await world.orderForm(),
    authorization: world.asTest,
  })),
  success("getOrder", 200, "test-key", "A test order, five minutes later", async (world) => ({
    parameters: { id: await world.shippedTestOrder() },
    authorization: world.asTest,
  })),
  refusal("getOrder", NOT_FOUND, "test-order", "A test order, to a live key", async (world) => ({
    parameters: { id: await world.shippedTestOrder() },
  })),
  refusal("getOrder", NOT_FOUND, "live-order", "An order of the studio's, to a test key", async (world) => ({
    parameters: { id: (await world.printingOrder()).orderId },
    authorization: world.asTest,
  })),
];

const NEW_PRINTER = {
  name: "Row B-2",
  technologyId: 1,
  model: "Prusa MK4S",
  buildVolume: "250x210x220 mm",
  maintenanceNote: "Oil the rods every month",
  nextMaintenanceAt: "2027-03-31",
  status: "offline",
};

const printers: readonly Scenario[] = [
  success("listPrinters", 200, "answered", "All printers, one of them printing", async (world) => {
    await world.printingOrder();
    return {};
  }),
  success("getPrinter", 200, "answered", "A printer that is printing", async (world) => ({
    parameters: { id: (await world.printingOrder()).printerId },
  })),
  unknownId("getPrinter", "No such printer"),
  success("createPrinter", 201, "added", "A new printer", () => ({
    json: NEW_PRINTER,
    parameters: { "Idempotency-Key": "printer-7" },
  })),
  success("createPrinter", 201, "replayed", "The same request again: the same printer", async (world) => {
    await world.data("POST", "/printers", { json: NEW_PRINTER, headers: { "Idempotency-Key": "printer-8" } });
    return { json: NEW_PRINTER, parameters: { "Idempotency-Key": "printer-8" } };
  }),
  refusal("createPrinter", INVALID, "fields", "Wrong fields", () => ({ json: { name: "", status: "broken" } })),
  refusal(
    "createPrinter",
    INVALID,
    "key-too-long",
    "A key of more than 255 characters",
    () => ({
      json: NEW_PRINTER,
      parameters: { "Idempotency-Key": "k".repeat(256) },
    }),
    { isBeyondSchema: true },
  ),
  refusal("createPrinter", INVALID, "not-json", "A body that is not JSON", () => ({
    text: { contentType: "application/json", body: "{" },
  })),
  refusal("createPrinter", NOT_FOUND, "unknown", "No such technology", () => ({
    json: { ...NEW_PRINTER, technologyId: UNKNOWN_ID },
  })),
  refusal("createPrinter", IN_PROGRESS, "in-progress", "The first request with this key still runs", async (world) => {
    await world.beginSlowly("/printers", { json: NEW_PRINTER, headers: { "Idempotency-Key": "printer-9" } });
    return { json: NEW_PRINTER, parameters: { "Idempotency-Key": "printer-9" } };
  }),
  refusal("createPrinter", TOO_LARGE, "too-large", "A body that is too large", () => ({
    json: { ...NEW_PRINTER, maintenanceNote: "x".repeat(100_000) },
  })),
  refusal("createPrinter", WRONG_TYPE, "text-body", "Text in place of JSON", () => ({
    text: { contentType: "text/plain", body: "a printer" },
  })),
  refusal("createPrinter", KEY_REUSED, "key-reused", "The key of another printer", async (world) => {
    await world.data("POST", "/printers", { json: NEW_PRINTER, headers: { "Idempotency-Key": "printer-10" } });
    return { json: { ...NEW_PRINTER, name: "Row B-3" }, parameters: { "Idempotency-Key": "printer-10" } };
  }),
  success("updatePrinter", 200, "changed", "Taken out of service for a while", async (world) => ({
    parameters: { id: (await world.printingOrder()).printerId },
    json: { status: "maintenance", maintenanceNote: "New nozzle", nextMaintenanceAt: null },
  })),
  success("updatePrinter", 200, "replaced", "Another machine in its place", async (world) => ({
    parameters: { id: (await world.printingOrder()).printerId },
    json: { name: "Row B-4", technologyId: 1, model: "Prusa Core One", buildVolume: "250x220x270 mm" },
  })),
  refusal("updatePrinter", INVALID, "fields", "Wrong fields", () => ({ json: { status: "broken" } })),
  unknownPrinter("updatePrinter", { json: { status: "offline" } }),
  refusal("updatePrinter", TOO_LARGE, "too-large", "A body that is too large", () => ({
    json: { maintenanceNote: "x".repeat(100_000) },
  })),
  refusal("updatePrinter", WRONG_TYPE, "text-body", "Text in place of JSON", () => ({
    text: { contentType: "text/plain", body: "a printer" },
  })),
  success("deletePrinter", 204, "removed", "A printer that is gone", async (world) => ({
    parameters: { id: (await world.data<{ id: number }>("POST", "/printers", { json: NEW_PRINTER })).id },
  })),
  unknownPrinter("deletePrinter"),
  success("listPrinters", 200, "test-key", "All printers, to a test key: none shows an order", (world) => ({
    authorization: world.asTest,
  })),
  success("getPrinter", 200, "test-key", "A printer that is printing, to a test key", async (world) => ({
    parameters: { id: (await world.printingOrder()).printerId },
    authorization: world.asTest,
  })),
  closedToTests("createPrinter", { json: NEW_PRINTER }),
  closedToTests("updatePrinter", { json: { status: "offline" } }),
  closedToTests("deletePrinter"),
];

function closedToTests(operationId: string, ask: OperationRequest = {}): Scenario {
  return refusal(operationId, [403, "keyRestricted"], "test-key", "A test key changes no printers", async (world) => ({
    ...ask,
    parameters: operationId === "createPrinter" ? {} : { id: (await world.printingOrder()).printerId },
    authorization: world.asTest,
  }));
}

function unknownPrinter(operationId: string, ask: OperationRequest = {}): Scenario {
  return refusal(operationId, NOT_FOUND, "unknown", "No such printer", () => ({
    ...ask,
    parameters: { id: UNKNOWN_ID },
  }));
}

/** After all others, which a studio without such rules answers. */
const priceRules: readonly Scenario[] = [
  success("getMe", 200, "with-price-rules", "A studio with a discount by quantity and a priority", async (world) => {
    await world.priority();
    return {};
  }),
  success("getModelPrices", 200, "with-priority", "For one copy and for ten, under a priority", async (world) => ({
    parameters: {
      modelId: await world.modelId(),
      printingQualityIds: (await world.choice()).printingQualityId,
      materialIds: (await world.choice()).materialId,
      quantity: "1,10",
      priority: await world.priority(),
      ...HELD,
    },
  })),
  success(
    "createQuote",
    200,
    "with-priority",
    "Ten copies under a priority, on a machine with a rate of its own",
    async (world) => ({
      form: [
        ["materialId", (await world.choice()).materialId],
        ["printingQualityId", await world.ratedQualityId()],
        ["quantity", 10],
        ["priority", await world.priority()],
        ["modelId", await world.modelId()],
      ],
      parameters: HELD,
    }),
  ),
  success("createOrder", 201, "with-priority", "An order under a priority", async (world) => ({
    form: [...(await world.orderForm()), ["priority", await world.priority()]],
  })),
];

const OWN_SCENARIOS: readonly Scenario[] = [
  ...catalog,
  ...models,
  ...slicing,
  ...quotes,
  ...orders,
  ...printers,
  ...priceRules,
];

export const OPERATION_IDS: readonly string[] = [...new Set(OWN_SCENARIOS.map(({ operationId }) => operationId))];

/** Operations of prices that change something: closed to keys that only read. */
const CLOSED_TO_READING = ["createModel", "createSlicingJob", "createQuote"];
/** Operations of orders and printers: closed to keys of prices. */
const CLOSED_TO_QUOTES = [...orders, ...printers].map(({ operationId }) => operationId);

function restrictedScenarios(operationId: string): readonly Scenario[] {
  const permission = CLOSED_TO_READING.includes(operationId) ? "read" : "quotes";
  if (permission === "quotes" && !CLOSED_TO_QUOTES.includes(operationId)) return [];
  const summary = permission === "read" ? "A key that only reads" : "A key for prices alone";
  const ask: Asking = (world) => ({ authorization: `Bearer ${world.narrowKeys[permission]}` });
  return [refusal(operationId, [403, "keyRestricted"], "restricted-key", summary, ask)];
}

/** Outcomes of every operation before its own work begins. */
function commonScenarios(operationId: string): readonly Scenario[] {
  const refused = (code: readonly [number, string], name: string, summary: string, ask: Asking) =>
    refusal(operationId, code, name, summary, ask);
  return [
    refused([401, "authorizationMissing"], "no-key", "No Authorization", () => ({ authorization: null })),
    refused([401, "authorizationMalformed"], "malformed-key", "Not a key's form", () => ({
      authorization: "Bearer 42",
    })),
    refused([401, "unauthorized"], "revoked-key", "A key that was revoked", (world) => ({
      authorization: `Bearer ${world.revokedKey}`,
    })),
    refused([401, "unauthorized"], "expired-key", "A key that has expired", (world) => ({
      authorization: `Bearer ${world.narrowKeys.expired}`,
    })),
    refused([403, "planAccessRequired"], "plan", "The plan has no API access", (world) => ({
      authorization: `Bearer ${world.keyWithoutAccess}`,
    })),
    ...restrictedScenarios(operationId),
    refused([403, "httpsRequired"], "plain-http", "Plain HTTP to a deployed service", () => ({
      fault: "https is required",
    })),
    {
      operationId,
      status: 429,
      name: "hour-used-up",
      summary: "The hour is used up",
      errorCode: null,
      ask: async (world) => ({ authorization: `Bearer ${await world.limitedKey()}` }),
    },
    refused([500, "internal"], "fault", "An unforeseen fault", () => ({ fault: "gate fails" })),
    refused([503, "overloaded"], "overloaded", "The service is loaded", () => ({ fault: "gate is overloaded" })),
  ];
}

/** All scenarios in the order of asking: the common ones first, since they depend on no other. */
export const SCENARIOS: readonly Scenario[] = [...OPERATION_IDS.flatMap(commonScenarios), ...OWN_SCENARIOS];

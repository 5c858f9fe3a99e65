// Workflows of requests in OpenAPI's own format, Arazzo, made from the contract: every operation, asked rightly and wrongly.

import { join } from "node:path";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

/** The parts of the contract that the workflows are made from. */
export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ContractOperation>>>>;
}

interface ContractOperation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly value: string | number;
}

interface Request {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly contentType: string; readonly payload: unknown };
  /** Any of these statuses is right. */
  readonly statuses: readonly number[];
  readonly outputs?: Readonly<Record<string, string>>;
}

const AUTHORIZED: Parameter = { name: "Authorization", in: "header", value: "Bearer {$inputs.apiKey}" };
const FORGED: Parameter = { name: "Authorization", in: "header", value: "Bearer pk_live_forged" };
const WAITING: Parameter = { name: "Prefer", in: "header", value: "wait=30" };
const MODEL = `$file('${join(PROJECT_FOLDER, "examples/part.stl")}')`;
const QUALITIES: Parameter = { name: "printingQualityIds", in: "query", value: "2" };
/** The demo has no record with this id. */
const UNKNOWN_ID = 9_000_000;
const CHOICE = { materialId: 1, printingQualityId: 2 };

const form = (payload: unknown) => ({ contentType: "multipart/form-data", payload });
const json = (payload: unknown) => ({ contentType: "application/json", payload });
const idOf = (step: string) => `$steps.${step}.outputs.id`;
const at = (name: string, value: string): Parameter => ({ name, in: "path", value });
const ID = { id: "$response.body#/data/id" };

/** From a model to an order and back, and a printer's life: each step needs the one before it. */
const LIVES: Readonly<Record<string, Readonly<Record<string, Request>>>> = {
  "from-a-model-to-an-order": {
    upload: {
      ...{ operationId: "createModel", requestBody: form({ model: MODEL }), statuses: [200, 201] },
      outputs: { id: "$response.body#/data/modelId" },
    },
    prices: {
      ...{ operationId: "getModelPrices", statuses: [200, 202] },
      parameters: [at("modelId", idOf("upload")), QUALITIES],
    },
    quote: {
      ...{ operationId: "createQuote", parameters: [WAITING], statuses: [200] },
      requestBody: form({ model: MODEL, ...CHOICE }),
    },
    job: {
      ...{ operationId: "createSlicingJob", parameters: [WAITING], statuses: [200, 202] },
      requestBody: form({ model: MODEL, ...CHOICE }),
      outputs: { id: "$response.body#/data/jobId" },
    },
    askedJob: { operationId: "getSlicingJob", parameters: [at("jobId", idOf("job"))], statuses: [200] },
    order: {
      ...{ operationId: "createOrder", parameters: [WAITING], statuses: [201], outputs: ID },
      requestBody: form({
        item_0: MODEL,
        items: JSON.stringify([CHOICE]),
        ...{
          customerFirstName: "Леся",
          customerLastName: "Коваль",
          customerPhoneNumber: "+380501234567",
          customerEmail: "lesia@example.com",
        },
      }),
    },
    askedOrder: { operationId: "getOrder", parameters: [at("id", idOf("order"))], statuses: [200] },
  },
  "a-printers-life": {
    added: {
      ...{ operationId: "createPrinter", statuses: [201], outputs: ID },
      requestBody: json({ name: "Arazzo", technologyId: 1, model: "MK4S", status: "offline" }),
    },
    shown: { operationId: "getPrinter", parameters: [at("id", idOf("added"))], statuses: [200] },
    changed: {
      ...{ operationId: "updatePrinter", parameters: [at("id", idOf("added"))], statuses: [200] },
      requestBody: json({ maintenanceNote: "Oil the rods" }),
    },
    removed: { operationId: "deletePrinter", parameters: [at("id", idOf("added"))], statuses: [204] },
    gone: { operationId: "getPrinter", parameters: [at("id", idOf("added"))], statuses: [404] },
  },
};

/** The document for Redocly's Respect. Each answer is also held against the contract: status, media type, schema. */
export function arazzoOf(contract: Contract, contractFile: string): object {
  const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, operation })),
  );
  const alone = operations.flatMap(({ path, operation }) => wrongRequests(path, operation));
  const workflows = [
    ...Object.entries(LIVES).map(([id, steps]) => ({ workflowId: id, steps: Object.entries(steps) })),
    ...alone.map(([id, request]) => ({ workflowId: id, steps: [[id, request] as const] })),
  ];
  return {
    arazzo: "1.0.1",
    info: { title: "Every operation, rightly and wrongly", version: "1" },
    sourceDescriptions: [{ name: "contract", type: "openapi", url: contractFile }],
    workflows: workflows.map(({ workflowId, steps }) => ({
      workflowId,
      inputs: { type: "object", properties: { apiKey: { type: "string" } } },
      steps: steps.map(([stepId, request]) => stepOf(stepId, request)),
    })),
  };
}

/** A list as it is, a forged key, an unknown record, an empty body: as far as the operation takes them. */
function wrongRequests(path: string, { operationId, requestBody, responses }: ContractOperation): [string, Request][] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const unknown = names.map((name): Parameter => ({ name, in: "path", value: UNKNOWN_ID }));
  const [contentType] = Object.keys(requestBody?.content ?? {});
  const body = contentType === undefined ? {} : { requestBody: { contentType, payload: { nothing: "of it" } } };
  const own = { operationId, ...body };
  const requests: [string, Request][] = [
    [`${operationId}-with-a-forged-key`, { ...own, parameters: [FORGED, ...unknown], statuses: [401] }],
  ];
  if (names.length > 0 && responses["404"] !== undefined) {
    // A fault of the request itself may be told first.
    requests.push([`${operationId}-of-nothing`, { ...own, parameters: unknown, statuses: [400, 404] }]);
  } else if (contentType !== undefined) {
    requests.push([`${operationId}-with-a-wrong-body`, { ...own, statuses: [400] }]);
  } else {
    requests.push([operationId, { ...own, statuses: [200] }]);
  }
  return requests;
}

function stepOf(stepId: string, { operationId, parameters = [], requestBody, statuses, outputs }: Request): object {
  const hasKey = parameters.some(({ name }) => name === "Authorization");
  return {
    stepId,
    operationId: `$sourceDescriptions.contract.${operationId}`,
    parameters: hasKey ? parameters : [AUTHORIZED, ...parameters],
    ...(requestBody === undefined ? {} : { requestBody }),
    successCriteria: [{ condition: statuses.map((status) => `$statusCode == ${status}`).join(" || ") }],
    ...(outputs === undefined ? {} : { outputs }),
  };
}

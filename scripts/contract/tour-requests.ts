// Requests of a collection: their order, and the ids that answers hand on to later requests.

import type { ReferenceOperation } from "../reference/operations.ts";

/** The requests of a first day with the API, in order. Operations not named here come after them. */
const TOUR: readonly string[] = [
  "getMe",
  "listTechnologies",
  "listMaterials",
  "getMaterial",
  "listPrintingQualities",
  "getPrintingQuality",
  "listFinishings",
  "getFinishing",
  "listProducts",
  "getProduct",
  "getDeliverySettings",
  "createModel",
  "getModelPrices",
  "createSlicingJob",
  "getSlicingJob",
  "createQuote",
  "createOrder",
  "getOrder",
  "listPrinters",
  "createPrinter",
  "getPrinter",
  "updatePrinter",
  "deletePrinter",
];

export function inOrderOfTour(operations: readonly ReferenceOperation[]): readonly ReferenceOperation[] {
  const place = ({ id }: ReferenceOperation) => (TOUR.includes(id) ? TOUR.indexOf(id) : TOUR.length);
  return [...operations].sort((a, b) => place(a) - place(b));
}

/** `id` of /printers/{id} is `printerId`; a parameter with a name of its own keeps it. */
export function variableOf(path: string, parameter: string): string {
  if (parameter !== "id") return parameter;
  const [, collection = ""] = path.split("/");
  const singular = collection.replace(/ies$/, "y").replace(/s$/, "");
  return `${singular.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;
}

export interface HandedOn {
  readonly variable: string;
  /** Its place in the answer's body: `data.id`. */
  readonly value: string;
}

/**
 * The value that an answer gives to later requests: the id of a new record, or the first of a list that cannot be added to. Never
 * the first of other lists: the last request of the tour deletes a printer, which must be its own.
 */
export function madeBy({ method, path }: ReferenceOperation, all: readonly ReferenceOperation[]): HandedOn | undefined {
  const single = all.find((other) => other.path.startsWith(`${path}/{`) && other.method === "get");
  const [, parameter] = /\{(\w+)\}/.exec(single?.path ?? "") ?? [];
  if (single === undefined || parameter === undefined) return undefined;
  const canBeAdded = all.some((other) => other.path === path && other.method === "post");
  const variable = variableOf(single.path, parameter);
  if (method === "post") return { variable, value: `data.${parameter}` };
  return method === "get" && !canBeAdded ? { variable, value: `data[0].${parameter}` } : undefined;
}

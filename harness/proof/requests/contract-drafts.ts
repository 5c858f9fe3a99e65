// Valid requests of the API, made from the contract: each operation with its parameters, headers and body.

import { BASE_PATH } from "../../../src/http/base-path.ts";
import type { ContractDocument, JsonSchema, OperationWithDescription } from "../../contract/contract-document.ts";
import type { Dice } from "../../dice.ts";
import { bytes } from "../../models.ts";
import { cyrillicCanary, latinCanary } from "../canary.ts";
import type { Draft, DraftBody, DraftFile, FormPart } from "./draft.ts";
import type { FuzzedStudio, KeyName } from "./fuzzed-studio.ts";

/** The key that a request is sent with. */
export type Sender = KeyName | "other studio's" | "unknown" | "malformed" | "none";
export const SENDERS: readonly Sender[] = [
  "live",
  "read",
  "quotes",
  "test",
  "expired",
  "revoked",
  "other studio's",
  "unknown",
  "malformed",
  "none",
];

/** Long enough to be no hang, and short enough for a run of many. */
const WAITS = ["wait=0", "wait=1", "wait=2"] as const;
const GARBAGE: readonly DraftFile[] = [
  { fileName: "notes.txt", content: bytes("notes") },
  { fileName: "empty.stl", content: new Uint8Array() },
  { fileName: "solid.stl", content: bytes("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n") },
  { fileName: "archive.3mf", content: bytes("PK\u0003\u0004 and no more") },
  { fileName: "part.obj", content: bytes("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99\n") },
  { fileName: "part.ply", content: bytes("ply\nformat ascii 1.0\nelement vertex 4000000000\nend_header\n") },
  { fileName: "part.step", content: bytes("ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n") },
];

export function contractDraft(
  contract: ContractDocument,
  operation: OperationWithDescription,
  studio: FuzzedStudio,
  sender: Sender,
  dice: Dice,
): Draft {
  const values = new StudioValues(contract, studio, dice);
  const headers: [string, string][] = [];
  const authorization = authorizationOf(studio, sender);
  if (authorization !== undefined) headers.push(["Authorization", authorization]);
  if (dice.below(2) === 0) headers.push(["Accept-Language", dice.oneOf(["uk", "en"])]);
  const query: [string, string][] = [];
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (place === "path" || (required !== true && dice.below(2) === 0)) continue;
    (place === "query" ? query : headers).push([name, values.text(name, schema, operation.operationId)]);
  }
  const { body, isLong } = bodyOf(operation, values, dice);
  // A slice of a new model takes its time: the answer is 202 meanwhile.
  if (isLong && !headers.some(([name]) => name === "Prefer")) headers.push(["Prefer", dice.oneOf(WAITS)]);
  return {
    door: "API",
    name: operation.operationId,
    studio: studioOf(studio, sender),
    method: operation.method,
    path: `${BASE_PATH}${operation.path}`
      .split(/\{(\w+)\}/)
      .map((piece, index) => (index % 2 === 0 ? piece : values.text(piece, {}, operation.operationId))),
    tail: "",
    query,
    headers,
    body,
  };
}

function studioOf(studio: FuzzedStudio, sender: Sender): number | null {
  switch (sender) {
    case "live":
    case "read":
    case "quotes":
    case "test":
      return studio.facts.number;
    case "other studio's":
      return (studio.other ?? studio).facts.number;
    case "expired":
    case "revoked":
    case "unknown":
    case "malformed":
    case "none":
      return null;
    default:
      return sender satisfies never;
  }
}

function authorizationOf(studio: FuzzedStudio, sender: Sender): string | undefined {
  switch (sender) {
    case "live":
    case "read":
    case "quotes":
    case "test":
    case "expired":
    case "revoked":
      return `Bearer ${studio.facts.keys[sender]}`;
    case "other studio's":
      return `Bearer ${(studio.other ?? studio).facts.keys.read}`;
    case "unknown":
      return `Bearer pk_live_${"A".repeat(64)}`;
    case "malformed":
      return "Bearer pk_live_x";
    case "none":
      return undefined;
    default:
      return sender satisfies never;
  }
}

function bodyOf(
  operation: OperationWithDescription,
  values: StudioValues,
  dice: Dice,
): { body: DraftBody; isLong: boolean } {
  const [content] = Object.entries(operation.described.requestBody?.content ?? {});
  if (content === undefined) return { body: { kind: "none" }, isLong: false };
  const [type, { schema }] = content;
  if (type === "application/json") return { body: { kind: "json", value: values.object(schema) }, isLong: false };
  if ("item_0" in (schema.properties ?? {}))
    return { body: { kind: "multipart", parts: values.orderParts(schema) }, isLong: true };
  const parts = values.parts(schema).filter(({ name }) => name !== "model" && name !== "modelId");
  const isById = "modelId" in (schema.properties ?? {}) && dice.below(2) === 0;
  parts.push(isById ? { name: "modelId", value: values.text("modelId", {}) } : { name: "model", value: values.file() });
  return { body: { kind: "multipart", parts }, isLong: "materialId" in (schema.properties ?? {}) };
}

/** Values of parameters and fields by their names, from the studio's own entries, else by their schema. */
class StudioValues {
  readonly #contract: ContractDocument;
  readonly #studio: FuzzedStudio;
  readonly #dice: Dice;

  constructor(contract: ContractDocument, studio: FuzzedStudio, dice: Dice) {
    this.#contract = contract;
    this.#studio = studio;
    this.#dice = dice;
  }

  /** A value as text: of a parameter, or of a form's field. */
  text(name: string, schema: JsonSchema, operationId = ""): string {
    const value = this.#value(name, schema, operationId);
    return typeof value === "string" ? value : JSON.stringify(value);
  }

  object(reference: JsonSchema): Record<string, unknown> {
    const schema = this.#contract.meant<JsonSchema>(reference);
    return Object.fromEntries(this.#chosen(schema).map(([name, part]) => [name, this.#value(name, part, "")]));
  }

  parts(schema: JsonSchema): FormPart[] {
    return this.#chosen(schema).flatMap(([name, part]): FormPart[] => {
      if (part.type === "array")
        return [{ name, value: this.text(name.replace("[]", ""), {}).replaceAll(/[[\]]/g, "") }];
      return [{ name, value: this.text(name, part) }];
    });
  }

  orderParts(schema: JsonSchema): FormPart[] {
    const fields = this.parts(schema).filter(({ name }) => !["items", "models[]", "item_0"].includes(name));
    const count = 1 + this.#dice.below(2);
    const items = Array.from({ length: count }, () => {
      const byId = this.#dice.below(2) === 0;
      return { item: { ...this.#item(), ...(byId ? { modelId: this.text("modelId", {}) } : {}) }, byId };
    });
    const files = items.filter(({ byId }) => !byId).map((): FormPart => ({ name: "models[]", value: this.file() }));
    return [...fields, { name: "items", value: JSON.stringify(items.map(({ item }) => item)) }, ...files];
  }

  file(): DraftFile {
    const dice = this.#dice;
    const known = this.#studio.facts.models;
    return (
      (dice.below(8) === 0 ? dice.anyOf(GARBAGE) : dice.anyOf(known)) ?? {
        fileName: "none.stl",
        content: new Uint8Array(),
      }
    );
  }

  #item(): Record<string, unknown> {
    return {
      materialId: this.#value("materialId", {}, ""),
      printingQualityId: this.#value("printingQualityId", {}, ""),
      ...(this.#dice.below(2) === 0 ? { finishingIds: this.#idsOf("finishingIds").slice(0, 1) } : {}),
      ...(this.#dice.below(2) === 0 ? { quantity: 1 + this.#dice.below(12) } : {}),
    };
  }

  /** The required ones, and half of the others. */
  #chosen(schema: JsonSchema): [string, JsonSchema][] {
    const required = Array.isArray(schema.required) ? schema.required : [];
    return Object.entries(schema.properties ?? {}).filter(
      ([name]) => required.includes(name) || this.#dice.below(2) === 0,
    );
  }

  #idsOf(kind: keyof FuzzedStudio["ids"]): readonly number[] {
    // Another studio's id must be answered like one that does not exist.
    const { ids } = this.#dice.below(10) === 0 && this.#studio.other !== undefined ? this.#studio.other : this.#studio;
    return ids[kind];
  }

  #told(kind: string): string {
    const { told } = this.#dice.below(10) === 0 && this.#studio.other !== undefined ? this.#studio.other : this.#studio;
    return this.#dice.anyOf(told.of(kind)) ?? "none";
  }

  #value(name: string, reference: JsonSchema, operationId: string): unknown {
    const dice = this.#dice;
    const { number } = this.#studio.facts;
    const id = (kind: keyof FuzzedStudio["ids"]) => dice.anyOf(this.#idsOf(kind)) ?? 1;
    switch (name) {
      case "id":
        return id(kindOfOperation(operationId));
      case "materialId":
        return id("materialIds");
      case "printingQualityId":
        return id("printingQualityIds");
      case "deliveryMethodId":
        return id("deliveryMethodIds");
      case "technologyId":
        return 1 + dice.below(5);
      case "modelId":
      case "jobId":
        return this.#told(name);
      case "printingQualityIds":
      case "materialIds":
        return this.#idsOf(name)
          .slice(0, 1 + dice.below(2))
          .join(",");
      case "finishingIds":
        return this.#idsOf(name).slice(0, 1);
      case "priority":
        return dice.below(4) === 0 ? "rush" : "";
      case "If-None-Match":
        return this.#told("ETag");
      case "Idempotency-Key":
        return `key-${dice.below(100_000)}`;
      case "Prefer":
        return dice.oneOf(WAITS);
      case "customerFirstName":
      case "customerLastName":
        return cyrillicCanary(number);
      case "customerEmail":
        return `${latinCanary(number)}@example.com`;
      case "name":
        return `Принтер ${cyrillicCanary(number)}`;
      default:
        return this.#example(reference);
    }
  }

  #example(reference: JsonSchema): unknown {
    const schema = this.#contract.meant<JsonSchema>(reference);
    const [example] = schema.examples ?? [];
    if (schema.enum !== undefined) return this.#dice.anyOf(schema.enum);
    if (example !== undefined) return example;
    const [first] = [schema.anyOf, schema.oneOf].flatMap((all) => (Array.isArray(all) ? all : []));
    if (first !== undefined) return this.#example(first);
    return schema.type === "integer" ? 1 : cyrillicCanary(this.#studio.facts.number);
  }
}

function kindOfOperation(operationId: string): keyof FuzzedStudio["ids"] {
  if (operationId.endsWith("Material")) return "materialIds";
  if (operationId.endsWith("Quality")) return "printingQualityIds";
  if (operationId.endsWith("Finishing")) return "finishingIds";
  if (operationId.endsWith("Product")) return "productIds";
  return operationId.endsWith("Order") ? "orderIds" : "printerIds";
}

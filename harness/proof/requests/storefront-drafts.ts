// Valid requests of the order page's script: files, prices, quotes, orders, price requests, places.

import type {
  ChosenItem,
  CustomerFields,
  OrderSent,
  PriceRequestSent,
  QuoteSent,
} from "../../../src/storefront/wire.ts";
import { FILE_NAME_HEADER } from "../../../src/storefront/wire.ts";
import type { Dice } from "../../dice.ts";
import { bytes } from "../../models.ts";
import { cyrillicCanary, latinCanary } from "../canary.ts";
import type { Draft, DraftBody } from "./draft.ts";
import type { FuzzedStudio } from "./fuzzed-studio.ts";

interface ScriptRequest {
  readonly name: string;
  readonly path: readonly string[];
  readonly query?: readonly (readonly [string, string])[];
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: DraftBody;
}

export const SCRIPT_REQUESTS = 12;

/** @param at the number of the request, counted around */
export function storefrontDraft(at: number, studio: FuzzedStudio, dice: Dice, origin: string): Draft {
  const request = scriptRequest(at, studio, dice);
  const [method = "GET"] = request.name.split(" ");
  const [first = "", ...rest] = request.path;
  return {
    door: "order page",
    name: request.name,
    studio: studio.facts.number,
    method,
    path: [`/${studio.facts.slug}${first}`, ...rest],
    tail: "",
    query: (request.query ?? []).map(([name, value]) => [name, value]),
    headers: [
      ["Accept-Language", dice.oneOf(["uk", "en"])],
      ...(method === "GET" ? [] : [["Origin", origin] satisfies [string, string]]),
      ...(request.headers ?? []).map(([name, value]): [string, string] => [name, value]),
    ],
    body: request.body ?? { kind: "none" },
  };
}

function scriptRequest(at: number, studio: FuzzedStudio, dice: Dice): ScriptRequest {
  const { facts, told, ids } = studio;
  const modelId = dice.anyOf(told.of("modelId")) ?? "none";
  const item = chosenItem(studio, modelId, dice);
  const customer = customerOf(studio);
  const json = (value: object): DraftBody => ({ kind: "json", value });
  switch (at % SCRIPT_REQUESTS) {
    case 0: {
      const model = dice.anyOf(facts.models) ?? { fileName: "none.stl", content: new Uint8Array() };
      return {
        name: "POST models",
        path: ["/models"],
        body: { kind: "multipart", parts: [{ name: "model", value: model }] },
      };
    }
    case 1:
      return {
        name: "GET models/{modelId}/prices",
        path: ["/models/", modelId, "/prices"],
        query: [
          ["quality", String(item.printingQualityId)],
          ["quantities", "1,5"],
          ...(item.finishingIds.length > 0 ? [["finishings", item.finishingIds.join(",")] as const] : []),
        ],
      };
    case 2: {
      const products = ids.productIds.slice(0, 1).map((productId) => ({ productId, quantity: 1 }));
      const sent: QuoteSent = { items: [item], ...(dice.below(4) === 0 ? { products } : {}) };
      return { name: "POST quotes", path: ["/quotes"], body: json(sent) };
    }
    case 3:
      return {
        name: "POST quotes/keep",
        path: ["/quotes/keep"],
        body: json({ token: dice.anyOf(told.of("token")) ?? "none" }),
      };
    case 4: {
      const deliveryMethodId = dice.anyOf(ids.deliveryMethodIds);
      const delivery =
        deliveryMethodId === undefined
          ? {}
          : { deliveryMethodId, deliveryCityName: "Київ", deliveryWarehouseName: "1" };
      const sent: OrderSent = {
        ...customer,
        quote: dice.anyOf(told.of("token")) ?? "none",
        ...(dice.below(2) === 0 ? delivery : {}),
      };
      return { name: "POST orders", path: ["/orders"], body: json(sent) };
    }
    case 5: {
      const attachmentId = dice.anyOf(told.of("attachmentId"));
      const sent: PriceRequestSent = {
        ...customer,
        requestKey: uuidOf(dice),
        items: [{ ...item, fileName: facts.models[0]?.fileName ?? "a.stl", reason: "asked" }],
        ...(attachmentId === undefined ? {} : { attachments: [{ attachmentId }] }),
      };
      return { name: "POST requests", path: ["/requests"], body: json(sent) };
    }
    case 6:
      return {
        name: "POST attachments",
        path: ["/attachments"],
        headers: [[FILE_NAME_HEADER, encodeURIComponent(`${latinCanary(facts.number)}.pdf`)]],
        body: {
          kind: "bytes",
          contentType: "application/octet-stream",
          content: bytes(`%PDF ${latinCanary(facts.number)} ${dice.below(5)}`),
        },
      };
    case 7:
      return { name: "GET products/offers", path: ["/products/offers"], query: [["ids", ids.productIds.join(",")]] };
    case 8:
      return { name: "GET models/{modelId}/mesh", path: ["/models/", modelId, "/mesh"] };
    case 9:
      return { name: "GET delivery/cities", path: ["/delivery/cities"], query: [["letters", "Киї"]] };
    case 10:
      return {
        name: "GET delivery/branches",
        path: ["/delivery/branches"],
        query: [
          ["city", uuidOf(dice)],
          ["letters", "1"],
        ],
      };
    default:
      return { name: "POST passes", path: ["/passes"], body: json({ turnstile: "x" }) };
  }
}

function chosenItem({ ids }: FuzzedStudio, modelId: string, dice: Dice): ChosenItem {
  return {
    modelId,
    materialId: dice.anyOf(ids.materialIds) ?? 1,
    printingQualityId: ids.printingQualityIds[0] ?? 1,
    finishingIds: dice.below(2) === 0 ? ids.finishingIds.slice(0, 1) : [],
    quantity: 1 + dice.below(12),
  };
}

function customerOf({ facts }: FuzzedStudio): CustomerFields {
  return {
    firstName: cyrillicCanary(facts.number),
    lastName: cyrillicCanary(facts.number),
    phoneNumber: "+380671112233",
    email: `${latinCanary(facts.number)}@example.com`,
    comment: cyrillicCanary(facts.number),
    consent: true,
    source: "order_page",
  };
}

function uuidOf(dice: Dice): string {
  const digits = Array.from({ length: 12 }, () => dice.below(16).toString(16)).join("");
  return `00000000-0000-4000-8000-${digits}`;
}

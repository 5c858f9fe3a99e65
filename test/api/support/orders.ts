// Valid orders for tests: the customer, the fields of the form, and placing them.

import { expect } from "vitest";
import { binaryStl, box, cube } from "../../../harness/models.ts";
import { orders } from "../../../src/db/schema.ts";
import { type Breakdown, type FormValue, type Money, modelFile, post } from "./requests.ts";
import type { TestStudio } from "./studio.ts";

export interface Order {
  readonly id: number;
  readonly number: number;
  readonly status: string;
  readonly totalPrice: Money;
  readonly customer: Record<string, unknown> & { readonly id: number };
  readonly items: readonly (Record<string, unknown> & { price: Money; costBreakdown: Breakdown; id: number })[];
  readonly delivery: Record<string, unknown> | null;
  readonly source: string;
  readonly studioSlug: string;
}

export const CUSTOMER = {
  customerFirstName: "Леся",
  customerLastName: "Косач-Квітка",
  customerPhoneNumber: "+380 (50) 123-45-67",
  customerEmail: "lesia@example.com",
};

export const boxes = { small: binaryStl(cube(10)), flat: binaryStl(box([0, 0, 0], [20, 20, 4])) };

/** The fields of a valid order of one box, with changes. A field that is changed to undefined is not sent. */
export function orderOfBox(
  { materialId, printingQualityId }: { materialId: number; printingQualityId: number },
  changes: Record<string, FormValue | undefined> = {},
): Record<string, FormValue> {
  const fields: Record<string, FormValue | undefined> = {
    "models[]": [modelFile(boxes.small)],
    items: JSON.stringify([{ materialId, printingQualityId }]),
    ...CUSTOMER,
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

export const place = (studio: TestStudio, fields: Record<string, FormValue>, headers?: Record<string, string>) =>
  post<Order>(studio, "/orders", fields, headers);

/** Places an order that must succeed. */
export async function placed(studio: TestStudio, fields: Record<string, FormValue>, headers?: Record<string, string>) {
  const answer = await place(studio, fields, headers);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}

/** Without the download links: every answer has new ones. */
export function withoutLinks(order: Order): Order {
  return { ...order, items: order.items.map((item) => ({ ...item, downloadUrl: null })) };
}

export const orderCount = async (studio: TestStudio) => (await studio.db.select(orders)).length;

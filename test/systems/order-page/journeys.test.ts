// Journeys of customers in a real browser, from a file to an order in the panel. Skipped where there is no Chromium.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "../../../scripts/browser/chromium.ts";
import { amountIn, LESIA } from "../../../scripts/browser/order-page-visitor.ts";
import { herringboneGear, spindleLikeNoOther } from "../../../scripts/demo/demo-models.ts";
import { type MoneyOfApi, PanelSystem } from "../panel/panel-system.ts";
import { exampleFile, VISITORS, visit } from "./visits.ts";

const chromium = await findChromium();
if (chromium === undefined) console.log("There is no Chromium: the journeys over the order page are not made.");

/** Of the API, as far as these journeys read it. */
interface Order {
  readonly id: number;
  readonly status: string;
  readonly source: string;
  readonly totalPrice: { readonly amount: string };
  readonly customer: { readonly email: string; readonly firstName: string };
  readonly delivery: { readonly cityName: string } | null;
  readonly items: readonly {
    readonly originalFileName: string;
    readonly quantity: number;
    readonly materialId: number;
    readonly printingQualityId: number;
    readonly finishingIds: readonly number[];
    readonly downloadUrl: string;
    readonly price: { readonly amount: string };
  }[];
}

describe.skipIf(chromium === undefined)("a customer's journey, only with Chromium", () => {
  let system: PanelSystem;

  beforeAll(async () => {
    system = await PanelSystem.start(chromium ?? "");
  });

  afterAll(() => system?.stop());

  /** The order of a customer, as the API tells the studio. */
  async function orderOf(email: string): Promise<Order> {
    const { apiKey } = system.demoStudio();
    const { data } = await system.api<Order[]>(apiKey, "/orders");
    const order = data.find(({ customer }) => customer.email === email);
    if (order === undefined) throw new Error(`no order of ${email} among ${data.length}`);
    return (await system.api<Order>(apiKey, `/orders/${order.id}`)).data;
  }
});

// Parcels for tests: studios that send by the carrier, orders to send, and the hourly run.

import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, vi } from "vitest";
import type { StandInNovaPoshta } from "../../../harness/carrier/nova-poshta.ts";
import { STAND_IN_CITIES } from "../../../harness/carrier/places.ts";
import { changeCarrierAccount, saveCarrierKey } from "../../../src/carrier/carrier-account.store.ts";
import { parcels } from "../../../src/db/schema.ts";
import type { Env } from "../../../src/env.ts";
import worker from "../../../src/index.ts";
import type { CarrierStudio } from "./carrier.ts";
import { formOn, sendForm } from "./page-forms.ts";
import { type Browser, type Page, panelStudio } from "./panel.ts";
import { addItem, addOrder, delivered, stored } from "./panel-orders.ts";
import type { TestStudio } from "./studio.ts";

const [kyiv] = STAND_IN_CITIES;
if (kyiv === undefined) throw new Error("the stand-in has no city");
export const CITY = { ref: kyiv.ref, name: kyiv.present };
const [firstBranch, secondBranch, firstLocker] = kyiv.branches;
if (firstBranch === undefined || secondBranch === undefined || firstLocker === undefined)
  throw new Error("the stand-in has too few branches");
export const BRANCH = firstBranch;
export const OTHER_BRANCH = secondBranch;
export const LOCKER = firstLocker;

/** A studio with its carrier connected and its sender chosen. */
export async function carrierStudio(carrier: StandInNovaPoshta): Promise<CarrierStudio> {
  const panel = await panelStudio();
  return { ...panel, page: `${panel.base}/carrier`, key: await connect(panel.studio, carrier) };
}

export async function connect({ db }: TestStudio, carrier: StandInNovaPoshta): Promise<string> {
  const key = carrier.makeKey();
  await saveCarrierKey(db, env, { carrier: "nova_poshta", key, methodIds: [] });
  await changeCarrierAccount(db, {
    sender: {
      ...{ counterpartyRef: "sender", counterpartyName: "Кобза Друк ФОП" },
      ...{ contactRef: "contact", contactName: "Майстренко Оксана", phoneNumber: "+380671112233" },
      ...{ cityRef: CITY.ref, cityName: CITY.name, branchRef: BRANCH.ref, branchName: BRANCH.name },
    },
  });
  return key;
}

export const TO_BRANCH = delivered({
  ...{ method: "Нова пошта", cityName: CITY.name, cityRef: CITY.ref },
  ...{ warehouseName: OTHER_BRANCH.name, warehouseRef: OTHER_BRANCH.ref },
});

/** An order of one item that is ready to be sent to a branch. */
export async function readyOrder(
  panel: CarrierStudio,
  row: Parameters<typeof addOrder>[1] = {},
): Promise<{ readonly id: number; readonly address: string }> {
  const id = await addOrder(panel.studio, { status: "ready", delivery: TO_BRANCH, ...row });
  await addItem(panel.studio, id, { weightHundredthsOfGram: 20_000, quantity: 2 });
  return { id, address: `${panel.base}/orders/${id}` };
}

/** The box as a person has measured it. */
const BOX = { weight: "0.5", length: "20", width: "15", height: "10" };

/** Fills in the order's form, and sends it. */
export async function sendNote(
  browser: Browser,
  address: string,
  typed: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const at = `${address}/parcel`;
  return sendForm(browser, formOn(await browser.get(at), at, at), { ...BOX, ...typed });
}

/** An order with a note that the carrier has made. Answers its number. */
export async function sentOrder(panel: CarrierStudio, row: Parameters<typeof addOrder>[1] = {}) {
  const order = await readyOrder(panel, row);
  const made = await sendNote(panel.owner, order.address);
  expect(made.status, made.html).toBe(303);
  const trackingNumber = (await stored(panel.studio, order.id))?.delivery?.trackingNumber ?? "";
  expect(trackingNumber).toMatch(/^20450\d{9}$/);
  return { ...order, trackingNumber };
}

export const parcelsOf = ({ db }: TestStudio, orderId: number) => db.select(parcels, eq(parcels.orderId, orderId));

/** All parcels of the studio are due. */
export async function makeDue({ db }: TestStudio): Promise<void> {
  await db.update(parcels, { nextLookAt: 1 }, undefined);
}

/** The hourly run. */
export async function runScheduled(bindings: Partial<Env> = {}): Promise<void> {
  vi.spyOn(console, "log").mockImplementation(() => {});
  await worker.scheduled(createScheduledController(), { ...env, ...bindings });
}

// Preview of a mail to customers: about an order and a request that are made up.

import type { Studio } from "../db/studio-record.ts";
import { NO_DELIVERY } from "../domain/delivery.ts";
import type { CustomerEvent } from "../domain/message/events.ts";
import type { OrderStatus } from "../domain/order.ts";
import type { Language } from "../domain/person.ts";
import { wording } from "../pages/words.ts";
import { dayFromNow } from "../platform/calendar.ts";
import { writeMail } from "./letters.ts";
import type { Told } from "./told.store.ts";

const previewWords = wording({
  en: {
    firstName: "Mary",
    lastName: "Jones",
    city: "Kyiv",
    file: "bracket.stl",
    material: "PLA",
    color: "white",
    answer: "We can print it in three days. A stronger plastic would suit it better.",
  },
  uk: {
    firstName: "Марія",
    lastName: "Коваленко",
    city: "Київ",
    file: "кронштейн.stl",
    material: "PLA",
    color: "білий",
    answer: "Надрукуємо за три дні. Тут краще підійде міцніший пластик.",
  },
});

const STATUS: Readonly<Record<CustomerEvent, OrderStatus>> = {
  received: "pending",
  confirmed: "confirmed",
  priced: "pending",
  ready: "ready",
  shipped: "shipped",
  completed: "completed",
  cancelled: "cancelled",
};

export interface PreviewedMessage extends Pick<Told, "studio" | "requisites" | "payee" | "sentences"> {
  readonly event: CustomerEvent;
  readonly language: Language;
  /** The part of an order that the studio asks for in advance. */
  readonly advancePercent: number | null;
}

/** @param origin of the links, which lead to no order */
export async function previewOf(previewed: PreviewedMessage, origin: string) {
  const written = await writeMail(madeUp(previewed), origin);
  if (typeof written === "string") throw new Error(`the preview of ${previewed.event} is ${written}`);
  return written;
}

const TOTAL_MINOR = 42_000;

function madeUp(previewed: PreviewedMessage): Told {
  const { event, language, studio, requisites, payee, sentences, advancePercent } = previewed;
  const words = previewWords(language);
  const { firstName, lastName } = words;
  const contact = { firstName, lastName, phoneNumber: "+380671234567", email: "mary@example.com", locale: language };
  const now = Date.now();
  const common = { id: 24, studioId: studio.id, requestKey: "", contact, customerToken: "", source: "order_page" };
  const moments = { version: 1, consentedAt: now, createdAt: now, updatedAt: now };
  return {
    ...{ event, studio, requisites, payee, sentences, reader: undefined, isCancelledByCustomer: false },
    order: {
      ...common,
      ...moments,
      ...{ number: 24, customerId: 1, status: STATUS[event], currencyId: studio.currencyId, priority: null },
      ...{
        totalPriceMinor: TOTAL_MINOR,
        topUpMinor: null,
        deliveryPriceMinor: null,
        advanceMinor: advancePercent === null ? null : Math.round((TOTAL_MINOR * advancePercent) / 100),
        paidMinor: 0,
        refundedMinor: 0,
      },
      dueOn: dayFromNow(3),
      delivery: { ...NO_DELIVERY, method: "nova_poshta", cityName: words.city, trackingNumber: "20450000000000" },
    },
    items: [itemOf(studio, words)],
    request: {
      ...common,
      ...moments,
      ...{ comment: null, senderHash: null, status: "answered", answer: words.answer, priceMinor: TOTAL_MINOR },
      ...{ orderId: null, personId: null },
      namedPrice: {
        ...{ currencyId: studio.currencyId, items: { 1: 42_000 }, files: {} },
        ...{ readyOn: dayFromNow(5), validUntil: dayFromNow(14) },
      },
    },
    requestedNames: [words.file],
    material: undefined,
  };
}

function itemOf(studio: Studio, { file, material, color }: ReturnType<typeof previewWords>): Told["items"][number] {
  return {
    material,
    item: {
      ...{ id: 1, studioId: studio.id, orderId: 24, position: 0, printerId: null, modelId: null },
      ...{ originalFileName: file, quantity: 2, priceMinor: TOTAL_MINOR, materialId: null, materialColor: color },
      ...{ printingQualityId: null, finishingIds: [], printMinutes: 90, weightHundredthsOfGram: 4200 },
      ...{ productId: null, productTitle: null, costBreakdown: null, printedAt: null },
      ...{ stockTakenHundredthsOfGram: null, fitsBuildVolume: true, warnings: null },
    },
  };
}

// Letters: the mail of each event, worded from its rows in its reader's language.

import type { NamedPrice } from "../db/column-types.ts";
import { trackingAddress } from "../domain/carrier/tracking-address.ts";
import { currencyOf } from "../domain/currency.ts";
import type { CustomerEvent, StaffEvent } from "../domain/message/events.ts";
import { minorUnits } from "../domain/money.ts";
import { isLate, type OrderStatus } from "../domain/order.ts";
import { DEFAULT_LANGUAGE, type Language } from "../domain/person.ts";
import { isLowStock } from "../domain/workshop.ts";
import { languageOf } from "../http/language.ts";
import { itemName } from "../orders/item-name.ts";
import { asBought } from "../orders/lines/bought-items.ts";
import { withoutTopUp } from "../orders/top-up.ts";
import { deliveryPlace } from "../pages/delivery-place.ts";
import { calendarDay, money, weight } from "../pages/format.ts";
import { dayFromNow } from "../platform/calendar.ts";
import type { Mail } from "../platform/ports.ts";
import { priceStanding, sumOfNamedPrice } from "../price-requests/named-price.ts";
import { type Letter, letterHtml, letterText } from "./letter.tsx";
import { letterPayment } from "./letter-payment.ts";
import { mailWords } from "./mail.words.ts";
import type { Told } from "./told.store.ts";

/** A mail before it has its key and its sender's address. */
export type WrittenMail = Omit<Mail, "key" | "from"> & { readonly fromName: string };

/**
 * @param origin of its links
 * @returns `outdated` if it is true no longer: the order has moved back, the reader has left the studio
 */
export async function writeMail(told: Told, origin: string): Promise<WrittenMail | "outdated" | "no_address"> {
  const found = addressed(told, origin);
  if (found === "outdated") return found;
  if (!found.to.includes("@")) return "no_address";
  const { letter, to } = found;
  const { title, replyTo } = told.studio;
  return {
    fromName: title,
    replyTo,
    to,
    subject: letter.subject,
    text: letterText(letter),
    html: await letterHtml(letter),
  };
}

/** The letter of an event to staff, for a channel of its own; undefined if it is true no longer. */
export function staffLetterOf(told: Told, origin: string): Letter | undefined {
  const found = addressed(told, origin);
  return found === "outdated" ? undefined : found.letter;
}

interface Addressed {
  readonly to: string;
  readonly letter: Letter;
}

function addressed(told: Told, origin: string): Addressed | "outdated" {
  const { event } = told;
  switch (event) {
    case "received":
    case "confirmed":
    case "ready":
    case "shipped":
    case "completed":
    case "cancelled":
      return toCustomerOfOrder(event, told, origin);
    case "priced":
      return toCustomerOfRequest(told, origin);
    case "new_order":
    case "cancelled_by_customer":
    case "late":
    case "parcel_returns":
    case "new_request":
    case "low_stock":
      return toStaff(event, told, origin);
    default:
      return event satisfies never;
  }
}

type OrderEvent = Exclude<CustomerEvent, "priced">;

/** The statuses in which an order's message is true. */
const TRUE_IN: Readonly<Record<OrderEvent, (status: OrderStatus) => boolean>> = {
  received: (status) => status !== "cancelled",
  confirmed: (status) => status !== "pending" && status !== "cancelled",
  ready: (status) => ["ready", "shipped", "completed"].includes(status),
  shipped: (status) => status === "shipped" || status === "completed",
  completed: (status) => status === "completed",
  cancelled: (status) => status === "cancelled",
};

function toCustomerOfOrder(event: OrderEvent, told: Told, origin: string): Addressed | "outdated" {
  const { order, studio } = told;
  if (order === undefined || isErased(order) || !TRUE_IN[event](order.status)) return "outdated";
  const { contact, number, customerToken } = order;
  const language = languageOfCustomer(told, contact.locale);
  const words = mailWords(language);
  const texts = words[event];
  const text = "text" in texts ? texts.text : told.isCancelledByCustomer ? texts.byCustomer : texts.byStudio;
  const tracking = order.delivery?.trackingNumber ?? null;
  const isBefore = event === "received" || event === "confirmed";
  const payment = isBefore || event === "ready" ? letterPayment(told, language) : undefined;
  const letter: Letter = {
    ...emptyLetter(told, language),
    subject: words.subject(studio.title, texts.subject(number)),
    heading: texts.heading(number),
    greeting: words.dear(contact.firstName),
    paragraphs: [text],
    ...(isBefore ? summaryOf(told, order, language) : {}),
    facts: [
      ...(isBefore && order.dueOn !== null
        ? [[words.readyBy, calendarDay(language, order.dueOn, "long")] as const]
        : []),
      ...(event === "shipped" && tracking !== null
        ? [[words.tracking, tracking, trackingAddress(tracking)] as const]
        : []),
      ...(event !== "cancelled" && order.delivery !== null
        ? [[words.delivery, deliveryPlace(language, order.delivery)] as const]
        : []),
    ],
    link:
      customerToken === null
        ? null
        : { label: words.seeOrder, address: customerAddress(told, origin, `orders/${customerToken}`, language) },
    payment,
    requisites: isBefore || payment !== undefined ? requisitesOf(told, language) : null,
    footer: footerOf(told, language, words.footerOfCustomer(studio.title)),
  };
  return { to: contact.email, letter };
}

function toCustomerOfRequest(told: Told, origin: string): Addressed | "outdated" {
  const { request, studio } = told;
  // An accepted price has become an order, which has messages of its own.
  if (request === undefined || isErased(request) || request.orderId !== null) return "outdated";
  const { contact, id, customerToken, answer } = request;
  // A price may be withdrawn or expire, and its request be closed, before the mail is sent.
  const namedPrice = priceStanding(request, studio, dayFromNow(0)) === "open" ? request.namedPrice : null;
  if (answer === null && namedPrice === null) return "outdated";
  const language = languageOfCustomer(told, contact.locale);
  const words = mailWords(language);
  const letter: Letter = {
    ...emptyLetter(told, language),
    subject: words.subject(studio.title, words.priced.subject(id)),
    heading: words.priced.heading(id),
    greeting: words.dear(contact.firstName),
    paragraphs: answer === null ? [] : [answer],
    facts: namedPrice === null ? [] : priceFacts(namedPrice, language),
    link: {
      label: namedPrice === null ? words.seeAnswer : words.acceptPrice,
      address: customerAddress(told, origin, `requests/${customerToken}`, language),
    },
    requisites: requisitesOf(told, language),
    footer: footerOf(told, language, words.footerOfRequest(studio.title)),
  };
  return { to: contact.email, letter };
}

function priceFacts({ currencyId, readyOn, validUntil, ...parts }: NamedPrice, language: Language): Letter["facts"] {
  const words = mailWords(language);
  const day = (iso: string) => calendarDay(language, iso, "long");
  return [
    [words.price, money(language, sumOfNamedPrice(parts), currencyOf(currencyId))],
    ...(readyOn === null ? [] : [[words.readyBy, day(readyOn)] as const]),
    [words.holdsUntil, day(validUntil)],
  ];
}

function toStaff(event: StaffEvent, told: Told, origin: string): Addressed | "outdated" {
  const { reader, studio } = told;
  const letter = reader && staffLetter(event, told, origin, reader.language);
  if (reader === undefined || letter === undefined) return "outdated";
  const words = mailWords(reader.language);
  return {
    to: reader.email,
    letter: {
      ...emptyLetter(told, reader.language),
      sentence: null,
      ...letter,
      subject: words.subject(studio.title, letter.subject),
      footer: [words.footerOfStaff(studio.title)],
    },
  };
}

/** Undefined: it is true no longer. */
function staffLetter(
  event: StaffEvent,
  told: Told,
  origin: string,
  language: Language,
): (Pick<Letter, "subject" | "heading"> & Partial<Letter>) | undefined {
  const { order, request, material } = told;
  const words = mailWords(language);
  const link = (path: string, label = words.open) => ({ label, address: panelAddress(told, origin, path) });
  if (event === "low_stock") {
    if (material === undefined || !isLowStock(material)) return undefined;
    const name = [material.name, material.color].filter((part) => part !== null).join(", ");
    return {
      subject: words.lowStock.subject(name),
      heading: words.lowStock.heading(name),
      facts: [[words.lowStock.left, weight(language, material.stockHundredthsOfGram ?? 0)]],
      link: link("catalog/materials", words.openMaterials),
    };
  }
  if (event === "new_request") {
    if (request?.status !== "new") return undefined;
    return {
      subject: words.newRequest.subject(request.id),
      heading: words.newRequest.heading(request.id),
      facts: [
        ...contactFacts(request.contact, language),
        ...(told.requestedNames.length === 0 ? [] : [[words.files, told.requestedNames.join(", ")] as const]),
        ...(request.comment === null ? [] : [[words.comment, request.comment] as const]),
      ],
      link: link(`requests/${request.id}`),
    };
  }
  if (order === undefined) return undefined;
  const { number } = order;
  const common = { facts: contactFacts(order.contact, language), link: link(`orders/${order.id}`) };
  switch (event) {
    case "new_order": {
      if (order.status === "cancelled") return undefined;
      const total = money(language, minorUnits(order.totalPriceMinor), currencyOf(order.currencyId));
      const { subject, heading } = words.newOrder;
      const summary = summaryOf(told, order, language);
      return { ...common, ...summary, subject: subject(number, total), heading: heading(number) };
    }
    case "cancelled_by_customer": {
      const { subject, heading } = words.cancelledByCustomer;
      return { ...common, subject: subject(number), heading: heading(number) };
    }
    case "late": {
      if (order.dueOn === null || !isLate(order, dayFromNow(0))) return undefined;
      const { subject, heading, text } = words.late;
      const paragraphs = [text(calendarDay(language, order.dueOn, "long"))];
      return { ...common, subject: subject(number), heading: heading(number), paragraphs };
    }
    case "parcel_returns": {
      if (isErased(order) || order.status === "completed") return undefined;
      const { subject, heading, text } = words.parcelReturns;
      const tracking = order.delivery?.trackingNumber ?? null;
      const facts = tracking === null ? common.facts : [...common.facts, [words.tracking, tracking] as const];
      return { ...common, facts, subject: subject(number), heading: heading(number), paragraphs: [text] };
    }
    default:
      return event satisfies never;
  }
}

/** Every letter begins so. */
function emptyLetter(told: Told, language: Language): Omit<Letter, "subject" | "heading" | "footer"> {
  const nothing = { paragraphs: [], lines: [], sums: [], facts: [], link: null, requisites: null };
  return { language, studio: told.studio.title, sentence: sentenceOf(told, language), ...nothing };
}

/** Items and sums, as the customer's page shows them. */
function summaryOf(
  { items }: Told,
  order: NonNullable<Told["order"]>,
  language: Language,
): Pick<Letter, "lines" | "sums"> {
  const words = mailWords(language);
  const currency = currencyOf(order.currencyId);
  const amount = (minor: number) => money(language, minorUnits(minor), currency);
  const { totalPriceMinor: total, deliveryPriceMinor: delivery, topUpMinor: topUp } = order;
  const sum = (label: string, shown: string, isLast = false) => ({ label, amount: shown, isLast });
  return {
    lines: asBought(items.map((told) => ({ ...told, item: withoutTopUp(order, told.item) }))).map(
      ({ first: { item, material }, quantity, priceMinor }) => ({
        name: itemName(item),
        details: [item.productId === null ? material : null, item.materialColor, `× ${quantity}`]
          .filter((part) => part != null)
          .join(", "),
        amount: amount(priceMinor),
      }),
    ),
    sums: [
      ...(topUp === null ? [] : [sum(words.topUp, amount(topUp))]),
      sum(
        delivery === null && order.delivery !== null ? words.totalWithoutDelivery : words.total,
        amount(total),
        delivery === null,
      ),
      ...(delivery === null
        ? []
        : [
            sum(words.delivery, delivery === 0 ? words.free : amount(delivery)),
            sum(words.toPay, amount(total + delivery), true),
          ]),
    ],
  };
}

function contactFacts(
  { firstName, lastName, phoneNumber, email }: NonNullable<Told["order"]>["contact"],
  language: Language,
): Letter["facts"] {
  const words = mailWords(language);
  return [
    [words.customer, `${firstName} ${lastName}`],
    [words.phone, phoneNumber],
    ...(email === "" ? [] : [[words.email, email] as const]),
  ];
}

/** Each customer has a name until their data are erased. */
function isErased({ contact }: Pick<NonNullable<Told["order"]>, "contact">): boolean {
  return contact.firstName === "";
}

/** The order's language; the studio's, if the service does not speak it. */
function languageOfCustomer({ studio }: Told, locale: string): Language {
  return languageOf(locale) ?? languageOf(studio.locale) ?? DEFAULT_LANGUAGE;
}

function sentenceOf({ studio, sentences }: Told, language: Language): string | null {
  const isSecond = language !== (languageOf(studio.locale) ?? DEFAULT_LANGUAGE);
  return (isSecond ? sentences?.sentenceInSecondLanguage : null) ?? sentences?.sentence ?? null;
}

function requisitesOf({ requisites }: Told, language: Language): Letter["requisites"] {
  return requisites === null ? null : { title: mailWords(language).requisites, text: requisites };
}

function footerOf({ studio }: Told, language: Language, about: string): readonly string[] {
  const words = mailWords(language);
  return [about, studio.replyTo === null ? words.answersLost : words.answersGo];
}

/** The page shows itself in the letter's language. */
function customerAddress({ studio }: Told, origin: string, path: string, language: Language): string {
  return `${origin}/${studio.slug}/${path}?lang=${language}`;
}

function panelAddress({ studio }: Told, origin: string, path: string): string {
  return `${origin}/panel/studios/${studio.slug}/${path}`;
}

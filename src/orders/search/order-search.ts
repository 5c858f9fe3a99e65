// Order search: one text as a condition on orders: number, name, phone, e-mail, tracking number, file or product.
//
// SQLite's lower() knows only ASCII, and most names are Cyrillic: a word is tried as typed, in small letters, capitalised and
// in capitals. Phones are compared by their digits: spaces and brackets differ from person to person.

import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { getCountries, getCountryCallingCode } from "libphonenumber-js/min";
import { inValues } from "../../db/in-values.ts";
import { customers, orderItems, orders } from "../../db/schema.ts";
import type { StudioDb } from "../../db/studio-db.ts";
import { firstIdFrom } from "../placed-orders.store.ts";

export const MAX_SEARCH_CHARACTERS = 100;
const MAX_WORDS = 6;
/** Fewer digits are part of nearly every phone number, and mean the number of an order. */
const MIN_PHONE_DIGITS = 4;
/** From here on, leading zeros are a trunk or exit code, which E.164 leaves out. */
const MIN_WHOLE_PHONE_DIGITS = 7;

const trackingNumber = sql`${orders.delivery} ->> 'trackingNumber'`;

/** The names of the items of the order in the row, in one text. */
function itemNames(db: StudioDb): SQL {
  const names = sql`coalesce(${orderItems.productTitle}, '') || ' ' || coalesce(${orderItems.originalFileName}, '')`;
  const ofOrder = sql`${orderItems.orderId} = ${orders.id}`;
  return sql`coalesce(${db.valuesOf(sql`group_concat(${names}, ' ')`, orderItems, ofOrder)}, '')`;
}

export interface OrderSearch {
  /** The order with the typed number, wherever it is in the list, and the one with that id; none if no number was typed. */
  readonly numbered: NumberedOrders;
  /** The customers with the text as their whole phone number or e-mail; undefined if it can be neither. Indexes find them. */
  readonly customers: SQL | undefined;
  /** The text that an order must hold otherwise; undefined if only its number can be meant. */
  readonly condition: SQL | undefined;
}

export interface NumberedOrders {
  readonly condition: SQL;
  /** The order with the number comes before the one with the id. */
  readonly orderBy: SQL;
}

/** @param text as typed; an empty one is in no order */
export function searchOrders(db: StudioDb, text: string): OrderSearch {
  const typed = text.trim().slice(0, MAX_SEARCH_CHARACTERS).normalize("NFC");
  const [, digits] = /^(?:[#№]|no\.?|n)?\s*(\d{1,15})$/iu.exec(typed) ?? [];
  const numbered = digits === undefined ? NO_NUMBER : numberedOrders(db, Number(digits));
  if (/^[#№]/.test(typed) || (digits !== undefined && digits.length < MIN_PHONE_DIGITS)) {
    return { numbered, customers: undefined, condition: undefined };
  }
  return isPhone(typed)
    ? { numbered, customers: withPhone(typed), condition: ofPhone(db, typed) }
    : { numbered, customers: withEmail(typed), condition: ofWords(db, typed) };
}

export const NO_NUMBER: NumberedOrders = { condition: eq(orders.id, 0), orderBy: sql`${orders.id}` };

/** Programs beside the panel know orders by their ids. */
function numberedOrders(db: StudioDb, typed: number): NumberedOrders {
  const hasNumber = eq(orders.number, typed);
  // Between two numbers of a studio, other studios' orders take ids.
  const fromNumber = sql`${orders.id} >= ${firstIdFrom(db, orders.number, typed)}`;
  const ofNumber = db.firstIds(orders, fromNumber, sql`${orders.id}`, 1);
  const mayBe = sql`${orders.id} IN (${ofNumber}, ${typed})`;
  return {
    condition: sql`${mayBe} AND (${hasNumber} OR ${orders.id} = ${typed})`,
    orderBy: sql`${hasNumber} DESC`,
  };
}

/**
 * The customers with the text in name, e-mail or phone number, but for erased ones; undefined if it is too short a number.
 *
 * @param text an empty one is in no customer
 */
export function searchCustomers(text: string): SQL | undefined {
  const typed = text.trim().slice(0, MAX_SEARCH_CHARACTERS).normalize("NFC");
  const condition = holdsTyped(typed);
  return condition && and(isNull(customers.erasedAt), condition);
}

function holdsTyped(typed: string): SQL | undefined {
  if (isPhone(typed)) return or(...spellingsOf(typed).map((digits) => sql`instr(${customers.phoneNumber}, ${digits})`));
  if (/^[#№]|^\d+$/.test(typed)) return undefined;
  return holdsWords(sql`${customers.firstName} || ' ' || ${customers.lastName} || ' ' || ${customers.email}`, typed);
}

/** A number as it is dialled at home lacks the country's code, so each country's is tried. */
function withPhone(typed: string): SQL | undefined {
  const whole = spellingsOf(typed).filter((digits) => digits.length >= MIN_WHOLE_PHONE_DIGITS);
  if (whole.length === 0) return undefined;
  const codes = ["", ...new Set(getCountries().map((country) => getCountryCallingCode(country)))];
  return inValues(
    customers.phoneNumber,
    whole.flatMap((digits) => codes.map((code) => `+${code}${digits}`)),
  );
}

function withEmail(typed: string): SQL | undefined {
  return /^[^\s@]+@[^\s@]+$/.test(typed) ? hasEmail(typed.toLowerCase()) : undefined;
}

function hasEmail(small: string): SQL {
  return sql`lower(${customers.email}) = ${small}`;
}

function isPhone(typed: string): boolean {
  return /^[+\d\s().\-/]+$/.test(typed) && typed.replace(/\D/g, "").length >= MIN_PHONE_DIGITS;
}

function ofPhone(db: StudioDb, typed: string): SQL | undefined {
  return or(
    sql`instr(${trackingNumber}, ${typed.replace(/\D/g, "")})`,
    sql`instr(${itemNames(db)}, ${typed})`,
    ...spellingsOf(typed).flatMap((digits) => [
      sql`instr(${orders.contact} ->> 'phoneNumber', ${digits})`,
      ofCustomer(db, eq(customers.phoneNumber, `+${digits}`)),
    ]),
  );
}

/** With and without the zero that is not dialled from abroad, as in "+380 (0) 50". */
function spellingsOf(typed: string): string[] {
  return [...new Set([typed, typed.replace(/\(0\)/, "")].map(dialled))];
}

/** The digits as they stand somewhere in the E.164 number: "8 050 …", "050 …" and "00380 50 …" all do. */
function dialled(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  return digits.length < MIN_WHOLE_PHONE_DIGITS ? digits : digits.replace(/^0+(?=\d)/, "");
}

function ofWords(db: StudioDb, typed: string): SQL {
  const name = sql`(${orders.contact} ->> 'firstName') || ' ' || (${orders.contact} ->> 'lastName')`;
  const texts = sql`${name} || ' ' || (${orders.contact} ->> 'email') || ' ' || coalesce(${trackingNumber}, '') || ' ' || ${itemNames(db)}`;
  return holdsWords(texts, typed, (email) => ofCustomer(db, hasEmail(email)));
}

/** The text holds every typed word. @param ofEmail an address may be found elsewhere too */
export function holdsWords(text: SQL, typed: string, ofEmail?: (email: string) => SQL): SQL {
  // A name is also found by a part of it, and with any apostrophe.
  const words = typed
    .split(/\s+/)
    .flatMap((word) => (word.includes("@") ? [word] : word.split(/[-–'’ʼ"]+/)))
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);
  if (words.length === 0) return sql`0`;
  const conditions = words.map((word) => sql`(${holdsWord(word, ofEmail)})`);
  // As a row of its own, for every word and spelling: SQLite would read an order's items again for each.
  return sql`EXISTS (SELECT 1 FROM json_each(json_array(${text})) AS searched WHERE ${sql.join(conditions, sql` AND `)})`;
}

function holdsWord(word: string, ofEmail: ((email: string) => SQL) | undefined): SQL | undefined {
  const small = word.toLowerCase();
  const inLatin = sql`instr(lower(searched.value), ${small})`;
  if (word.includes("@")) return or(inLatin, ofEmail?.(small));
  const [first = "", ...rest] = small;
  const spellings = new Set([word, small, first.toUpperCase() + rest.join(""), small.toUpperCase()]);
  return or(inLatin, ...[...spellings].map((spelling) => sql`instr(searched.value, ${spelling})`));
}

/** Orders under a customer's earlier number or address are found as well. */
function ofCustomer(db: StudioDb, condition: SQL): SQL {
  return sql`${orders.customerId} IN ${db.valuesOf(customers.id, customers, condition)}`;
}

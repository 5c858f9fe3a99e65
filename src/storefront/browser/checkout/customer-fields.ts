// Fields of the form: plain mistakes are found here, all others by the server.

import { isCyrillicName, phoneNumberTyped } from "../../../domain/customer.ts";
import type { StorefrontSource } from "../../../domain/order.ts";
import type { deliveryFormWords } from "../../kit/delivery.words.ts";
import { type DeliveryPlace, FIELDS_OF_PLACE, PLACES, REQUIRED_OF_PLACE } from "../../kit/delivery-places.ts";
import type {
  CustomerFields,
  DeliveryPrice,
  OrderSent,
  PageConfiguration,
  PublicCatalog,
  SignedQuote,
} from "../../wire.ts";
import type { checkoutWords } from "../words/checkout.words.ts";

type Words = ReturnType<typeof checkoutWords>;

/** Typed values by the names that the server uses for its faults. */
export type TypedFields = Readonly<Record<string, string>>;
export type FormFaults = Readonly<Record<string, readonly string[]>>;

/** The fields with one typed anew. The carrier's ids go with the names of their places, and a chosen branch with its city. */
export function typedWith(before: TypedFields, name: string, value: string): TypedFields {
  const after = { ...before, [name]: value };
  switch (name) {
    case "deliveryCityName":
      if (before.deliveryWarehouseRef) after.deliveryWarehouseName = "";
      return { ...after, deliveryCityRef: "", deliveryWarehouseRef: "" };
    case "deliveryWarehouseName":
      return { ...after, deliveryWarehouseRef: "" };
    default:
      return after;
  }
}

type DeliveryMethods = PublicCatalog["deliveryMethods"];

export function isPickup(typed: TypedFields, methods: DeliveryMethods): boolean {
  return methods.some((method) => method.isPickup && typed.deliveryMethodId === String(method.id));
}

/** The price of the chosen delivery; undefined if its method states none. */
export function deliveryPriceIn(
  { deliveryPrices }: Pick<SignedQuote, "deliveryPrices">,
  { deliveryMethodId }: TypedFields,
): DeliveryPrice | undefined {
  return deliveryPrices.find(({ methodId }) => String(methodId) === deliveryMethodId);
}

/** Whether the studio's carrier carries the chosen method; without methods, it carries every address. */
export function isCarried(
  { carrier, catalog: { deliveryMethods } }: Pick<PageConfiguration, "carrier" | "catalog">,
  { deliveryMethodId }: TypedFields,
): boolean {
  if (carrier === null) return false;
  return deliveryMethods.length === 0 || carrier.methodIds.some((id) => String(id) === deliveryMethodId);
}

export function isFree({ price }: DeliveryPrice): boolean {
  return Number(price) === 0;
}

export function placeOf(typed: TypedFields, methods: DeliveryMethods): DeliveryPlace {
  if (isPickup(typed, methods)) return "later";
  return PLACES.find((place) => place === typed.place) ?? "branch";
}

/**
 * The form before anything is typed. One delivery method is always chosen: an address without one would be stored as a courier's.
 *
 * @param stored fields typed earlier in this tab, at another studio perhaps, or before the offer changed
 */
export function firstFields(
  { deliveryMethods }: Pick<PublicCatalog, "deliveryMethods">,
  stored: TypedFields,
): TypedFields {
  const { deliveryMethodId, ...others } = stored;
  const method = deliveryMethods.find(({ id }) => String(id) === deliveryMethodId) ?? deliveryMethods[0];
  return { place: "branch", ...others, ...(method !== undefined && { deliveryMethodId: String(method.id) }) };
}

const REQUIRED = ["firstName", "lastName", "phoneNumber", "email"] as const;

/** Faults that need no request to the server. */
export function faultsOf(typed: TypedFields, hasConsent: boolean, { form }: Words): FormFaults {
  const faults: Record<string, readonly string[]> = {};
  for (const name of REQUIRED) {
    const fault = faultOfField(name, typed[name] ?? "", form);
    if (fault !== undefined) faults[name] = [fault];
  }
  if (!hasConsent) faults.consent = [form.consentFault];
  return faults;
}

/** Faults of an incomplete destination. */
export function deliveryFaultsOf(
  typed: TypedFields,
  methods: DeliveryMethods,
  { placeFault, later }: Pick<ReturnType<typeof deliveryFormWords>, "placeFault" | "later">,
): FormFaults {
  const missing = REQUIRED_OF_PLACE[placeOf(typed, methods)].filter((name) => (typed[name] ?? "").trim() === "");
  return Object.fromEntries(missing.map((name) => [name, [placeFault(later)]]));
}

function faultOfField(name: (typeof REQUIRED)[number], typed: string, form: Words["form"]) {
  const text = typed.trim();
  if (text === "") return form.required;
  switch (name) {
    case "firstName":
    case "lastName":
      return isCyrillicName(text.normalize("NFC")) ? undefined : form.cyrillic;
    case "phoneNumber":
      return phoneNumberTyped(text) === undefined ? form.phoneFault : undefined;
    case "email":
      return /^\S+@\S+\.\S+$/.test(text) ? undefined : form.emailFault;
  }
}

export function customerFieldsOf(typed: TypedFields, source: StorefrontSource): CustomerFields {
  const text = (name: string) => (typed[name] ?? "").trim();
  const comment = text("comment");
  return {
    firstName: text("firstName"),
    lastName: text("lastName"),
    phoneNumber: phoneNumberTyped(text("phoneNumber")) ?? text("phoneNumber"),
    email: text("email"),
    ...(comment !== "" && { comment }),
    consent: true,
    source,
  };
}

/**
 * Only fields of the chosen destination: a street typed before "to a branch" was chosen is not sent.
 *
 * @param withRefs whether the carrier carries the chosen method: its ids of places go with no other
 */
export function deliveryFieldsOf(typed: TypedFields, methods: DeliveryMethods, withRefs = false): Partial<OrderSent> {
  const method = Number(typed.deliveryMethodId ?? "");
  const delivery: Record<string, string> = {};
  for (const name of FIELDS_OF_PLACE[placeOf(typed, methods)]) {
    if (name.endsWith("Ref") && !withRefs) continue;
    const text = (typed[name] ?? "").trim();
    if (text !== "") delivery[name] = text;
  }
  return { ...(Number.isSafeInteger(method) && method > 0 && { deliveryMethodId: method }), ...delivery };
}

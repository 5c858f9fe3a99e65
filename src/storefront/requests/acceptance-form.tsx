// Form that accepts the price of a request: delivery, terms and consent. Works without a script.

import type { CarrierAccount } from "../../carrier/carrier-account.store.ts";
import type { NamedPrice } from "../../db/column-types.ts";
import { currencyOf } from "../../domain/currency.ts";
import { minorUnits, sumMinorUnits } from "../../domain/money.ts";
import { EMPTY_FORM, type FormState } from "../../pages/form-values.ts";
import { money } from "../../pages/format.ts";
import { sumOfNamedPrice } from "../../price-requests/named-price.ts";
import type { PriceRequestDetails } from "../../price-requests/price-request.store.ts";
import { deliveryPriceOf } from "../../pricing/delivery-price.ts";
import { deliveryFormWords } from "../kit/delivery.words.ts";
import { type AddressInput, PLACES } from "../kit/delivery-places.ts";
import type { StorefrontView } from "../kit/page-context.ts";
import { customerRequestWords } from "./request.words.ts";

export interface OfferedMethod {
  readonly id: number;
  readonly name: string;
  readonly isPickup: boolean;
  readonly priceMinor: number | null;
  readonly freeFromMinor: number | null;
}

export interface AcceptanceProps {
  readonly view: StorefrontView;
  readonly details: PriceRequestDetails;
  readonly namedPrice: NamedPrice;
  readonly deliveryMethods: readonly OfferedMethod[];
  /** Undefined: places are typed. */
  readonly carrier: CarrierAccount | undefined;
  /** In the customer's language. */
  readonly terms: string | null;
  /** The refused acceptance, as typed. */
  readonly form?: FormState | undefined;
}

export function AcceptanceForm(props: AcceptanceProps) {
  const { view, details, namedPrice, terms, form = EMPTY_FORM } = props;
  const { language } = view;
  const words = customerRequestWords(language);
  const total = money(language, sumOfNamedPrice(namedPrice), currencyOf(namedPrice.currencyId));
  return (
    <form method="post" action={`${view.path}/accept${view.query}`} class="acceptance" id="accept" novalidate>
      <input type="hidden" name="version" value={details.request.version} />
      <Destination {...props} form={form} />
      {terms === null ? null : (
        <details>
          <summary>{words.terms}</summary>
          <p class="plain-text">{terms}</p>
        </details>
      )}
      <div class="field">
        <label class="option consent">
          <input
            type="checkbox"
            name="consent"
            value="true"
            checked={form.values.consent === "true"}
            aria-required="true"
            {...describedFault(form, "consent")}
          />
          <span class="option-text">{words.consent}</span>
        </label>
        <Fault form={form} name="consent" />
      </div>
      <button type="submit" class="primary">
        {words.accept(total)}
      </button>
      <p class="hint">{words.acceptHint}</p>
    </form>
  );
}

/** Whether the studio's carrier carries this method; undefined: the studio has no methods. */
export function isCarriedBy(carrier: CarrierAccount | undefined, methodId: number | undefined): boolean {
  return carrier !== undefined && (methodId === undefined || carrier.methodIds.includes(methodId));
}

function Destination({
  view,
  deliveryMethods,
  namedPrice,
  carrier,
  form,
}: AcceptanceProps & { readonly form: FormState }) {
  const labels = deliveryFormWords(view.language);
  const toPlace = { branch: labels.toBranch, address: labels.toAddress, later: labels.later };
  const values = deliveryMethods.map((method) => methodValue(method, namedPrice));
  const typedMethod = form.values.method;
  const chosen = values.find((value) => value === typedMethod) ?? values[0];
  const place = PLACES.find((known) => known === form.values.place) ?? "branch";
  return (
    <fieldset data-places={carrier === undefined ? undefined : `${view.base}/delivery`} data-found={labels.found}>
      <legend>{labels.delivery}</legend>
      {deliveryMethods.length === 0 ? null : (
        <fieldset class="options">
          <legend class="hint">{labels.deliveryMethod}</legend>
          {deliveryMethods.map((method, index) => (
            <label class="option">
              <input
                type="radio"
                name="method"
                value={values[index]}
                checked={values[index] === chosen}
                data-pickup={method.isPickup ? "" : undefined}
                data-carried={isCarriedBy(carrier, method.id) ? "" : undefined}
                {...describedFault(form, "method")}
              />
              <span class="option-text">
                {method.name}
                {method.isPickup ? <span class="hint">{labels.pickup}</span> : null}
              </span>
              <MethodPrice view={view} method={method} namedPrice={namedPrice} />
            </label>
          ))}
          <Fault form={form} name="method" />
        </fieldset>
      )}
      <div class="places options">
        <div class="options">
          {PLACES.map((known) => (
            <label class="option">
              <input type="radio" name="place" value={known} checked={known === place} />
              <span class="option-text">{toPlace[known]}</span>
            </label>
          ))}
        </div>
        <div class="options place-fields">
          <TextField form={form} name="deliveryCityName" label={labels.city} />
          <TextField form={form} name="deliveryWarehouseName" label={labels.branch} of="branch" />
          <Reference form={form} name="deliveryCityRef" />
          <Reference form={form} name="deliveryWarehouseRef" />
          <TextField form={form} name="deliveryStreetName" label={labels.street} of="address" />
          <div class="field-pair of-address">
            <TextField form={form} name="deliveryBuildingNumber" label={labels.building} />
            <TextField
              form={form}
              name="deliveryApartmentNumber"
              label={`${labels.apartment} (${customerRequestWords(view.language).optional})`}
            />
          </div>
        </div>
      </div>
    </fieldset>
  );
}

/** The price of a delivery for the order that the request becomes. */
export function methodPriceOf(method: OfferedMethod, namedPrice: NamedPrice): number | null {
  return deliveryPriceOf(method, sumOfNamedPrice(namedPrice));
}

/** A method with its price: the customer agrees to both. */
export function methodValue(method: OfferedMethod, namedPrice: NamedPrice): string {
  return `${method.id}:${methodPriceOf(method, namedPrice) ?? ""}`;
}

function MethodPrice({
  view: { language },
  method,
  namedPrice,
}: Pick<AcceptanceProps, "view" | "namedPrice"> & { readonly method: OfferedMethod }) {
  const words = customerRequestWords(language);
  const priceMinor = methodPriceOf(method, namedPrice);
  if (priceMinor === null) return null;
  const amount = (minor: number) => money(language, minorUnits(minor), currencyOf(namedPrice.currencyId));
  const inAll = sumMinorUnits([sumOfNamedPrice(namedPrice), minorUnits(priceMinor)]);
  return (
    <span class="option-price">
      {priceMinor === 0 ? deliveryFormWords(language).free : words.withDelivery(amount(priceMinor), amount(inAll))}
    </span>
  );
}

interface TextFieldProps {
  readonly form: FormState;
  readonly name: AddressInput;
  readonly label: string;
  /** The only place that has this field; undefined: both have it. */
  readonly of?: "branch" | "address";
}

function TextField({ form, name, label, of }: TextFieldProps) {
  const typed = form.values[name];
  return (
    <div class={of === undefined ? "field" : `field of-${of}`}>
      <label for={`field-${name}`}>{label}</label>
      <input
        id={`field-${name}`}
        name={name}
        type="text"
        maxlength={255}
        value={typeof typed === "string" ? typed : ""}
        {...describedFault(form, name)}
      />
      <Fault form={form} name={name} />
    </div>
  );
}

/** The carrier's id of a place, which the script fills in. */
function Reference({ form, name }: Pick<TextFieldProps, "form" | "name">) {
  const typed = form.values[name];
  return <input type="hidden" name={name} value={typeof typed === "string" ? typed : ""} />;
}

interface FaultProps {
  readonly form: FormState;
  readonly name: string;
}

function Fault({ form: { faults }, name }: FaultProps) {
  const said = faults[name];
  if (said === undefined) return null;
  return (
    <p class="fault" id={`fault-${name}`}>
      {said.join(" ")}
    </p>
  );
}

function describedFault({ faults }: FormState, name: string) {
  return faults[name] === undefined ? {} : { "aria-invalid": "true" as const, "aria-describedby": `fault-${name}` };
}

// Fields of the delivery: the method, and the destination as a branch or an address.

import { useEffect, useRef } from "preact/hooks";
import { deliveryFormWords } from "../../kit/delivery.words.ts";
import { PLACES } from "../../kit/delivery-places.ts";
import type { DeliveryPrice, SignedQuote } from "../../wire.ts";
import { usePage } from "../basket/page-tools.ts";
import { EstimateLine } from "./carriage-estimate.tsx";
import { isCarried, isFree, isPickup, placeOf } from "./customer-fields.ts";
import { FieldFault, type FieldsProps, TextField } from "./field.tsx";

interface DeliveryFieldsProps extends FieldsProps {
  /** Null while the basket has none. */
  readonly quote: SignedQuote | null;
}

export function DeliveryFields({ quote, ...fields }: DeliveryFieldsProps) {
  const { typed, faults, onType } = fields;
  const { configuration, language } = usePage();
  const words = deliveryFormWords(language);
  const { deliveryMethods } = configuration.catalog;
  const prices = quote?.deliveryPrices ?? [];
  const place = placeOf(typed, deliveryMethods);
  const findsPlaces = place !== "later" && isCarried(configuration, typed);
  const fieldset = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (!findsPlaces) return;
    const ended = new AbortController();
    const { base } = configuration;
    const search = { address: `${base}/delivery`, names: ADDRESS_NAMES, found: words.found };
    import("../../../pages/browser/places/search-places.ts").then(
      ({ searchPlaces }) => {
        if (fieldset.current && !ended.signal.aborted) searchPlaces(fieldset.current, search, ended.signal);
      },
      // Places are typed.
      () => undefined,
    );
    return () => ended.abort();
  }, [findsPlaces, place]);
  const toPlace = { branch: words.toBranch, address: words.toAddress, later: words.later };
  return (
    <fieldset ref={fieldset}>
      <legend>{words.delivery}</legend>
      {deliveryMethods.length === 0 ? null : (
        <fieldset class="plain-fieldset">
          <legend class="small muted">{words.deliveryMethod}</legend>
          <div class="chips">
            {deliveryMethods.map(({ id, name }) => (
              <label key={id} class="chip">
                <input
                  type="radio"
                  name="deliveryMethodId"
                  checked={typed.deliveryMethodId === String(id)}
                  aria-invalid={faults.deliveryMethodId !== undefined}
                  onChange={() => onType("deliveryMethodId", String(id))}
                />
                <span>
                  {name} <MethodPrice price={prices.find(({ methodId }) => methodId === id)} />
                </span>
              </label>
            ))}
          </div>
          <FieldFault name="deliveryMethodId" faults={faults} />
        </fieldset>
      )}
      {isPickup(typed, deliveryMethods) ? (
        <p class="small muted">{words.pickup}</p>
      ) : (
        <div class="options place-options">
          {PLACES.map((known) => (
            <label key={known} class="option">
              <input type="radio" name="place" checked={place === known} onChange={() => onType("place", known)} />
              <span class="option-text">{toPlace[known]}</span>
            </label>
          ))}
        </div>
      )}
      {place === "later" ? null : (
        <TextField {...fields} name="deliveryCityName" label={words.city} autocomplete="address-level2" />
      )}
      {findsPlaces ? <Reference {...fields} name="deliveryCityRef" /> : null}
      {findsPlaces && place === "branch" ? <Reference {...fields} name="deliveryWarehouseRef" /> : null}
      {place === "branch" ? (
        <TextField {...fields} name="deliveryWarehouseName" label={words.branch} hint={words.branchHint} />
      ) : null}
      {place === "address" ? (
        <>
          <TextField {...fields} name="deliveryStreetName" label={words.street} autocomplete="address-line1" />
          <div class="field-pair">
            <TextField {...fields} name="deliveryBuildingNumber" label={words.building} />
            <TextField {...fields} name="deliveryApartmentNumber" label={words.apartment} isOptional />
          </div>
        </>
      ) : null}
      {findsPlaces ? <EstimateLine typed={typed} place={place} quote={quote} /> : null}
    </fieldset>
  );
}

const ADDRESS_NAMES = {
  city: "deliveryCityName",
  cityRef: "deliveryCityRef",
  branch: "deliveryWarehouseName",
  branchRef: "deliveryWarehouseRef",
} as const;

/** The carrier's id of a chosen place, which the search fills in. */
function Reference({ name, typed, onType }: FieldsProps & { readonly name: string }) {
  return (
    <input
      type="hidden"
      name={name}
      value={typed[name] ?? ""}
      onInput={({ currentTarget }) => onType(name, currentTarget.value)}
    />
  );
}

function MethodPrice({ price }: { readonly price: DeliveryPrice | undefined }) {
  const { language, format } = usePage();
  if (price === undefined) return null;
  const words = deliveryFormWords(language);
  const freeFrom = price.freeFrom === null ? "" : `, ${words.freeFrom(format.money(price.freeFrom))}`;
  return <span class="small muted">{isFree(price) ? words.free : `${format.money(price.price)}${freeFrom}`}</span>;
}

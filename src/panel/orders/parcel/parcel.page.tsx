// Form of an order's consignment note, and the question before a note is deleted.

import type { CarrierAccount } from "../../../carrier/carrier-account.store.ts";
import { PARCEL_DESTINATIONS, PARCEL_PAYERS } from "../../../domain/carrier/parcel.ts";
import type { FormState } from "../../../pages/form-values.ts";
import type { FoundPlace } from "../../../parcels/parcel.request.ts";
import type { Parcel, ParcelOrder } from "../../../parcels/parcel.store.ts";
import { FaultSummary, Input, PostForm, RequiredNote, Select, typedText } from "../../kit/form.tsx";
import { Layout } from "../../kit/layout.tsx";
import { PlaceSearch } from "../../kit/place-search.tsx";
import { useStudio, useView } from "../../kit/view-context.ts";
import { orderAddress } from "../orders.page.tsx";
import { parcelWords } from "./parcel.words.ts";

/** Places of the carrier that fit the typed one, to choose from. */
export interface PlaceChoices {
  readonly cities?: readonly FoundPlace[];
  readonly branches?: readonly FoundPlace[];
}

interface NoteFormProps {
  readonly account: CarrierAccount;
  readonly order: ParcelOrder;
  readonly form: FormState;
  readonly choices: PlaceChoices;
  /** Whether weight and size were found from the order's items. Undefined: they are as typed. */
  readonly isMeasured: boolean | undefined;
}

export function NoteFormPage({ account, order, form, choices, isMeasured }: NoteFormProps) {
  const studio = useStudio();
  const { language } = useView();
  const words = parcelWords(language);
  const back = orderAddress(studio, order.id);
  return (
    <Layout title={words.formTitle(order.number)} width="narrow" scripts={["place-search.js"]}>
      <PostForm action={`${back}/parcel`} class="stack">
        <FaultSummary form={form} />
        <RequiredNote />
        {["version", "requestKey"].map((name) => (
          <input type="hidden" name={name} value={typedText(form, name)} />
        ))}
        <section class="card stack" aria-labelledby="recipient">
          <h2 id="recipient">{words.recipient}</h2>
          <div class="fields">
            <Input form={form} name="recipientFirstName" label={words.firstName} autocomplete="off" />
            <Input form={form} name="recipientLastName" label={words.lastName} autocomplete="off" />
            <Input form={form} name="recipientPhone" label={words.phone} type="tel" autocomplete="off" />
          </div>
        </section>
        <section class="card stack" aria-labelledby="place">
          <h2 id="place">{words.place}</h2>
          <Select
            form={form}
            name="destination"
            label={words.destination}
            choices={PARCEL_DESTINATIONS.map((value) => ({ value, label: words.destinations[value] }))}
          />
          <PlaceSearch carrier={account} class="fields">
            <Input form={form} name="cityName" label={words.city} autocomplete="off" />
            <Choices form={form} name="cityRef" label={words.cityRef} places={choices.cities} />
            <Input
              form={form}
              name="warehouseName"
              label={words.branch}
              hint={words.branchHint}
              autocomplete="off"
              optional
            />
            <Choices form={form} name="warehouseRef" label={words.branchRef} places={choices.branches} />
          </PlaceSearch>
          <div class="fields">
            <Input
              form={form}
              name="streetName"
              label={words.street}
              hint={words.doorHint}
              autocomplete="off"
              optional
            />
            <Input form={form} name="buildingNumber" label={words.building} autocomplete="off" optional />
            <Input form={form} name="apartmentNumber" label={words.apartment} autocomplete="off" optional />
          </div>
        </section>
        <section class="card stack" aria-labelledby="box">
          <h2 id="box">{words.box}</h2>
          {isMeasured === undefined ? null : <p class="hint">{isMeasured ? words.boxFromItems : words.boxUnknown}</p>}
          <div class="fields">
            <Input form={form} name="weight" label={words.weight} unit={words.units.weight} inputmode="decimal" />
            {(["length", "width", "height"] as const).map((name) => (
              <Input form={form} name={name} label={words[name]} unit={words.units.size} inputmode="numeric" />
            ))}
          </div>
        </section>
        <section class="card stack" aria-labelledby="money">
          <h2 id="money">{words.money}</h2>
          <Select
            form={form}
            name="payer"
            label={words.payer}
            choices={PARCEL_PAYERS.map((value) => ({ value, label: words.payers[value] }))}
          />
          <div class="fields">
            <Input
              form={form}
              name="declaredValue"
              label={words.declaredValue}
              hint={words.declaredValueHint}
              unit="₴"
              inputmode="decimal"
            />
            <Input
              form={form}
              name="cashOnDelivery"
              label={words.cashOnDelivery}
              hint={words.cashOnDeliveryHint}
              unit="₴"
              inputmode="decimal"
              optional
            />
          </div>
          <Input form={form} name="description" label={words.description} hint={words.descriptionHint} />
          <Input form={form} name="sentOn" label={words.sentOn} type="date" />
        </section>
        <div class="row">
          <button type="submit" class="primary">
            {words.save}
          </button>
          <a class="button" href={back}>
            {words.back}
          </a>
        </div>
      </PostForm>
    </Layout>
  );
}

interface ChoicesProps {
  readonly form: FormState;
  readonly name: "cityRef" | "warehouseRef";
  readonly label: string;
  readonly places: readonly FoundPlace[] | undefined;
}

/** The carrier's id of the place above: found by the script, or chosen here among those that fit. */
function Choices({ form, name, label, places }: ChoicesProps) {
  const { language } = useView();
  if (places === undefined) return <input type="hidden" name={name} value={typedText(form, name)} />;
  const choices = places.map((place) => ({ value: place.ref, label: place.name }));
  return <Select form={form} name={name} label={label} choices={choices} empty={parcelWords(language).choose} />;
}

interface DeleteNoteProps {
  readonly parcel: Parcel;
  /** The refused form of an attempt. */
  readonly form: FormState;
}

export function DeleteNotePage({ parcel: { orderId, trackingNumber }, form }: DeleteNoteProps) {
  const studio = useStudio();
  const { language } = useView();
  const words = parcelWords(language);
  const back = orderAddress(studio, orderId);
  return (
    <Layout title={words.deleteTitle(trackingNumber ?? "")} width="narrow">
      <FaultSummary form={form} />
      <section class="card stack">
        <p>{words.deleteText}</p>
        <div class="row">
          <PostForm action={`${back}/parcel/delete`}>
            <input type="hidden" name="trackingNumber" value={trackingNumber ?? ""} />
            <button type="submit" class="danger">
              {words.deleteNow}
            </button>
          </PostForm>
          <a class="button" href={back}>
            {words.keep}
          </a>
        </div>
      </section>
    </Layout>
  );
}

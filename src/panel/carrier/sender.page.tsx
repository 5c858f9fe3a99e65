// The form that chooses the sender of a studio's parcels.

import type { CarrierAccount } from "../../carrier/carrier-account.store.ts";
import { contactValue } from "../../carrier/choose-sender.ts";
import type { FormState } from "../../pages/form-values.ts";
import type { SenderChoice } from "../../platform/carrier/carrier.ts";
import { FaultSummary, Input, PostForm, RequiredNote, Select, typedText } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import { PlaceSearch } from "../kit/place-search.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { carrierWords } from "./carrier.words.ts";

/** Places among which a typed one is unclear. */
export interface UnclearPlace {
  readonly field: "cityName" | "branchName";
  readonly places: readonly { readonly ref: string; readonly name: string }[];
}

interface SenderPageProps {
  readonly account: CarrierAccount;
  readonly senders: readonly SenderChoice[];
  readonly form: FormState;
  readonly unclear?: UnclearPlace | undefined;
}

export function SenderPage({ account, senders, form, unclear }: SenderPageProps) {
  const studio = useStudio();
  const words = carrierWords(useView().language);
  const contacts = senders.flatMap((sender) =>
    sender.contacts.map((contact) => ({
      value: contactValue(sender, contact),
      label: [sender.name, contact.name, contact.phoneNumber].filter((part) => part !== null).join(", "),
    })),
  );
  return (
    <Layout title={words.sender} width="narrow" scripts={["place-search.js"]}>
      <PostForm action={`${studio.base}/carrier/sender`} class="card stack">
        <FaultSummary form={form} />
        <RequiredNote />
        <Select form={form} name="contact" label={words.person} choices={contacts} />
        <Input
          form={form}
          name="phoneNumber"
          type="tel"
          label={words.phone}
          hint={words.phoneHint}
          autocomplete="off"
        />
        <PlaceSearch carrier={account} class="stack">
          <Input form={form} name="cityName" label={words.city} hint={words.cityHint} autocomplete="off" />
          <ChosenPlace form={form} name="cityRef" of="cityName" label={words.chooseCity} unclear={unclear} />
          <Input form={form} name="warehouseName" label={words.branch} hint={words.branchHint} autocomplete="off" />
          <ChosenPlace form={form} name="warehouseRef" of="branchName" label={words.chooseBranch} unclear={unclear} />
        </PlaceSearch>
        <div class="row">
          <button type="submit" class="primary">
            {words.save}
          </button>
          <a class="button" href={`${studio.base}/carrier`}>
            {words.back}
          </a>
        </div>
      </PostForm>
    </Layout>
  );
}

interface ChosenPlaceProps {
  readonly form: FormState;
  readonly name: "cityRef" | "warehouseRef";
  readonly of: UnclearPlace["field"];
  readonly label: string;
  readonly unclear: UnclearPlace | undefined;
}

/** The carrier's id of the place above: chosen by the script, or here among those that fit. */
function ChosenPlace({ form, name, of, label, unclear }: ChosenPlaceProps) {
  if (unclear?.field !== of || unclear.places.length === 0) {
    return <input type="hidden" name={name} value={typedText(form, name)} />;
  }
  const choices = unclear.places.map((place) => ({ value: place.ref, label: place.name }));
  return <Select form={form} name={name} label={label} choices={choices} />;
}

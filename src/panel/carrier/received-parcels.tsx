// Setting of the carrier: whether a parcel that was received completes its order.

import type { CarrierAccount } from "../../carrier/carrier-account.store.ts";
import { Checkbox, PostForm } from "../kit/form.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { receivedParcelsWords } from "./received-parcels.words.ts";

export function ReceivedParcels({ account }: { readonly account: CarrierAccount }) {
  const studio = useStudio();
  const words = receivedParcelsWords(useView().language);
  const form = { values: { completesReceived: account.completesReceived ? "true" : "" }, faults: {} };
  return (
    <section class="card" aria-labelledby="received">
      <h2 id="received">{words.title}</h2>
      <PostForm action={`${studio.base}/carrier/received`} class="stack">
        <p class="hint">{words.hint}</p>
        <Checkbox form={form} name="completesReceived" label={words.completes} />
        <button type="submit">{words.save}</button>
      </PostForm>
    </section>
  );
}

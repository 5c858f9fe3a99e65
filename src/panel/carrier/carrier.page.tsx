// Settings of the parcel carrier: its key, the sender, its delivery methods, and the orders of received parcels.

import type { CarrierAccount } from "../../carrier/carrier-account.store.ts";
import type { DeliveryMethod } from "../../catalog/catalog-rows.ts";
import type { FormState } from "../../pages/form-values.ts";
import { dateAndTime } from "../../pages/format.ts";
import { carrierFaultWords } from "../kit/carrier-fault.words.ts";
import { Checkbox, FaultSummary, Input, PostForm, RequiredNote } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { carrierWords } from "./carrier.words.ts";

interface CarrierPageProps {
  /** Undefined: the studio has no carrier. */
  readonly account: CarrierAccount | undefined;
  /** The studio's delivery methods with an address. */
  readonly methods: readonly DeliveryMethod[];
  readonly keyForm: FormState;
}

export function CarrierPage({ account, methods, keyForm }: CarrierPageProps) {
  const words = carrierWords(useView().language);
  return (
    <Layout title={words.title} guide="parcels">
      <p class="muted">{words.lead}</p>
      <div class="columns">
        <Connection account={account} form={keyForm} />
        {account === undefined ? null : (
          <div class="stack">
            <Sender account={account} />
            <Methods account={account} methods={methods} />
            <ReceivedParcels account={account} />
          </div>
        )}
      </div>
    </Layout>
  );
}

function Connection({ account, form }: Pick<CarrierPageProps, "account"> & { readonly form: FormState }) {
  const studio = useStudio();
  const { language } = useView();
  const words = carrierWords(language);
  const isFaulty = account !== undefined && account.fault !== null;
  const look = account === undefined ? "badge" : isFaulty ? "badge warn" : "badge good";
  return (
    <section class="card" aria-labelledby="connection">
      <div class="row">
        <h2 id="connection">{words.connection}</h2>
        <span class={look}>{account === undefined ? words.off : words.on}</span>
      </div>
      {account === undefined ? (
        <>
          <p>{words.steps}</p>
          <KeyForm form={form} />
        </>
      ) : (
        <>
          {account.fault === null || account.faultAt === null ? (
            <p>{words.connectedSince(dateAndTime(language, account.connectedAt))}</p>
          ) : (
            <div class="warning">
              <p>
                {words.faultSince(dateAndTime(language, account.faultAt))} {carrierFaultWords(language)[account.fault]}
              </p>
              <p>{words.faultEffect}</p>
            </div>
          )}
          <details open={account.fault === "key" || Object.keys(form.faults).length > 0}>
            <summary>{words.replace}</summary>
            <KeyForm form={form} />
          </details>
          <div class="row">
            <a class="button" href={`${studio.base}/carrier/remove`}>
              {words.remove}
            </a>
          </div>
        </>
      )}
    </section>
  );
}

function KeyForm({ form }: { readonly form: FormState }) {
  const studio = useStudio();
  const words = carrierWords(useView().language);
  return (
    <PostForm action={`${studio.base}/carrier/key`} class="stack">
      <FaultSummary form={form} />
      <RequiredNote />
      <Input form={form} name="carrierKey" type="password" label={words.key} hint={words.keyHint} autocomplete="off" />
      <button type="submit" class="primary">
        {words.connect}
      </button>
    </PostForm>
  );
}

function Sender({ account: { sender } }: { readonly account: CarrierAccount }) {
  const studio = useStudio();
  const words = carrierWords(useView().language);
  return (
    <section class="card" aria-labelledby="sender">
      <h2 id="sender">{words.sender}</h2>
      {sender === null ? (
        <p>{words.noSender}</p>
      ) : (
        <dl>
          <dt>{words.company}</dt>
          <dd>{sender.counterpartyName}</dd>
          <dt>{words.person}</dt>
          <dd>
            {sender.contactName}, {sender.phoneNumber}
          </dd>
          <dt>{words.city}</dt>
          <dd>{sender.cityName}</dd>
          <dt>{words.branch}</dt>
          <dd>{sender.branchName}</dd>
        </dl>
      )}
      <div class="row">
        <a class={sender === null ? "button primary" : "button"} href={`${studio.base}/carrier/sender`}>
          {sender === null ? words.chooseSender : words.changeSender}
        </a>
      </div>
    </section>
  );
}

function Methods({ account, methods }: { readonly account: CarrierAccount } & Pick<CarrierPageProps, "methods">) {
  const studio = useStudio();
  const words = carrierWords(useView().language);
  return (
    <section class="card" aria-labelledby="methods">
      <h2 id="methods">{words.methods}</h2>
      {methods.length === 0 ? (
        <p>{words.noMethods}</p>
      ) : (
        <PostForm action={`${studio.base}/carrier/methods`} class="stack">
          <p class="hint">{words.methodsHint}</p>
          {methods.map(({ id, name }) => (
            <div class="field checkbox">
              <label>
                <input type="checkbox" name="methodIds[]" value={String(id)} checked={account.methodIds.includes(id)} />
                <span>{name}</span>
              </label>
            </div>
          ))}
          <button type="submit">{words.saveMethods}</button>
        </PostForm>
      )}
    </section>
  );
}

/** Whether a parcel that was received completes its order. */
function ReceivedParcels({ account }: { readonly account: CarrierAccount }) {
  const studio = useStudio();
  const words = carrierWords(useView().language).received;
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

/** Asks first: a key cannot be brought back by undo. */
export function RemoveCarrierPage() {
  const studio = useStudio();
  const words = carrierWords(useView().language);
  return (
    <Layout title={words.removeTitle} width="narrow">
      <PostForm action={`${studio.base}/carrier/remove`} class="card">
        <p>{words.removeText}</p>
        <div class="row">
          <button type="submit" class="danger">
            {words.removeNow}
          </button>
          <a class="button" href={`${studio.base}/carrier`}>
            {words.keep}
          </a>
        </div>
      </PostForm>
    </Layout>
  );
}

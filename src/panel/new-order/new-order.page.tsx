// New order that staff enter: one form with parts, customer, delivery and price. Nothing is stored until it is placed.

import type { Child } from "hono/jsx";
import { COUNTER_SOURCES } from "../../domain/order.ts";
import { MAX_ITEMS } from "../../items/item.schema.ts";
import { fileNameOf } from "../../models/chosen-models.ts";
import { ACCEPTED_WITH_ARCHIVES, modelFormatsInWords } from "../../models/formats-in-words.ts";
import type { Counter } from "../../orders/counter/counter.store.ts";
import { ADDRESS_PARTS, ADDRESS_REFS, OWN_SOURCE } from "../../orders/counter/counter-order.request.ts";
import type { FormState } from "../../pages/form-values.ts";
import { fileSize } from "../../pages/format.ts";
import { FaultSummary, Input, PostForm, RequiredNote, Select, TextArea, typedText } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import { PlaceSearch } from "../kit/place-search.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { orderWords } from "../orders/order.words.ts";
import { orderSourceName } from "../orders/order-source.words.ts";
import { newOrderAddress } from "../orders/orders.page.tsx";
import { MODELS_FIELD, partsIn } from "./draft.ts";
import { productsIn } from "./draft-products.ts";
import { newOrderWords } from "./new-order.words.ts";
import { PartCard } from "./part-card.tsx";
import { PRICES_ID, Prices, type ShownPrices } from "./prices.tsx";
import { ProductCard, ShelfChoice } from "./product-card.tsx";

interface NewOrderProps {
  readonly counter: Counter;
  readonly form: FormState;
  readonly prices: ShownPrices;
  readonly maxMegabytes: { readonly file: number; readonly request: number };
  /** Names of an earlier order's items without a file. */
  readonly lost?: readonly string[];
}

export function NewOrderPage({ counter, form, prices, maxMegabytes, lost = [] }: NewOrderProps) {
  const studio = useStudio();
  const { language } = useView();
  const words = newOrderWords(language);
  const address = newOrderAddress(studio);
  const leftOut = typedText(form, "leftOut");
  return (
    <Layout
      title={words.title}
      scripts={counter.carrier === undefined ? ["new-order.js"] : ["new-order.js", "place-search.js"]}
    >
      {counter.again === undefined ? null : <p>{words.again(counter.again.order.number)}</p>}
      {lost.length === 0 ? null : <p class="warning">{words.lost(lost.join(", "))}</p>}
      {leftOut === "" ? null : (
        <div class="warning" role="status">
          <div>
            <p>
              <strong>{words.leftOut}</strong>
            </p>
            <ul>
              {leftOut.split("\n").map((line) => (
                <li>{line}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <PostForm action={address} multipart preview={`${address}/prices#${PRICES_ID}`} class="stack new-order">
        {/* The button that Enter presses. */}
        <button type="submit" name="do" value="price" class="visually-hidden" tabindex={-1}>
          {words.calculate}
        </button>
        <FaultSummary form={form} />
        <RequiredNote />
        {["requestKey", "locale"].map((name) => (
          <input type="hidden" name={name} value={typedText(form, name)} />
        ))}
        <div class="order">
          <div class="stack">
            <Models counter={counter} form={form} maxMegabytes={maxMegabytes} />
            {partsIn(form.values).map((part, place) => (
              <PartCard counter={counter} form={form} part={part} place={place} />
            ))}
            {productsIn(form.values).map((chosen, place) => (
              <ProductCard counter={counter} form={form} chosen={chosen} place={place} />
            ))}
          </div>
          <div class="stack">
            <Customer counter={counter} form={form} />
            <Delivery counter={counter} form={form} />
            <Source form={form} />
            <section class="card stack" aria-labelledby="price">
              <h2 id="price">{words.price}</h2>
              <PriorityChoice form={form} />
              <button type="submit" name="do" value="price">
                {words.calculate}
              </button>
              <Prices shown={prices} />
              <button type="submit" name="do" value="place" class="primary">
                {words.place}
              </button>
            </section>
          </div>
        </div>
      </PostForm>
    </Layout>
  );
}

type SectionProps = Pick<NewOrderProps, "counter" | "form">;

/** A card of the form. Typing in it changes no price, so no preview is asked for. */
function Unpriced({ id, title, children }: { readonly id: string; readonly title: string; readonly children: Child }) {
  return (
    <section class="card stack" aria-labelledby={id} data-unpriced>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** The field for files, and the models that the studio has. */
function Models({ counter, form, maxMegabytes }: SectionProps & Pick<NewOrderProps, "maxMegabytes">) {
  const { language } = useView();
  const words = newOrderWords(language);
  const room = MAX_ITEMS - partsIn(form.values).length - productsIn(form.values).length;
  const fault = form.faults[MODELS_FIELD];
  const isSought = typedText(form, "findModel") !== "";
  return (
    <Unpriced id="parts" title={words.parts}>
      <div class="field">
        <label for="field-models">{words.models}</label>
        <div class="row finder">
          <input
            id="field-models"
            name={MODELS_FIELD}
            type="file"
            multiple
            accept={ACCEPTED_WITH_ARCHIVES}
            aria-invalid={fault === undefined ? undefined : "true"}
            aria-describedby="hint-models"
            data-models
            data-room={String(room)}
            data-file-megabytes={String(maxMegabytes.file)}
            data-request-megabytes={String(maxMegabytes.request)}
          />
          <button type="submit" name="do" value="add">
            {words.add}
          </button>
        </div>
        <p class="hint" id="hint-models">
          {words.modelsHint(modelFormatsInWords()[language], maxMegabytes.file)}
        </p>
        <noscript>
          <p class="hint">{words.withoutScripts}</p>
        </noscript>
        {fault === undefined ? null : (
          <p class="fault" id="fault-models">
            {fault.join(" ")}
          </p>
        )}
        <input type="hidden" name="leftOut" value="" />
      </div>
      <details open={isSought}>
        <summary>{words.known}</summary>
        <div class="stack">
          <Finder form={form} name="findModel" label={words.findModel} hint={words.findModelHint} />
          {counter.foundModels.length === 0 ? <p class="hint">{words.noModel}</p> : null}
          <ul class="lines">
            {counter.foundModels.map((model) => (
              <li class="row between">
                <span>
                  {fileNameOf(model)} <span class="hint">{fileSize(language, model.sizeBytes)}</span>
                </span>
                <button type="submit" name="do" value={`model:${model.id}`} class="small">
                  {words.add}
                  <span class="visually-hidden"> {fileNameOf(model)}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </details>
      <ShelfChoice counter={counter} />
    </Unpriced>
  );
}

interface FinderProps {
  readonly form: FormState;
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

function Finder(field: FinderProps) {
  const words = newOrderWords(useView().language);
  return (
    <div class="row finder">
      <Input {...field} autocomplete="off" optional />
      <button type="submit" name="do" value="find">
        {words.find}
        <span class="visually-hidden">: {field.label}</span>
      </button>
    </div>
  );
}

function Customer({ counter, form }: SectionProps) {
  const words = newOrderWords(useView().language);
  const isSought = typedText(form, "findCustomer") !== "";
  return (
    <Unpriced id="customer" title={words.customer}>
      <Finder form={form} name="findCustomer" label={words.findCustomer} />
      {isSought && counter.foundCustomers.length === 0 ? <p class="hint">{words.noCustomer}</p> : null}
      {counter.foundCustomers.length === 0 ? null : (
        <ul class="lines">
          {counter.foundCustomers.map(({ id, firstName, lastName, phoneNumber, orderCount }) => (
            <li class="row between">
              <span>
                {firstName} {lastName}{" "}
                <span class="hint">
                  {phoneNumber} · {words.orders(orderCount)}
                </span>
              </span>
              <button type="submit" name="do" value={`customer:${id}`} class="small">
                {words.take}
                <span class="visually-hidden">
                  {" "}
                  {firstName} {lastName}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="fields compact">
        <Input form={form} name="firstName" label={words.firstName} hint={words.nameHint} autocomplete="off" />
        <Input form={form} name="lastName" label={words.lastName} autocomplete="off" />
        <Input form={form} name="phoneNumber" label={words.phone} type="tel" autocomplete="off" />
        <Input
          form={form}
          name="email"
          label={words.email}
          hint={words.emailHint}
          type="email"
          autocomplete="off"
          optional
        />
      </div>
    </Unpriced>
  );
}

const ESTIMATE_ID = "carriage";

function Delivery({ counter, form }: SectionProps) {
  const { language } = useView();
  const words = newOrderWords(language);
  const { fields } = orderWords(language);
  const hasAddress = ADDRESS_PARTS.some((name) => typedText(form, name) !== "" || form.faults[name] !== undefined);
  return (
    <section class="card stack" aria-labelledby="delivery">
      <h2 id="delivery">{words.delivery}</h2>
      <Select
        form={form}
        name="deliveryMethodId"
        label={words.method}
        choices={counter.offer.deliveryMethods.map(({ id, name }) => ({ value: String(id), label: name }))}
        empty={words.undecided}
        optional
      />
      <details open={hasAddress} data-unpriced>
        <summary>{words.address}</summary>
        <PlaceSearch carrier={counter.carrier} estimate={ESTIMATE_ID} class="fields">
          {ADDRESS_PARTS.map((name) => (
            <Input form={form} name={name} label={fields[name]} autocomplete="off" optional />
          ))}
          {ADDRESS_REFS.map((name) => (
            <input type="hidden" name={name} value={typedText(form, name)} />
          ))}
        </PlaceSearch>
      </details>
      <p id={ESTIMATE_ID} class="hint" role="status" />
    </section>
  );
}

function Source({ form }: Pick<NewOrderProps, "form">) {
  const { language } = useView();
  const words = newOrderWords(language);
  return (
    <Unpriced id="about-order" title={words.aboutOrder}>
      <Select
        form={form}
        name="source"
        label={words.source}
        choices={[
          ...COUNTER_SOURCES.map((value) => ({ value, label: orderSourceName(language, value) })),
          { value: OWN_SOURCE, label: words.own },
        ]}
      />
      <Input
        form={form}
        name="ownSource"
        label={words.ownSource}
        hint={words.ownSourceHint}
        autocomplete="off"
        optional
      />
      <TextArea form={form} name="note" label={words.note} hint={words.noteHint} rows={2} optional />
    </Unpriced>
  );
}

/** Nothing if the studio has no priorities. */
function PriorityChoice({ form }: Pick<NewOrderProps, "form">) {
  const { record } = useStudio();
  const words = newOrderWords(useView().language);
  if (record.priorities === null || record.priorities.length === 0) return null;
  return (
    <Select
      form={form}
      name="priority"
      label={words.priority}
      choices={record.priorities.map(({ slug, name }) => ({ value: slug, label: name }))}
      empty={words.noPriority}
      optional
    />
  );
}

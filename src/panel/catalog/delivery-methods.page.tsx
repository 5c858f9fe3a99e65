// Pages of delivery methods: the list, a new one, and one to change.

import type { DeliveryMethod } from "../../catalog/catalog-changes.store.ts";
import { shownSlug } from "../../catalog/delivery-slug.ts";
import { EMPTY_FORM, type FormState } from "../../pages/form-values.ts";
import { FaultSummary, Input, PostForm } from "../kit/form.tsx";
import type { View } from "../kit/panel-context.ts";
import { useStudio, useView } from "../kit/view-context.ts";
import { catalogWords } from "./catalog.words.ts";
import { ArchiveForm, CatalogLayout, CatalogListPage, MoveButtons, partPath } from "./catalog-frame.tsx";
import { deliveryMethodWords } from "./delivery-methods.words.ts";

function wordsOf({ language }: View) {
  return { ...catalogWords(language), ...deliveryMethodWords(language) };
}

export function DeliveryMethodsPage({ methods }: { readonly methods: readonly DeliveryMethod[] }) {
  const view = useView();
  const active = methods.filter(({ isActive }) => isActive);
  const archived = methods.filter(({ isActive }) => !isActive);
  return (
    <CatalogListPage
      part="delivery"
      words={wordsOf(view)}
      mayAdd
      hasEntries={active.length > 0}
      archived={archived.map(({ id, name }) => ({ id, name, label: name }))}
    >
      <MethodTable methods={active} />
    </CatalogListPage>
  );
}

function MethodTable({ methods }: { readonly methods: readonly DeliveryMethod[] }) {
  const view = useView();
  const studio = useStudio();
  const words = catalogWords(view.language);
  return (
    <div class="table as-cards alike">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">
              <span class="visually-hidden">{words.order}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {methods.map((method, place) => (
            <tr>
              <th scope="row">
                <a href={partPath(studio, "delivery", method.id)}>{method.name}</a>
              </th>
              <td>
                <MoveButtons part="delivery" entry={method} place={place} count={methods.length} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function NewDeliveryMethodPage({ form = EMPTY_FORM }: { readonly form?: FormState }) {
  const view = useView();
  const words = wordsOf(view);
  return (
    <CatalogLayout title={words.add}>
      <PostForm class="card to-read">
        <FaultSummary form={form} />
        <Input form={form} name="name" label={words.name} hint={words.nameHint} />
        <button type="submit" class="primary">
          {words.create}
        </button>
      </PostForm>
    </CatalogLayout>
  );
}

export function DeliveryMethodPage({
  method,
  form = { values: { name: method.name }, faults: {} },
}: {
  readonly method: DeliveryMethod;
  readonly form?: FormState;
}) {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  return (
    <CatalogLayout title={method.name}>
      {method.isActive ? null : <p class="warning">{words.isArchived}</p>}
      <div class="columns">
        <PostForm action={partPath(studio, "delivery", method.id)} class="card">
          <FaultSummary form={form} />
          <Input form={form} name="name" label={words.name} hint={words.nameHint} />
          <button type="submit" class="primary">
            {words.save}
          </button>
          <p class="hint">{words.ordersKeep}</p>
          <p class="hint">{words.forSites(shownSlug(method), method.id)}</p>
        </PostForm>
        <ArchiveForm part="delivery" entry={method} isArchived={!method.isActive} />
      </div>
    </CatalogLayout>
  );
}

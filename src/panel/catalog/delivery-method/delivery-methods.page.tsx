// Pages of delivery methods: list, new, edit.

import type { DeliveryMethod } from "../../../catalog/catalog-rows.ts";
import { DELIVERY_METHOD_FIELDS } from "../../../catalog/delivery-method/delivery-method-fields.request.ts";
import { shownSlug } from "../../../catalog/delivery-method/delivery-slug.ts";
import { EMPTY_FORM, type FormState } from "../../../pages/form-values.ts";
import { FaultSummary, PostForm, RequiredNote, SeenValues } from "../../kit/form.tsx";
import type { View } from "../../kit/panel-context.ts";
import { shownForm } from "../../kit/seen-form/seen-form.ts";
import { useStudio, useView } from "../../kit/view-context.ts";
import { catalogWords } from "../catalog.words.ts";
import { ArchiveForm, CatalogLayout, CatalogListPage, EntryTable, entryPath } from "../catalog-frame.tsx";
import { entryFormValues, FieldControls } from "../entry-fields.tsx";
import { deliveryMethodWords } from "./delivery-methods.words.ts";

function wordsOf({ language }: View) {
  return { ...catalogWords(language), ...deliveryMethodWords(language) };
}

export function DeliveryMethodsPage({ methods }: { readonly methods: readonly DeliveryMethod[] }) {
  return (
    <CatalogListPage kind="deliveryMethod" words={wordsOf(useView())} mayAdd entries={methods}>
      {(onOffer) => <EntryTable kind="deliveryMethod" entries={onOffer} />}
    </CatalogListPage>
  );
}

export function NewDeliveryMethodPage({ form = EMPTY_FORM }: { readonly form?: FormState }) {
  const words = wordsOf(useView());
  return (
    <CatalogLayout title={words.add}>
      <PostForm class="card to-read">
        <FaultSummary form={form} />
        <RequiredNote />
        <FieldControls fields={DELIVERY_METHOD_FIELDS} form={form} isNew />
        <button type="submit" class="primary">
          {words.create}
        </button>
      </PostForm>
    </CatalogLayout>
  );
}

export function DeliveryMethodPage({
  method,
  form = shownForm(entryFormValues(useView().language, DELIVERY_METHOD_FIELDS, method)),
}: {
  readonly method: DeliveryMethod;
  readonly form?: FormState;
}) {
  const words = wordsOf(useView());
  return (
    <CatalogLayout title={method.name}>
      {method.isActive ? null : <p class="warning">{words.isArchived}</p>}
      <div class="columns">
        <PostForm action={entryPath(useStudio(), "deliveryMethod", method.id)} class="card">
          <FaultSummary form={form} />
          <RequiredNote />
          <SeenValues form={form} />
          <FieldControls fields={DELIVERY_METHOD_FIELDS} form={form} isNew={false} />
          <button type="submit" class="primary">
            {words.save}
          </button>
          <p class="hint">{words.ordersKeep}</p>
          <p class="hint">{words.forSites(shownSlug(method), method.id)}</p>
        </PostForm>
        <ArchiveForm kind="deliveryMethod" entry={method} />
      </div>
    </CatalogLayout>
  );
}

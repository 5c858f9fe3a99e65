// Pages of delivery methods: list, new, edit.

import type { CatalogField } from "../../../catalog/catalog-field.ts";
import type { DeliveryMethod } from "../../../catalog/catalog-rows.ts";
import { DELIVERY_METHOD_FIELDS } from "../../../catalog/delivery-method/delivery-method-fields.request.ts";
import { shownSlug } from "../../../catalog/delivery-method/delivery-slug.ts";
import { EMPTY_FORM, type FormState } from "../../../pages/form-values.ts";
import { FaultSummary, PostForm, RequiredNote, SeenValues } from "../../kit/form.tsx";
import type { View } from "../../kit/panel-context.ts";
import { shownForm } from "../../kit/seen-form/seen-form.ts";
import type { TableColumn } from "../../kit/table.tsx";
import { useStudio, useView } from "../../kit/view-context.ts";
import { catalogWords } from "../catalog.words.ts";
import { ArchiveForm, CatalogLayout, CatalogListPage, EntryTable, entryPath } from "../catalog-frame.tsx";
import { EntryFields, entryFormValues, fieldLabel, OwnersFieldValues, shownValue } from "../entry-fields.tsx";
import { deliveryMethodWords } from "./delivery-methods.words.ts";

function wordsOf({ language }: View) {
  return { ...catalogWords(language), ...deliveryMethodWords(language) };
}

export function DeliveryMethodsPage({ methods }: { readonly methods: readonly DeliveryMethod[] }) {
  return (
    <CatalogListPage kind="deliveryMethod" words={wordsOf(useView())} mayAdd entries={methods}>
      {(onOffer) => <DeliveryMethodTable methods={onOffer} />}
    </CatalogListPage>
  );
}

function DeliveryMethodTable({ methods }: { readonly methods: readonly DeliveryMethod[] }) {
  const { language } = useView();
  const studio = useStudio();
  const columns = Object.values(DELIVERY_METHOD_FIELDS).flatMap(
    (field: CatalogField): TableColumn<DeliveryMethod>[] => {
      if (field.inList !== true) return [];
      const cell = (method: DeliveryMethod) => shownValue(language, studio, field, method);
      return [{ title: fieldLabel(language, field), isNumber: true, cell }];
    },
  );
  return <EntryTable kind="deliveryMethod" entries={methods} columns={columns} />;
}

export function NewDeliveryMethodPage({ form = EMPTY_FORM }: { readonly form?: FormState }) {
  const words = wordsOf(useView());
  return (
    <CatalogLayout title={words.add}>
      <PostForm class="card to-read">
        <FaultSummary form={form} />
        <RequiredNote />
        <EntryFields fields={DELIVERY_METHOD_FIELDS} form={form} isNew />
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
  const studio = useStudio();
  const words = wordsOf(useView());
  return (
    <CatalogLayout title={method.name}>
      {method.isActive ? null : <p class="warning">{words.isArchived}</p>}
      <div class="columns">
        <PostForm action={entryPath(studio, "deliveryMethod", method.id)} class="card">
          <FaultSummary form={form} />
          <RequiredNote />
          <SeenValues form={form} />
          <EntryFields fields={DELIVERY_METHOD_FIELDS} form={form} isNew={false} />
          <button type="submit" class="primary">
            {words.save}
          </button>
          <p class="hint">{words.ordersKeep}</p>
          <p class="hint">{words.forSites(shownSlug(method), method.id)}</p>
        </PostForm>
        <div class="stack">
          {studio.role === "owner" ? null : <OwnersFieldValues fields={DELIVERY_METHOD_FIELDS} row={method} />}
          <ArchiveForm kind="deliveryMethod" entry={method} />
        </div>
      </div>
    </CatalogLayout>
  );
}

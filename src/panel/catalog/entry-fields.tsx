// Fields of a catalog entry, by its kind's table: controls, typed values, read-only values.

import type { Child } from "hono/jsx";
import type { CatalogField, CatalogFields } from "../../catalog/catalog-field.ts";
import { currencyOf } from "../../domain/currency.ts";
import { minorUnits } from "../../domain/money.ts";
import type { Language } from "../../domain/person.ts";
import { amountPer, unitOf } from "../../domain/units.ts";
import { shortDecimal } from "../../http/request/decimal-fields.ts";
import { type FormState, shownDecimal, type TypedValues, textOf } from "../../pages/form-values.ts";
import { decimal, money } from "../../pages/format.ts";
import { Checkbox, Input, Select, TextArea, typedText } from "../kit/form.tsx";
import type { StudioView } from "../kit/panel-context.ts";
import { useStudio, useView } from "../kit/view-context.ts";
import { catalogWords } from "./catalog.words.ts";
import { OwnersValues, TECHNOLOGY_CHOICES } from "./catalog-frame.tsx";
import { SecondLanguage } from "./second-language.tsx";
import { secondLanguageWords } from "./second-language.words.ts";

interface EntryFieldsProps {
  readonly fields: CatalogFields;
  readonly form: FormState;
  /** Some fields can be typed only in a new entry. */
  readonly isNew: boolean;
}

type NamedField = readonly [name: string, field: CatalogField];

const isNumber = ([, { control }]: NamedField) => control === "decimal" || control === "whole";

/** The fields that the person may type, in the table's order. */
function typedFieldsOf({ role }: StudioView, fields: CatalogFields, isNew: boolean): NamedField[] {
  return Object.entries(fields).filter(
    ([, { control, onlyNew, writtenBy }]) =>
      control !== null && (isNew || onlyNew !== true) && (role === "owner" || writtenBy === "staff"),
  );
}

const isTranslation = ([, { translates }]: NamedField) => translates !== undefined;

export function FieldControls({ fields, form, isNew }: EntryFieldsProps) {
  const studio = useStudio();
  const typed = typedFieldsOf(studio, fields, isNew);
  return (
    <>
      {typed
        .filter((field) => !isTranslation(field))
        .map(([name, field]) => (
          <FieldControl name={name} field={field} form={form} />
        ))}
      <TranslationFields translations={typed.filter(isTranslation)} form={form} />
    </>
  );
}

/** Texts in the second language: folded away, as most entries have none. */
function TranslationFields({
  translations,
  form,
}: Pick<EntryFieldsProps, "form"> & { readonly translations: readonly NamedField[] }) {
  const { language } = useView();
  if (translations.length === 0) return null;
  const hint = secondLanguageWords(language).entryHint;
  return (
    <SecondLanguage form={form} names={translations.map(([name]) => name)} hint={hint}>
      {translations.map(([name, field]) => (
        <FieldControl name={name} field={field} form={form} />
      ))}
    </SecondLanguage>
  );
}

/** Lays out the controls of an entry: texts below each other, then numbers side by side. */
export function EntryFields({ fields, form, isNew }: EntryFieldsProps) {
  const studio = useStudio();
  const typed = typedFieldsOf(studio, fields, isNew);
  const numbers = typed.filter(isNumber);
  const controls = (shown: readonly NamedField[]) =>
    shown.map(([name, field]) => <FieldControl name={name} field={field} form={form} />);
  return (
    <>
      {controls(typed.filter((field) => !isNumber(field) && !isTranslation(field)))}
      {numbers.length === 0 ? null : <div class="fields">{controls(numbers)}</div>}
      <TranslationFields translations={typed.filter(isTranslation)} form={form} />
    </>
  );
}

export function FieldControl({
  name,
  field,
  form,
}: {
  readonly name: string;
  readonly field: CatalogField;
  readonly form: FormState;
}) {
  const { language } = useView();
  const studio = useStudio();
  const { control, rows, placeholder, empty, isOptional } = field;
  const unit = fieldUnit(language, studio, field);
  const shared = {
    form,
    name,
    ...labelAndHint(language, field),
    optional: isOptional,
    ...(unit === undefined ? {} : { unit }),
  };
  switch (control) {
    case "line":
      return <Input {...shared} />;
    case "lines":
      return <TextArea {...shared} {...(rows === undefined ? {} : { rows })} />;
    case "decimal":
      return <Input {...shared} inputmode="decimal" />;
    case "whole":
      return <Input {...shared} inputmode="numeric" />;
    case "flag":
      return <Checkbox {...shared} />;
    case "color":
      return <ColorField {...shared} {...(placeholder === undefined ? {} : { placeholder })} />;
    case "technology":
      return (
        <Select {...shared} choices={TECHNOLOGY_CHOICES} {...(empty === undefined ? {} : { empty: empty[language] })} />
      );
    case null:
      return null;
    default:
      return control satisfies never;
  }
}

function ColorField(input: Parameters<typeof Input>[0]) {
  const { language } = useView();
  const picked = typedText(input.form, input.name);
  return (
    <div class="with-picker">
      <Input {...input} />
      <input
        type="color"
        aria-label={catalogWords(language).pickColor}
        data-fills={`field-${input.name}`}
        value={picked === "" ? "#808080" : picked}
        hidden
      />
    </div>
  );
}

/** The label of a field; empty if no page shows it. */
export function fieldLabel(language: Language, { words }: CatalogField): string {
  return words?.label[language] ?? "";
}

/** The label and hint of a field, for a page that draws the control by itself. */
export function labelAndHint(language: Language, field: CatalogField) {
  return { label: fieldLabel(language, field), hint: field.words?.hint?.[language] };
}

/** The unit behind a field's control; undefined for a field without one. */
export function fieldUnit(language: Language, { record }: StudioView, { unit }: CatalogField): string | undefined {
  if (unit === undefined) return undefined;
  const { symbol } = currencyOf(record.currencyId);
  if (unit === "currency") return symbol;
  if (unit === "currency/h") return amountPer(language, symbol, "h");
  return typeof unit === "string" ? unitOf(language, unit) : unit[language];
}

type EntryRow = Readonly<Record<string, unknown>>;

/** A stored entry's values as its form shows them. */
export function entryFormValues(language: Language, fields: CatalogFields, row: EntryRow): TypedValues {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.words === null ? [] : [[name, typedValue(language, field, row[field.column])]],
    ),
  );
}

function typedValue(language: Language, { scale }: CatalogField, value: unknown): string {
  if (scale !== undefined && typeof value === "number") return shownDecimal(language, shortDecimal(value, scale));
  if (typeof value === "string" || typeof value === "number" || value === null) return textOf(value);
  return String(value);
}

/** A stored value with its unit, for lists and read-only pages; undefined for null. */
export function shownValue(
  language: Language,
  studio: StudioView,
  field: CatalogField,
  row: EntryRow,
): string | undefined {
  const value = row[field.column];
  if (typeof value !== "number") return undefined;
  const amount = () => money(language, minorUnits(value), currencyOf(studio.record.currencyId));
  if (field.unit === "currency") return amount();
  if (field.unit === "currency/h") return amountPer(language, amount(), "h");
  const number = decimal(language, value, field.scale ?? 0);
  return `${number} ${fieldUnit(language, studio, field) ?? ""}`.trimEnd();
}

/** The owner's numbers of an entry, read-only for staff. */
export function OwnersFieldValues({ fields, row }: { readonly fields: CatalogFields; readonly row: EntryRow }) {
  const { language } = useView();
  const studio = useStudio();
  const values = Object.entries(fields).flatMap((named): [string, Child][] => {
    const [, field] = named;
    const value = field.writtenBy === "owner" && isNumber(named) ? shownValue(language, studio, field, row) : undefined;
    return value === undefined ? [] : [[fieldLabel(language, field), value]];
  });
  return <OwnersValues values={values} />;
}

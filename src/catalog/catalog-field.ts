// Catalog field: one entry of a kind's table of fields, and the readers of any such table.
//
// A field is declared once, in `<kind>/<kind>-fields.request.ts`. The panel's form, list and page, the API's record, the catalog
// file, the owner's guard and the tests of the documents read it there.

import { z } from "zod";
import type { Technology } from "../../slicer-service/src/contract/technologies.ts";
import type { Currency } from "../domain/currency.ts";
import type { Sentence } from "../domain/sentence.ts";

/** Null: the kind's page draws the field itself, or another form of the panel writes it. */
type FieldControl = "line" | "lines" | "color" | "decimal" | "whole" | "flag" | "technology" | null;

export interface CatalogField {
  readonly column: string;
  /** Reads the column's value from a text of a form or a file. Undefined: as it is. */
  readonly schema: z.ZodType;
  /** Prices are computed from an owner's fields: staff may not write them. */
  readonly writtenBy: "owner" | "staff";
  /** Digits after the point of a decimal that the column holds as a scaled whole number. */
  readonly scale?: number;
  /** `currency` is the studio's. */
  readonly unit?: "currency" | "currency/h" | "W" | "%" | "g" | "g/cm³" | "mm" | Sentence;
  readonly words: { readonly label: Sentence; readonly hint?: Sentence } | null;
  readonly control: FieldControl;
  readonly isOptional?: true;
  /** Lines that a text's control shows. */
  readonly rows?: number;
  readonly placeholder?: string;
  /** The choice of no value. */
  readonly empty?: Sentence;
  /** Typed where an entry is added; a kept one has another form for it, or keeps it. */
  readonly onlyNew?: true;
  /** A column of the panel's list. */
  readonly inList?: true;
  /** Its name in the API's record and in a file, where forms name it otherwise: an id means nothing in another studio. */
  readonly shownAs?: string;
  readonly api: ApiValue | null;
  readonly inFile: boolean;
  /** Whether visitors of the order page see it. */
  readonly onStorefront: boolean;
  /** The name of the field that it translates into the order page's second language. */
  readonly translates?: string;
  /** The processes whose entries have it; without them, all have. */
  readonly processes?: readonly Technology["process"][];
  /** A new entry's value if none is stated. An existing entry keeps its value if the field is stated empty. */
  readonly initially?: unknown;
}

export type CatalogFields = Readonly<Record<string, CatalogField>>;
/** A kind's table of fields, each of a column that its rows have. */
export type FieldsOf<Row> = Readonly<Record<string, CatalogField & { readonly column: keyof Row & string }>>;

/** The values beside its row that an API record depends on. */
export interface RecordContext {
  readonly currency: Currency;
  /** The service's own address: addresses of photos that it keeps begin with it. */
  readonly origin: string;
}

export interface ApiValue<Row = never, Schema extends z.ZodType = z.ZodType, Context = never> {
  readonly schema: Schema;
  readonly value: (row: Row, context: Context) => unknown;
}

/**
 * The maker of API values of one kind's rows: each has the type that its schema says.
 *
 * @template Context undefined for a kind without money
 */
export const apiValueOf =
  <Row, Context = undefined>() =>
  <Schema extends z.ZodType>(
    schema: Schema,
    value: (row: Row, context: Context) => z.input<Schema>,
  ): ApiValue<Row, Schema, Context> => ({ schema, value });

type Schemas<Fields extends CatalogFields> = { [Name in keyof Fields]: Fields[Name]["schema"] };

/** The fields' schemas by name, as the shape of an object. */
export function schemasOf<Fields extends CatalogFields>(fields: Fields): Schemas<Fields> {
  // One schema for each field, under its name.
  return Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])) as Schemas<Fields>;
}

type InColumns<Fields extends CatalogFields, Values extends { [Name in keyof Fields]?: unknown }> = {
  [Name in keyof Fields as Fields[Name]["column"]]: Values[Name];
};

/** The values under their columns' names. */
export function inColumns<
  const Fields extends CatalogFields,
  Values extends { readonly [Name in keyof Fields]?: unknown },
>(fields: Fields, values: Values): InColumns<Fields, Values> {
  // One column for each field: InColumns renames the keys alike.
  return Object.fromEntries(Object.entries(fields).map(([name, { column }]) => [column, values[name]])) as InColumns<
    Fields,
    Values
  >;
}

/** Reads all of the fields into their columns. */
export function columnsSchemaOf<const Fields extends CatalogFields>(fields: Fields) {
  return z.object(schemasOf(fields)).transform((values) => inColumns(fields, values));
}

/** The fields of these names, and the others. */
export function dividedFields<const Fields extends CatalogFields, Name extends keyof Fields & string>(
  fields: Fields,
  names: readonly Name[],
): readonly [Pick<Fields, Name>, Omit<Fields, Name>] {
  const isNamed = ([name]: readonly [string, CatalogField]) => names.some((own) => own === name);
  const entries = Object.entries(fields);
  // Each field is in the first or in the second, by its name alone.
  return [
    Object.fromEntries(entries.filter(isNamed)),
    Object.fromEntries(entries.filter((entry) => !isNamed(entry))),
  ] as unknown as readonly [Pick<Fields, Name>, Omit<Fields, Name>];
}

type StaffFields<Fields extends CatalogFields> = {
  [Name in keyof Fields as Fields[Name]["writtenBy"] extends "staff" ? Name : never]: Fields[Name];
};

/** The fields that any member of the studio may write. */
export function staffFieldsOf<const Fields extends CatalogFields>(fields: Fields): StaffFields<Fields> {
  // The same condition as the type's.
  return Object.fromEntries(
    Object.entries(fields).filter(([, { writtenBy }]) => writtenBy === "staff"),
  ) as StaffFields<Fields>;
}

/** The name in the API's record and in a file. */
export function shownName(name: string, { shownAs }: CatalogField): string {
  return shownAs ?? name;
}

type ApiName<Fields extends CatalogFields, Name extends keyof Fields> = Fields[Name]["api"] extends ApiValue
  ? Fields[Name] extends { readonly shownAs: infer Shown extends string }
    ? Shown
    : Name
  : never;

type ApiSchemas<Fields extends CatalogFields> = {
  [Name in keyof Fields as ApiName<Fields, Name>]: Fields[Name]["api"] extends ApiValue<never, infer Schema>
    ? Schema
    : never;
};

/** The schemas of the fields that the API shows, by their names there. */
export function apiSchemasOf<const Fields extends CatalogFields>(fields: Fields): ApiSchemas<Fields> {
  // The same fields and names as the type's.
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.api === null ? [] : [[shownName(name, field), field.api.schema]],
    ),
  ) as ApiSchemas<Fields>;
}

type ApiValues<Fields extends CatalogFields> = {
  [Name in keyof ApiSchemas<Fields>]: ApiSchemas<Fields>[Name] extends z.ZodType
    ? z.output<ApiSchemas<Fields>[Name]>
    : never;
};

/** A row's values as the API shows them. */
export function apiValuesOf<const Fields extends CatalogFields>(
  fields: Fields,
  row: Parameters<Extract<Fields[keyof Fields]["api"], ApiValue>["value"]>[0],
  context: Parameters<Extract<Fields[keyof Fields]["api"], ApiValue>["value"]>[1],
): ApiValues<Fields> {
  const values: Record<string, unknown> = {};
  for (const [name, api] of shownFieldsOf(fields)) values[name] = api.value(row as never, context as never);
  // Each value has its schema's type, and takes the kind's row and context: apiValueOf ties them.
  return values as ApiValues<Fields>;
}

const shownFields = new WeakMap<CatalogFields, readonly (readonly [string, ApiValue])[]>();

/** The fields that the API shows, each under its name there: listed once for a kind, and not for every row. */
function shownFieldsOf(fields: CatalogFields): readonly (readonly [string, ApiValue])[] {
  const known = shownFields.get(fields);
  if (known !== undefined) return known;
  const shown = Object.entries(fields).flatMap(([name, field]) =>
    field.api === null ? [] : [[shownName(name, field), field.api] as const],
  );
  shownFields.set(fields, shown);
  return shown;
}

/** The row as visitors of the second language read it: in the studio's own words where it has no others. */
export function inSecondLanguage<Row extends object>(fields: FieldsOf<Row>, row: Row): Row {
  const translated = Object.values(fields).flatMap(({ column, translates = "" }) => {
    const own = fields[translates];
    const text = row[column];
    return own === undefined || text === null ? [] : [[own.column, text]];
  });
  // A translation is a text in place of one.
  return { ...row, ...Object.fromEntries(translated) } as Row;
}

/** The values of new entries that nothing states, by column. */
export function initialColumnsOf(fields: CatalogFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.values(fields).flatMap(({ column, initially }) => (initially === undefined ? [] : [[column, initially]])),
  );
}

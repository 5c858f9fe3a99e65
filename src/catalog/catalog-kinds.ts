// Catalog kinds: the table, the fields and the names of each, and when an entry of it is on offer.

import type { MachineProfile } from "../db/machine-profile-record.ts";
import { deliveryMethods, finishings, machineProfiles, materials, printingQualities, products } from "../db/schema.ts";
import { MACHINE_PARAMETERS, MATERIAL_PARAMETERS } from "../machine-profiles/machine-parameters.ts";
import type { CatalogField, CatalogFields } from "./catalog-field.ts";
import type { CatalogKind, DeliveryMethod, Finishing, Material, Product, Quality } from "./catalog-rows.ts";
import { DELIVERY_METHOD_FIELDS } from "./delivery-method/delivery-method-fields.request.ts";
import { FINISHING_FIELDS } from "./finishing/finishing-fields.request.ts";
import { MACHINE_PROFILE_FIELDS } from "./machine-profile/machine-profile-fields.request.ts";
import { MATERIAL_FIELDS } from "./material/material-fields.request.ts";
import { QUALITY_PARAMETER_NAMES } from "./process-parameters.request.ts";
import { PRODUCT_FIELDS } from "./product/product-fields.request.ts";
import { QUALITY_FIELDS } from "./quality/quality-fields.request.ts";

export type CatalogTable =
  | typeof machineProfiles
  | typeof materials
  | typeof printingQualities
  | typeof finishings
  | typeof products
  | typeof deliveryMethods;

/** @template Column the names of the table's columns */
export interface EntryKind<Table extends CatalogTable = CatalogTable, Column extends string = string> {
  readonly table: Table;
  readonly fields: CatalogFields;
  /** The column of its name. */
  readonly title: Column;
  /** The columns that name an entry for people: entries on offer differ in them. */
  readonly key: readonly Column[];
  /** Entries that are alike in these are listed together, beside their being on offer. */
  readonly group: readonly Column[];
  /** The column that says whether an entry can be chosen, and its values. */
  readonly offer: {
    readonly column: Column;
    readonly on: string | boolean;
    readonly archived: string | boolean;
  };
  /** The names of numbers that it states beside its fields, all of them in one column; null if it states none. */
  readonly parameters: { readonly column: Column; readonly names: readonly string[] } | null;
  /** The name of its list in a catalog file, and of it in a CSV's column `type`. */
  readonly list: string;
  readonly type: string;
}

const byFlag = { column: "isActive", on: true, archived: false } as const;
const byArchive = { column: "isArchived", on: false, archived: true } as const;

/** In the order of a catalog file: others name machine profiles. */
export const CATALOG = {
  machineProfile: {
    table: machineProfiles,
    fields: MACHINE_PROFILE_FIELDS,
    title: "name",
    key: ["name"],
    group: [],
    offer: byArchive,
    parameters: { column: "parameters", names: [...MACHINE_PARAMETERS.keys()] },
    list: "machineProfiles",
    type: "machineProfile",
  },
  material: {
    table: materials,
    fields: MATERIAL_FIELDS,
    title: "name",
    key: ["technologyId", "name", "color"],
    group: ["technologyId"],
    offer: { column: "status", on: "active", archived: "inactive" },
    parameters: { column: "processParameters", names: [...MATERIAL_PARAMETERS.keys()] },
    list: "materials",
    type: "material",
  },
  quality: {
    table: printingQualities,
    fields: QUALITY_FIELDS,
    title: "name",
    key: ["technologyId", "name"],
    group: ["technologyId"],
    offer: byFlag,
    parameters: { column: "processParameters", names: QUALITY_PARAMETER_NAMES },
    list: "printingQualities",
    type: "printingQuality",
  },
  finishing: {
    table: finishings,
    fields: FINISHING_FIELDS,
    title: "name",
    key: ["technologyId", "name"],
    group: [],
    offer: byArchive,
    parameters: null,
    list: "finishings",
    type: "finishing",
  },
  product: {
    table: products,
    fields: PRODUCT_FIELDS,
    title: "title",
    key: ["title"],
    group: [],
    offer: byFlag,
    parameters: null,
    list: "products",
    type: "product",
  },
  deliveryMethod: {
    table: deliveryMethods,
    fields: DELIVERY_METHOD_FIELDS,
    title: "name",
    key: ["name"],
    group: [],
    offer: byFlag,
    parameters: null,
    list: "deliveryMethods",
    type: "deliveryMethod",
  },
} as const satisfies {
  readonly machineProfile: EntryKind<typeof machineProfiles, keyof MachineProfile>;
  readonly material: EntryKind<typeof materials, keyof Material>;
  readonly quality: EntryKind<typeof printingQualities, keyof Quality>;
  readonly finishing: EntryKind<typeof finishings, keyof Finishing>;
  readonly product: EntryKind<typeof products, keyof Product>;
  readonly deliveryMethod: EntryKind<typeof deliveryMethods, keyof DeliveryMethod>;
};

// The table has every kind as a key, and nothing else.
export const CATALOG_KINDS = Object.keys(CATALOG) as CatalogKind[];

/** The field of a kind by its form's name; undefined for a parameter, and for a name that no field has. */
export function fieldOf(kind: CatalogKind, name: string): CatalogField | undefined {
  const fields: CatalogFields = CATALOG[kind].fields;
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Whether prices are computed from a field, so that only the owner may write it. */
export function isOwnersField(kind: CatalogKind, name: string): boolean {
  const { parameters }: EntryKind = CATALOG[kind];
  return fieldOf(kind, name)?.writtenBy === "owner" || parameters?.names.includes(name) === true;
}

/** Whether an entry can be chosen. */
export function isOnOffer(kind: CatalogKind, row: Readonly<Record<string, unknown>>): boolean {
  const { column, on } = CATALOG[kind].offer;
  return row[column] === on;
}

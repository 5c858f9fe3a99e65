// What catalog entries take, as text: one schema for the panel's forms and for imported files.
//
// Field names are those of the API's records; what comes out are values of the database's columns. A text that is not sent
// means none. What says whether an entry is on offer (status, isActive, isArchived), the stock and the photos mean "as it is"
// where not sent: a form that changes a name must not put an archived entry on offer again.

import { z } from "zod";
import { type OwnParameters, PROCESS_PARAMETERS } from "../../slicer-service/src/contract/process-parameters.ts";
import { INFILL_PATTERNS, SPEED_MODES } from "../../slicer-service/src/contract/profile.ts";
import { TECHNOLOGIES, type Technology, type TechnologyId } from "../../slicer-service/src/contract/technologies.ts";
import type { MachineProfile } from "../db/machine-profile-record.ts";
import { isOfFilament } from "../domain/technology.ts";
import { MATERIAL_STATUSES } from "../domain/workshop.ts";
import { customIssue } from "../http/request/custom-issues.ts";
import { amountField, decimalField, percentageField, wholeNumberField } from "../http/request/decimal-fields.ts";
import { lineField, linesField, nameField } from "../http/request/name-field.ts";
import { MATERIAL_PARAMETERS, machineValue } from "../machine-profiles/machine-parameters.ts";
import { addressElsewhere, MAX_PHOTOS } from "./photo-address.ts";
import {
  isProcessParameter,
  machineParametersSchema,
  materialParametersSchema,
  ownParametersSchema,
} from "./process-parameters.request.ts";

const MAX_NAME = 255;
const MAX_DESCRIPTION = 2000;
/** Ten tonnes, in hundredths of a gram. */
const MAX_STOCK = 1_000_000_000;

const entryName = nameField(MAX_NAME);

const textField = (maxLength: number) =>
  linesField(maxLength)
    .optional()
    .transform((text) => (text === undefined || text === "" ? null : text));

/** `true` or `false`; undefined where not sent, as of a box that is not ticked. */
const flagField = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => text === "true" || text === "false", customIssue("oneOf"))
  .transform((text) => text === "true")
  .optional();

/** As the columns keep parameters: no object where nothing is stated. */
const orNone = (own: OwnParameters): OwnParameters | null => (Object.keys(own).length === 0 ? null : own);

const orNull = <Value>(value: Value | undefined): Value | null => value ?? null;

/** A technology by its id, slug or name. */
export const technologyField = z.string().transform((text, check): TechnologyId => {
  const asked = text.trim().toLowerCase();
  const technology = TECHNOLOGIES.find(({ id, slug }) => slug === asked || String(id) === asked);
  if (technology !== undefined) return technology.id;
  check.addIssue({ ...customIssue("oneOf"), input: text });
  return z.NEVER;
});

const colorHexField = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => /^#[0-9a-f]{6}$/.test(text), customIssue("color"))
  .optional()
  .transform(orNull);

const gramsField = (min: number) => decimalField({ scale: 2, min, max: MAX_STOCK, unit: " g" });

/** Below zero where more was printed than was ever entered. */
const stockField = gramsField(-MAX_STOCK);

/**
 * Fields that any member of the studio may write, and those that prices are computed from, which are the owner's alone. Who adds
 * a field to a catalog entry decides here whose it is.
 */
const materialFields = {
  everyones: {
    name: entryName,
    color: nameField(100).optional().transform(orNull),
    colorHex: colorHexField,
    lowStockThreshold: gramsField(0).optional().transform(orNull),
    stockQuantity: stockField.optional(),
    status: z.enum(MATERIAL_STATUSES).optional(),
  },
  owners: {
    costPerKg: amountField,
    density: decimalField({ scale: 3, min: 10, max: 30_000, unit: " g/cm³" }),
  },
};

/** What a filament states as its own, beside the machine's; null where nothing. */
const plasticSchema = materialParametersSchema.transform((own) => ({ processParameters: orNone(own) }));

/** A new material. */
export const materialSchema = z
  .intersection(
    z
      .object({ ...materialFields.everyones, ...materialFields.owners, technologyId: technologyField })
      .transform(({ technologyId, ...fields }) => ({ ...wholeMaterialRow(fields), technologyId })),
    plasticSchema,
  )
  .transform(({ processParameters, ...row }) => ({
    ...row,
    processParameters: isOfFilament(row.technologyId) ? processParameters : null,
  }));

/** What an owner may change of a material. Its technology stays: printers, qualities and orders go by it. */
export function materialChangesSchemaOf(technology: Technology) {
  const changes = z.object({ ...materialFields.everyones, ...materialFields.owners }).transform(wholeMaterialRow);
  return isOfFilament(technology.id) ? z.intersection(changes, plasticSchema) : changes;
}

/** What any member may change of a material. */
export const materialDetailsSchema = z.object(materialFields.everyones).transform(everyonesMaterialRow);

const everyonesMaterial = z.object(materialFields.everyones);

function everyonesMaterialRow(fields: z.output<typeof everyonesMaterial>) {
  const { name, color, colorHex, status, stockQuantity, lowStockThreshold } = fields;
  return {
    name,
    color,
    colorHex,
    status,
    stockHundredthsOfGram: stockQuantity,
    lowStockHundredthsOfGram: lowStockThreshold,
  };
}

const wholeMaterial = z.object({ ...materialFields.everyones, ...materialFields.owners });

function wholeMaterialRow({ costPerKg, density, ...fields }: z.output<typeof wholeMaterial>) {
  return { ...everyonesMaterialRow(fields), costPerKgMinor: costPerKg, densityMilligramsPerCubicCm: density };
}

/** A counted stock; nothing where the studio does not count it. */
export const stockSchema = z.object({ stockQuantity: stockField.optional().transform(orNull) });

const qualityFields = {
  everyones: {
    name: entryName,
    description: textField(MAX_DESCRIPTION),
    isDefault: flagField,
    isActive: flagField,
  },
};

/** What any member may change of a quality. */
export const qualityDetailsSchema = z.object(qualityFields.everyones);

const notOfTechnology = z
  .unknown()
  .optional()
  .transform(() => null);

/**
 * What the slicer is told of a quality. The bounds are its own, so that no quality can be saved that it would refuse. Values
 * that the technology does not have are left out, whatever was sent for them.
 */
export function slicedValuesSchemaOf(technology: Technology, machines: readonly NamedMachine[]) {
  const ofFilament = isOfFilament(technology.id);
  const { layerHeightMm } = PROCESS_PARAMETERS[technology.process];
  const { nozzleDiameterMm, infillPercent, wallCount, topLayers, bottomLayers } = PROCESS_PARAMETERS.filament;
  const count = (bounds: { readonly min: number; readonly max: number }) =>
    ofFilament ? wholeNumberField(bounds).optional().transform(orNull) : notOfTechnology;
  const values = z
    .object({
      layerHeight: micrometresField(layerHeightMm),
      machineProfileId: ofFilament ? machineField(machines).optional().transform(orNull) : notOfTechnology,
      nozzleDiameter: ofFilament ? micrometresField(nozzleDiameterMm).optional().transform(orNull) : notOfTechnology,
      infillPercent: count(infillPercent),
      wallCount: count(wallCount),
      topLayers: count(topLayers),
      bottomLayers: count(bottomLayers),
      supports: technology.process === "powder" ? notOfTechnology : flagField,
      infillPattern: ofFilament ? z.enum(INFILL_PATTERNS).optional() : notOfTechnology,
      speedMode: ofFilament ? z.enum(SPEED_MODES).optional() : notOfTechnology,
    })
    .refine(
      ({ layerHeight, nozzleDiameter, machineProfileId }) =>
        !ofFilament || layerHeight <= (nozzleDiameter ?? nozzleOf(machines, machineProfileId)),
      // Also where another field is wrong: all that is wrong is said at once.
      { ...customIssue("thickLayer"), path: ["layerHeight"], when: hasLayerAndNozzle },
    )
    .transform(({ layerHeight, nozzleDiameter, supports, speedMode, infillPattern, ...values }) => ({
      ...values,
      technologyId: technology.id,
      layerHeightMicrometres: layerHeight,
      nozzleDiameterMicrometres: nozzleDiameter,
      supports: supports ?? false,
      speedMode: speedMode ?? ("standard" as const),
      infillPattern: infillPattern ?? ("grid" as const),
    }));
  const parameters = ownParametersSchema(technology).transform((own) => ({ processParameters: orNone(own) }));
  return z.intersection(values, parameters);
}

export type SlicedValues = z.output<ReturnType<typeof slicedValuesSchemaOf>>;

/** A quality of one technology. */
export function qualitySchemaOf(technology: Technology, machines: readonly NamedMachine[]) {
  return z.intersection(qualityDetailsSchema, slicedValuesSchemaOf(technology, machines));
}

/** A machine profile that a quality may name, and the text that names it. */
export interface NamedMachine {
  readonly named: string;
  readonly id: number;
  readonly nozzleMicrometres: number;
}

/** @param named how the form, or the file, names it */
export function namedMachine(
  named: string,
  { id, parameters }: Pick<MachineProfile, "id" | "parameters">,
): NamedMachine {
  return { named, id, nozzleMicrometres: Math.round(1000 * machineValue(parameters, "nozzleDiameterMm")) };
}

function machineField(machines: readonly NamedMachine[]) {
  return z.string().transform((text, check): number => {
    const machine = machines.find(({ named }) => named === text.trim());
    if (machine !== undefined) return machine.id;
    check.addIssue({ ...customIssue("oneOf"), input: text });
    return z.NEVER;
  });
}

/** The nozzle of a quality that names none, in micrometres. */
function nozzleOf(machines: readonly NamedMachine[], machineProfileId: number | null): number {
  const machine = machines.find(({ id }) => id === machineProfileId);
  return machine?.nozzleMicrometres ?? 1000 * machineValue(null, "nozzleDiameterMm");
}

const layerAndNozzle = z.object({
  layerHeight: z.number(),
  nozzleDiameter: z.number().nullable(),
  machineProfileId: z.number().nullable(),
});

function hasLayerAndNozzle({ value }: { readonly value: unknown }): boolean {
  return layerAndNozzle.safeParse(value).success;
}

function micrometresField({ min, max }: { readonly min: number; readonly max: number }) {
  return decimalField({ scale: 3, min: Math.round(1000 * min), max: Math.round(1000 * max), unit: " mm" });
}

/** A machine profile: its name, and what its printer has otherwise than the defaults. */
export const machineProfileSchema = z.intersection(
  z.object({
    name: entryName,
    isArchived: flagField,
    /** A preset, or the file that was imported; as it is where not sent. */
    source: lineField(500).optional(),
  }),
  machineParametersSchema.transform((parameters) => ({ parameters })),
);

const finishingFields = {
  everyones: { name: entryName, description: textField(MAX_DESCRIPTION), isArchived: flagField },
  owners: {
    /** None: for every technology. */
    technologyId: technologyField.optional().transform(orNull),
    price: amountField.optional().transform(orNull),
    pricePercentage: percentageField.optional().transform(orNull),
  },
};

/** A finishing: a price for one copy, or a percentage of material and time, or free of charge. */
export const finishingSchema = z
  .object({ ...finishingFields.everyones, ...finishingFields.owners })
  .refine(({ price, pricePercentage }) => price === null || pricePercentage === null, {
    ...customIssue("oneCharge"),
    path: ["pricePercentage"],
  })
  .transform(({ price, pricePercentage, ...fields }) => ({
    ...fields,
    priceMinor: price,
    percentageBasisPoints: pricePercentage,
  }));

/** What any member may change of a finishing. */
export const finishingDetailsSchema = z.object(finishingFields.everyones);

const productFields = {
  everyones: {
    title: entryName,
    description: textField(5000),
    leadTime: wholeNumberField({ min: 0, max: 365 }).optional().transform(orNull),
    isActive: flagField,
    /** Addresses, one after another with white space between them, or a list. A slash begins a photo that the service keeps. */
    photos: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .transform((sent, check) => (sent === undefined ? undefined : photoAddressesIn(wordsOf(sent), check)))
      .refine((addresses = []) => addresses.length <= MAX_PHOTOS, customIssue("photoCount", { max: MAX_PHOTOS })),
  },
  owners: { price: amountField },
};

/** A product. */
export const productSchema = z
  .object({ ...productFields.everyones, ...productFields.owners })
  .transform(({ price, leadTime, ...fields }) => ({ ...fields, leadTimeDays: leadTime, priceMinor: price }));

/** What any member may change of a product. */
export const productDetailsSchema = z
  .object(productFields.everyones)
  .transform(({ leadTime, ...fields }) => ({ ...fields, leadTimeDays: leadTime }));

function wordsOf(texts: string | readonly string[]): string[] {
  return [texts].flat().flatMap((text) => text.split(/\s+/).filter((word) => word !== ""));
}

function photoAddressesIn(words: readonly string[], check: z.RefinementCtx): string[] {
  const addresses = words.map((word) => (/^\/[^/]/.test(word) && word.length <= 2000 ? word : addressElsewhere(word)));
  if (addresses.includes(undefined)) check.addIssue({ ...customIssue("address"), input: words });
  return [...new Set(addresses.filter((address) => address !== undefined))];
}

/** A delivery method. It has no price. */
export const deliveryMethodSchema = z.object({ name: entryName, isActive: flagField });

/** The kinds of catalog entries whose prices are computed from some of their fields. */
export type PricedKind = "material" | "quality" | "finishing" | "product";

const EVERYONES: Readonly<Record<PricedKind, object>> = {
  material: materialFields.everyones,
  quality: qualityFields.everyones,
  finishing: finishingFields.everyones,
  product: productFields.everyones,
};

/** Names of a quality's fields that reach the slicer, and so decide on its minutes and grams. */
export const SLICED_FIELDS = [
  "layerHeight",
  "nozzleDiameter",
  "infillPercent",
  "wallCount",
  "topLayers",
  "bottomLayers",
  "supports",
  "infillPattern",
  "speedMode",
] as const;

const OWNERS: Readonly<Record<PricedKind, readonly string[]>> = {
  material: ["technologyId", ...Object.keys(materialFields.owners), ...MATERIAL_PARAMETERS.keys()],
  quality: ["technologyId", "machineProfileId", ...SLICED_FIELDS],
  finishing: Object.keys(finishingFields.owners),
  product: Object.keys(productFields.owners),
};

/** Whether prices are computed from a field, so that only the owner may write it. */
export function isOwnersField(kind: PricedKind, name: string): boolean {
  if (Object.hasOwn(EVERYONES[kind], name)) return false;
  return OWNERS[kind].includes(name) || (kind === "quality" && isProcessParameter(name));
}

// Text input of a quality. It depends on the technology and on the studio's machine profiles.

import { z } from "zod";
import { PROCESS_PARAMETERS } from "../../../slicer-service/src/contract/process-parameters.ts";
import type { Technology } from "../../../slicer-service/src/contract/technologies.ts";
import type { MachineProfile } from "../../db/machine-profile-record.ts";
import { customIssue } from "../../http/request/custom-issues.ts";
import { machineValue } from "../../machine-profiles/machine-parameters.ts";
import { columnsSchemaOf, dividedFields, inColumns } from "../catalog-field.ts";
import { orNone } from "../entry-fields.request.ts";
import { orNoParameters, ownParametersSchema } from "../process-parameters.request.ts";
import { isOfProcess, micrometresField, QUALITY_FIELDS, type QualityField } from "./quality-fields.request.ts";

const notOfTechnology = z
  .unknown()
  .optional()
  .transform(() => null);

// A field that is added to the table is one that reaches the slicer, unless it is named here.
const [UNSLICED_FIELDS, { technologyId: _, ...SLICED_FIELDS }] = dividedFields(QUALITY_FIELDS, [
  "name",
  "description",
  "nameInSecondLanguage",
  "descriptionInSecondLanguage",
  "isDefault",
  "isActive",
  "isOnOrderPage",
]);
const ownSchema = columnsSchemaOf(UNSLICED_FIELDS);

/**
 * The values of a quality that reach the slicer. The bounds are its own, so that no quality can be saved that it would refuse.
 * Sent values that the technology does not have are left out.
 */
export function slicedValuesSchemaOf<Id = number>(technology: Technology, machines: readonly NamedMachine<Id>[]) {
  const { process } = technology;
  const isOfFilament = process === "filament";
  const { nozzleDiameter, infillPercent, wallCount, topLayers, bottomLayers, supports, infillPattern, speedMode } =
    SLICED_FIELDS;
  const ofProcess = <Schema extends z.ZodType>(field: QualityField & { readonly schema: Schema }) =>
    isOfProcess(field, process) ? field.schema : notOfTechnology;
  const values = z
    .object({
      machineProfileId: isOfFilament ? machineField(machines).optional().transform(orNone) : notOfTechnology,
      layerHeight: micrometresField(PROCESS_PARAMETERS[process].layerHeightMm),
      nozzleDiameter: ofProcess(nozzleDiameter),
      infillPercent: ofProcess(infillPercent),
      wallCount: ofProcess(wallCount),
      topLayers: ofProcess(topLayers),
      bottomLayers: ofProcess(bottomLayers),
      infillPattern: ofProcess(infillPattern),
      supports: ofProcess(supports),
      speedMode: ofProcess(speedMode),
    } satisfies Record<keyof typeof SLICED_FIELDS, z.ZodType>)
    .refine(
      ({ layerHeight, nozzleDiameter, machineProfileId }) =>
        !isOfFilament || layerHeight <= (nozzleDiameter ?? nozzleOf(machines, machineProfileId)),
      // Also where another field is wrong: all that is wrong is said at once.
      { ...customIssue("thickLayer"), path: ["layerHeight"], when: hasLayerAndNozzle },
    )
    .transform((values) => ({
      ...inColumns(SLICED_FIELDS, values),
      technologyId: technology.id,
      supports: values.supports ?? false,
      speedMode: values.speedMode ?? ("standard" as const),
      infillPattern: values.infillPattern ?? ("grid" as const),
    }));
  const parameters = ownParametersSchema(technology).transform((own) => ({ processParameters: orNoParameters(own) }));
  return z.intersection(values, parameters);
}

export type SlicedValues = z.output<ReturnType<typeof slicedValuesSchemaOf<number>>>;

/** A quality of one technology. */
export function qualitySchemaOf<Id = number>(technology: Technology, machines: readonly NamedMachine<Id>[]) {
  return z.intersection(ownSchema, slicedValuesSchemaOf(technology, machines));
}

/** A machine profile that a quality may name, and the text that names it. */
export interface NamedMachine<Id = number> {
  readonly named: string;
  /** In a catalog file also a profile that the same file adds. */
  readonly id: Id;
  readonly nozzleMicrometres: number;
}

/** @param named its name in the form, or in the file */
export function namedMachine<Id>(
  named: string,
  { id, parameters }: Pick<MachineProfile, "parameters"> & { readonly id: Id },
): NamedMachine<Id> {
  return { named, id, nozzleMicrometres: Math.round(1000 * machineValue(parameters, "nozzleDiameterMm")) };
}

function machineField<Id>(machines: readonly NamedMachine<Id>[]) {
  return z.string().transform((text, check): Id => {
    const machine = machines.find(({ named }) => named === text.trim());
    if (machine !== undefined) return machine.id;
    check.addIssue({ ...customIssue("oneOf"), input: text });
    return z.NEVER;
  });
}

/** The nozzle of a quality that names none, in micrometres. */
function nozzleOf<Id>(machines: readonly NamedMachine<Id>[], machineProfileId: Id | null): number {
  const machine = machines.find(({ id }) => id === machineProfileId);
  return machine?.nozzleMicrometres ?? 1000 * machineValue(null, "nozzleDiameterMm");
}

const layerAndNozzle = z.object({
  layerHeight: z.number(),
  nozzleDiameter: z.number().nullable(),
  // Null, or the id of a profile. A text that names none is left as it is.
  machineProfileId: z.unknown().refine((id) => typeof id !== "string" && id !== undefined),
});

function hasLayerAndNozzle({ value }: { readonly value: unknown }): boolean {
  return layerAndNozzle.safeParse(value).success;
}

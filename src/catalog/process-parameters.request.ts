// Text input of process parameters, by the bounds of the slicer's own tables.

import { z } from "zod";
import {
  isLayeredTechnology,
  LAYERED_TECHNOLOGIES,
  type OwnParameters,
  parametersOf,
} from "../../slicer-service/src/contract/process-parameters.ts";
import type { Technology } from "../../slicer-service/src/contract/technologies.ts";
import { decimalField, wholeNumberField } from "../http/request/decimal-fields.ts";
import { MACHINE_PARAMETERS, MATERIAL_PARAMETERS } from "../machine-profiles/machine-parameters.ts";

/** Digits after the point that are kept of a parameter. */
const PARAMETER_SCALE = 6;

interface BoundedNumber {
  readonly min: number;
  readonly max: number;
  readonly whole?: true;
  readonly unit: string;
}

type ParameterFields = Record<string, z.ZodType<number | undefined, string | undefined>>;

/**
 * One field for each of the technology's parameters that a quality states itself, by its name; undefined if not sent. Filament
 * has none: a machine profile has them.
 */
export function parameterFields({ slug }: Technology): ParameterFields {
  return isLayeredTechnology(slug) ? fieldsOf(parametersOf(slug)) : {};
}

/** The values of a technology that are stated, and only these. */
export function ownParametersSchema(technology: Technology) {
  return statedValues(parameterFields(technology));
}

/** The values that a machine profile states: the slicer's own, and the fixed time and material of a print. */
export const machineParametersSchema = statedValues(fieldsOf(MACHINE_PARAMETERS));

/** The values that a material states as its plastic's own. */
export const materialParametersSchema = statedValues(fieldsOf(MATERIAL_PARAMETERS));

/** As columns keep parameters: null in place of an empty object. */
export const orNoParameters = (own: OwnParameters): OwnParameters | null =>
  Object.keys(own).length === 0 ? null : own;

/** The names of the parameters that a quality of any resin or powder technology may state. */
export const QUALITY_PARAMETER_NAMES: readonly string[] = [
  ...new Set(LAYERED_TECHNOLOGIES.flatMap((slug) => [...parametersOf(slug).keys()])),
];

function fieldsOf(parameters: ReadonlyMap<string, BoundedNumber>): ParameterFields {
  return Object.fromEntries([...parameters].map(([name, parameter]) => [name, parameterField(parameter).optional()]));
}

function statedValues(fields: ParameterFields) {
  return z
    .object(fields)
    .transform(
      (values): OwnParameters =>
        Object.fromEntries(
          Object.entries(values).flatMap(([name, value]): [string, number][] =>
            value === undefined ? [] : [[name, value]],
          ),
        ),
    );
}

function parameterField({ min, max, whole, unit }: BoundedNumber): z.ZodType<number, string> {
  const said = unit === "" ? "" : ` ${unit}`;
  if (whole === true) return wholeNumberField({ min, max, unit: said });
  const scale = 10 ** PARAMETER_SCALE;
  const bounds = { scale: PARAMETER_SCALE, min: Math.round(min * scale), max: Math.round(max * scale), unit: said };
  return decimalField(bounds).transform((scaled) => scaled / scale);
}

// What process parameters take, as text, by the bounds of the slicer's own table.

import { z } from "zod";
import {
  isLayeredTechnology,
  LAYERED_TECHNOLOGIES,
  type OwnParameters,
  type ProcessParameter,
  parametersOf,
} from "../../slicer-service/src/contract/process-parameters.ts";
import type { Technology } from "../domain/technology.ts";
import { decimalField, wholeNumberField } from "../http/decimal-fields.ts";

/** Digits after the point that are kept of a parameter. */
const PARAMETER_SCALE = 6;

/** One field for each of the technology's parameters, by its name; undefined where not sent. Filament has none. */
export function parameterFields({
  slug,
}: Technology): Record<string, z.ZodType<number | undefined, string | undefined>> {
  if (!isLayeredTechnology(slug)) return {};
  return Object.fromEntries(
    [...parametersOf(slug)].map(([name, parameter]) => [name, parameterField(parameter).optional()]),
  );
}

/** The values of a technology that are stated, and only these. */
export function ownParametersSchema(technology: Technology) {
  return z
    .object(parameterFields(technology))
    .transform(
      (values): OwnParameters =>
        Object.fromEntries(
          Object.entries(values).flatMap(([name, value]): [string, number][] =>
            value === undefined ? [] : [[name, value]],
          ),
        ),
    );
}

/** Whether any technology has a parameter of this name. */
export function isProcessParameter(name: string): boolean {
  return LAYERED_TECHNOLOGIES.some((slug) => parametersOf(slug).has(name));
}

function parameterField({ min, max, whole, unit }: ProcessParameter): z.ZodType<number, string> {
  const said = unit === "" ? "" : ` ${unit}`;
  if (whole === true) return wholeNumberField({ min, max, unit: said });
  const scale = 10 ** PARAMETER_SCALE;
  const bounds = { scale: PARAMETER_SCALE, min: Math.round(min * scale), max: Math.round(max * scale), unit: said };
  return decimalField(bounds).transform((scaled) => scaled / scale);
}

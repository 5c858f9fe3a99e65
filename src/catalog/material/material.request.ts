// Text input of a material: new, changed by the owner, or by staff.

import { z } from "zod";
import type { Technology } from "../../../slicer-service/src/contract/technologies.ts";
import { isOfFilament } from "../../domain/technology.ts";
import { columnsSchemaOf, staffFieldsOf } from "../catalog-field.ts";
import { orNone } from "../entry-fields.request.ts";
import { materialParametersSchema, orNoParameters } from "../process-parameters.request.ts";
import { MATERIAL_FIELDS } from "./material-fields.request.ts";

/** A filament's own numbers beside the machine's; null if it states none. */
const plasticSchema = materialParametersSchema.transform((own) => ({ processParameters: orNoParameters(own) }));

export const newMaterialSchema = z
  .intersection(columnsSchemaOf(MATERIAL_FIELDS), plasticSchema)
  .transform(({ processParameters, ...row }) => ({
    ...row,
    processParameters: isOfFilament(row.technologyId) ? processParameters : null,
  }));

const { technologyId: _, ...CHANGED_FIELDS } = MATERIAL_FIELDS;
const changesSchema = columnsSchemaOf(CHANGED_FIELDS);

/** The fields of a material that an owner may change. Its technology stays: printers, qualities and orders go by it. */
export function materialChangesSchemaOf(technology: Technology) {
  return isOfFilament(technology.id) ? z.intersection(changesSchema, plasticSchema) : changesSchema;
}

/** The fields of a material that any member may change. */
export const materialDetailsSchema = columnsSchemaOf(staffFieldsOf(MATERIAL_FIELDS));

/** A counted stock; null if the studio does not count it. */
export const stockSchema = z.object({ stockQuantity: MATERIAL_FIELDS.stockQuantity.schema.transform(orNone) });

// What a material takes as text: new, changed by the owner, or by staff.

import { z } from "zod";
import type { Technology } from "../../../slicer-service/src/contract/technologies.ts";
import { isOfFilament } from "../../domain/technology.ts";
import { columnsSchemaOf, staffFieldsOf } from "../catalog-field.ts";
import { orNone } from "../entry-fields.request.ts";
import { materialParametersSchema, orNoParameters } from "../process-parameters.request.ts";
import { MATERIAL_FIELDS } from "./material-fields.request.ts";

/** What a filament states as its own, beside the machine's; null where nothing. */
const plasticSchema = materialParametersSchema.transform((own) => ({ processParameters: orNoParameters(own) }));

export const newMaterialSchema = z
  .intersection(columnsSchemaOf(MATERIAL_FIELDS), plasticSchema)
  .transform(({ processParameters, ...row }) => ({
    ...row,
    processParameters: isOfFilament(row.technologyId) ? processParameters : null,
  }));

const { technologyId: _, ...CHANGED_FIELDS } = MATERIAL_FIELDS;
const changesSchema = columnsSchemaOf(CHANGED_FIELDS);

/** What an owner may change of a material. Its technology stays: printers, qualities and orders go by it. */
export function materialChangesSchemaOf(technology: Technology) {
  return isOfFilament(technology.id) ? z.intersection(changesSchema, plasticSchema) : changesSchema;
}

/** What any member may change of a material. */
export const materialDetailsSchema = columnsSchemaOf(staffFieldsOf(MATERIAL_FIELDS));

/** A counted stock; null where the studio does not count it. */
export const stockSchema = z.object({ stockQuantity: MATERIAL_FIELDS.stockQuantity.schema.transform(orNone) });

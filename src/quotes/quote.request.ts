// Fields of POST /quotes, and the faults of a choice that POST /slicing-jobs shares.

import { z } from "@hono/zod-openapi";
import type { Faults } from "../domain/errors.ts";
import { modelIdField } from "../http/contract/model-id.schema.ts";
import { distinctIdsField, idField, inFormText, priorityField, quantityField } from "../http/request/fields.ts";
import { noJsonArray } from "../http/request/list-in-texts.ts";
import { RequestFields } from "../http/request/request-fields.ts";
import { addItemFaults, itemReads, onlyItem } from "../items/quote-items.ts";
import type { ChosenIds, ItemChoice } from "../items/resolve-items.ts";
import { knownModel } from "../models/chosen-models.ts";
import { MODEL_FIELD } from "../models/upload.request.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { Tenant } from "../tenant/tenant.ts";

const quoteFieldsSchema = z.object({
  materialId: inFormText(idField),
  printingQualityId: inFormText(idField),
  finishingIds: distinctIdsField.optional().meta({ description: "A JSON array of ids. None where not sent" }),
  quantity: inFormText(quantityField).default(1).meta({ description: "Copies; 1 where not sent" }),
  priority: priorityField.optional(),
  modelId: modelIdField.optional(),
});

export const quoteFields = new RequestFields(
  quoteFieldsSchema,
  { finishingIds: { entries: "numbers", unreadable: noJsonArray("[3, 4]") } },
  [MODEL_FIELD],
);

export function toItemChoice(fields: z.output<typeof quoteFieldsSchema>): ItemChoice {
  const { materialId, printingQualityId, quantity, finishingIds = [] } = fields;
  return { materialId, printingQualityId, finishingIds, quantity };
}

/** Adds the unknown ids and unusable choices of a refused request to `faults`. */
export async function addChoiceFaults(
  tenant: Tenant,
  named: ChosenIds & { readonly modelId?: string | undefined; readonly priority?: string | undefined },
  faults: Faults,
): Promise<void> {
  const model = named.modelId === undefined ? undefined : knownModel("modelId", named.modelId, tenant.studioId);
  const items = [{ choice: named, model }];
  const rows = await retryTransient(() => tenant.db.batchNamed(itemReads(tenant, items)));
  addItemFaults(rows, { items, pathOf: onlyItem, priority: named.priority }, faults);
}

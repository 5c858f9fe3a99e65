// Faults of a choice beside those of its form: unknown ids and unusable choices.

import type { Faults } from "../domain/faults.ts";
import { type ChosenIds, catalogReads, resolveIds } from "../items/resolve-items.ts";
import { addMissingModels, knownModel, modelReads } from "../models/chosen-models.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { Tenant } from "../tenant/tenant.ts";

/** Adds the unknown ids and unusable choices of a refused request to `faults`. */
export async function addChoiceFaults(
  tenant: Tenant,
  named: ChosenIds & { readonly modelId?: string | undefined },
  faults: Faults,
): Promise<void> {
  const models = named.modelId === undefined ? [] : [knownModel("modelId", named.modelId, tenant.studioId)];
  const [touched, known, ...catalog] = await retryTransient(() =>
    tenant.db.batch([...modelReads(tenant, models), ...catalogReads(tenant, [named])]),
  );
  resolveIds(catalog, [named], () => "", faults);
  addMissingModels(models, [touched, known], faults);
}

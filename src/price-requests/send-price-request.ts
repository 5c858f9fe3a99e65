// Sending a price request: models and files go to the studio, all or none, with no invented price.

import { Faults } from "../domain/errors.ts";
import type { PriceRequestReason } from "../domain/price-request.ts";
import { itemOfList } from "../items/quote-items.ts";
import { chosenById, chosenReads, findChosen } from "../items/resolve-items.ts";
import { addMissingModels, type KnownModel, modelReads, useModels } from "../models/chosen-models.ts";
import { allStored } from "../models/store-models.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { addMissingAttachments, attachmentsToSend, isFileTaken } from "./attachments.store.ts";
import {
  findWrittenRequest,
  type NewPriceRequest,
  type PriceRequest,
  writePriceRequest,
} from "./price-request.store.ts";

export interface PriceRequestToSend extends Omit<NewPriceRequest, "items"> {
  readonly items: readonly {
    readonly model: KnownModel;
    readonly originalFileName: string;
    readonly quantity: number;
    readonly materialId: number | undefined;
    readonly printingQualityId: number | undefined;
    readonly finishingIds: readonly number[];
    readonly reason: PriceRequestReason;
    readonly said: string | null;
  }[];
}

/**
 * The first steps of `quoteItems`: read and store. A choice needs only exist, since one that cannot be sliced or priced is the reason
 * for a request.
 *
 * @throws NotFound naming every model, file and choice that the studio does not have, or does not offer to the audience
 */
export async function sendPriceRequest(tenant: Tenant, request: PriceRequestToSend): Promise<PriceRequest> {
  const { db } = tenant;
  const { items } = request;
  const chosen = items.map(({ model }) => model);
  const rows = await retryTransient(() =>
    db.batchNamed({
      ...modelReads(tenant, chosen),
      ...chosenReads(tenant, items),
      attachments: attachmentsToSend(db, request.attachments),
    }),
  );
  const faults = new Faults();
  addMissingModels(chosen, rows, faults);
  addMissingAttachments(request.attachments, rows.attachments, faults);
  const rowsById = chosenById(rows);
  for (const [index, item] of items.entries()) findChosen(item, rowsById, itemOfList(index), faults);
  if (faults.fieldCount > 0) {
    // An attempt at the same moment has taken the files: a refusal would lead to a second request.
    const written = await retryTransient(() => findWrittenRequest(db, request.requestKey));
    if (written !== undefined) return written;
  }
  faults.throwIfAny();
  const stored = await allStored(useModels(tenant, chosen, rows));
  const written = await writePriceRequest(db, {
    ...request,
    items: items.map(({ model: _, ...item }, index) => {
      const model = stored[index];
      if (model === undefined) throw new Error(`the model of item ${index} of a price request was not found`);
      return {
        ...item,
        modelId: model.id,
        materialId: item.materialId ?? null,
        printingQualityId: item.printingQualityId ?? null,
        finishingIds: [...item.finishingIds],
      };
    }),
  }).catch(async (error: unknown) => {
    if (!isFileTaken(error)) throw error;
    const left = await retryTransient(async () => attachmentsToSend(db, request.attachments));
    addMissingAttachments(request.attachments, left, faults);
    faults.throwIfAny();
    throw error;
  });
  tenant.tell("requests");
  tenant.sendMessages();
  return written;
}

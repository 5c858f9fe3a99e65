// Trying a quality: slices the sample model with values that are not saved, and prices it as a quote would.

import type { Studio } from "../db/studio-record.ts";
import { isDomainError } from "../domain/errors.ts";
import { Faults } from "../domain/faults.ts";
import type { MinorUnits } from "../domain/money.ts";
import type { Sentence } from "../domain/sentence.ts";
import { priceResolvedItem } from "../items/price-item.ts";
import { profileOfQuality } from "../items/slice-profile.ts";
import { modelReads, useModels } from "../models/chosen-models.ts";
import { IncomingModel } from "../models/incoming-model.ts";
import type { ModelInUse } from "../models/store-models.ts";
import { sha256Hex } from "../platform/sha256.ts";
import { sliceFiles } from "../slicing/slices.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { SlicedValues } from "./catalog.request.ts";
import type { MachineProfile, Material } from "./catalog-rows.ts";
import { SAMPLE_FILE_NAME, sampleModel } from "./sample-model.ts";
import { endTurn, takeTurn } from "./trial-turn.store.ts";

export type QualityTrial =
  | {
      readonly outcome: "sliced";
      readonly printMinutes: number;
      readonly weightHundredthsOfGram: number;
      readonly layers: number;
      readonly price: MinorUnits;
    }
  /** Another one of the studio is being sliced. */
  | { readonly outcome: "busy" }
  /** Slicing takes longer than the wait: the same call finds it, further on. */
  | { readonly outcome: "slicing" }
  | { readonly outcome: "cannot_be_sliced"; readonly reasons: readonly Sentence[] }
  | { readonly outcome: "slicer_unavailable" };

/** What is tried: values that are not saved, on a machine, with a material. */
export interface TriedQuality {
  readonly values: SlicedValues;
  /** The machine profile that the values name; undefined where the defaults apply. */
  readonly machine: MachineProfile | undefined;
  readonly material: Material;
}

/**
 * One at a time per studio.
 *
 * @param waitMilliseconds how long to wait for slicing
 */
export async function tryQuality(
  tenant: Tenant,
  studio: Studio,
  tried: TriedQuality,
  waitMilliseconds: number,
): Promise<QualityTrial> {
  const { values, machine, material } = tried;
  const fingerprint = await sha256Hex(JSON.stringify([values, machine?.parameters, material.processParameters]));
  if (!(await takeTurn(tenant.db, fingerprint))) return { outcome: "busy" };
  let trial: QualityTrial | undefined;
  try {
    trial = await sliceSample(tenant, studio, tried, waitMilliseconds);
    return trial;
  } finally {
    if (trial?.outcome !== "slicing") await endTurn(tenant.db, fingerprint);
  }
}

async function sliceSample(
  tenant: Tenant,
  studio: Studio,
  { values, machine, material }: TriedQuality,
  waitMilliseconds: number,
): Promise<QualityTrial> {
  const kept = {
    id: 0,
    studioId: studio.id,
    name: "",
    description: null,
    isActive: true,
    isDefault: false,
    isOnOrderPage: false,
    position: 0,
  };
  const quality = { ...kept, ...values };
  const faults = new Faults();
  const profile = profileOfQuality({ quality, studio, machine, material }, "printingQualityId", faults);
  try {
    faults.throwIfAny();
    const file = { ...(await storeSample(tenant)), profile };
    const slicing = await sliceFiles(tenant, [file], waitMilliseconds);
    if (slicing.outcome === "running") return { outcome: "slicing" };
    const [sliced] = slicing.files;
    if (sliced === undefined) throw new Error("one file was sliced to no result");
    const { result } = sliced.state;
    const choice = { materialId: material.id, printingQualityId: 0, finishingIds: [], quantity: 1 };
    const { price, printMinutes, weightHundredthsOfGram } = priceResolvedItem(
      { choice, material, quality, machine, finishings: [], profile },
      result,
      studio,
    );
    return { outcome: "sliced", price, printMinutes, weightHundredthsOfGram, layers: result.layers };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    if (error.kind === "slicer_unavailable") return { outcome: "slicer_unavailable" };
    if (error.kind !== "invalid") throw error;
    return {
      outcome: "cannot_be_sliced",
      reasons: Object.values(error.faults ?? {}).flat(),
    };
  }
}

/** Stored as any model of the studio is: once, and until nobody has used it for its retention. */
async function storeSample(tenant: Tenant): Promise<ModelInUse> {
  const { modelFiles } = tenant;
  const bytes = sampleModel();
  const incoming = new IncomingModel(modelFiles, bytes.length);
  await incoming.add(bytes);
  const received = await incoming.finish(bytes.length);
  if (received.outcome !== "arrived") throw new Error(`the sample model was not taken: ${received.outcome}`);
  const sample = { field: "sample", originalFileName: SAMPLE_FILE_NAME, model: received.model };
  const [inUse] = useModels(tenant, [sample], await tenant.db.batch(modelReads(tenant, [sample])));
  if (inUse === undefined) throw new Error("one model became none");
  return inUse;
}

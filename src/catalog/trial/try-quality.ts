// Trying a quality: slices the sample model with values that are not saved, and prices it as a quote would.

import type { MachineProfile } from "../../db/machine-profile-record.ts";
import type { Studio } from "../../db/studio-record.ts";
import { isDomainError } from "../../domain/errors.ts";
import type { MinorUnits } from "../../domain/money.ts";
import type { Sentence } from "../../domain/sentence.ts";
import { onlyItem, quoteItems } from "../../items/quote-items.ts";
import { modelReads } from "../../models/chosen-models.ts";
import { sha256Hex } from "../../platform/sha256.ts";
import type { Tenant } from "../../tenant/tenant.ts";
import type { Material } from "../catalog-rows.ts";
import type { SlicedValues } from "../quality/quality.request.ts";
import { newQualityRow } from "./new-quality-row.ts";
import { sentSample } from "./stored-sample.ts";
import { releaseTrialLock, takeTrialLock } from "./trial-lock.store.ts";

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

/** The trial: unsaved values, on a machine, with a material. */
export interface TriedQuality {
  readonly values: SlicedValues;
  /** The machine profile that the values name; undefined if the defaults apply. */
  readonly machine: MachineProfile | undefined;
  readonly material: Material;
}

/**
 * One at a time per studio.
 *
 * @param waitMilliseconds the longest wait for slicing
 */
export async function tryQuality(
  tenant: Tenant,
  studio: Studio,
  tried: TriedQuality,
  waitMilliseconds: number,
): Promise<QualityTrial> {
  const { values, machine, material } = tried;
  const fingerprint = await sha256Hex(JSON.stringify([values, machine?.parameters, material.processParameters]));
  if (!(await takeTrialLock(tenant.db, fingerprint))) return { outcome: "busy" };
  let trial: QualityTrial | undefined;
  try {
    trial = await sliceSample(tenant, studio, tried, waitMilliseconds);
    return trial;
  } finally {
    if (trial?.outcome !== "slicing") await releaseTrialLock(tenant.db, fingerprint);
  }
}

async function sliceSample(
  tenant: Tenant,
  studio: Studio,
  { values, machine, material }: TriedQuality,
  waitMilliseconds: number,
): Promise<QualityTrial> {
  const quality = { ...newQualityRow(studio), ...values };
  const choice = { materialId: material.id, printingQualityId: quality.id, finishingIds: [], quantity: 1 };
  try {
    const sample = await sentSample(tenant);
    const { models } = await tenant.db.batchNamed(modelReads(tenant, [sample]));
    const quoted = await quoteItems(tenant, {
      items: [{ choice, model: sample }],
      pathOf: onlyItem,
      waitMilliseconds,
      // The rows as a quote would read them, were the values saved.
      rows: {
        models,
        studio: [studio],
        materials: [material],
        qualities: [quality],
        finishings: [],
        machines: machine === undefined ? [] : [machine],
        printers: [],
      },
    });
    if (quoted.outcome === "slicing") return { outcome: "slicing" };
    const [quote] = quoted.items;
    if (quote === undefined) throw new Error("one item was quoted to none");
    const { price, printMinutes, weightHundredthsOfGram } = quote.priced;
    return { outcome: "sliced", price, printMinutes, weightHundredthsOfGram, layers: quote.slice.layers };
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

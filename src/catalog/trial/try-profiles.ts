// Trials of slice profiles: a sample is sliced by a machine profile, quality or material before it is kept.

import type { SliceState } from "../../../slicer-service/src/contract/slices.ts";
import { isDomainError, SlicerUnavailable } from "../../domain/errors.ts";
import type { Sentence } from "../../domain/sentence.ts";
import { hexadecimal } from "../../platform/sha256.ts";
import { failureReason } from "../../slicing/failure-sentence.ts";
import { findStates, startSlices } from "../../slicing/slices.ts";
import type { Tenant } from "../../tenant/tenant.ts";
import {
  type Combination,
  MAX_TRIED,
  type ProfileRefusal,
  type ProfilesTrial,
  type TrialSlice,
  trialSlicesOf,
} from "./combinations.ts";
import { sampleModel } from "./sample-model.ts";
import { storeSample } from "./stored-sample.ts";

/** A sample takes seconds, and the page of a save waits for it. */
export const TRIAL_WAIT_MILLISECONDS = 12_000;

/** Slices the sample by each combination. Our own check comes first. */
export async function tryProfiles(
  tenant: Tenant,
  combinations: readonly Combination[],
  waitMilliseconds: number,
): Promise<ProfilesTrial> {
  const { unusable, slices } = trialSlicesOf(combinations);
  return unusable.length > 0 ? { outcome: "refused", refusals: unusable } : trySlices(tenant, slices, waitMilliseconds);
}

/** Slices the sample by the first MAX_TRIED distinct profiles. Refusals name every quality of a refused profile. */
export async function trySlices(
  tenant: Tenant,
  slices: readonly TrialSlice[],
  waitMilliseconds: number,
): Promise<ProfilesTrial> {
  if (slices.length === 0) return { outcome: "sliced" };
  // Colours of one plastic, and qualities that differ in name only, are sliced alike.
  const distinct = [...Map.groupBy(slices, ({ profile }) => JSON.stringify(profile)).values()];
  try {
    const states = await startTrials(tenant, distinct.slice(0, MAX_TRIED).flat(), waitMilliseconds);
    const refusals = states.flatMap(({ state, qualityName }) => refusalOf(state, qualityName) ?? []);
    if (refusals.length > 0) return { outcome: "refused", refusals };
    if (states.some(({ state }) => state.status !== "done")) return { outcome: "not_tried" };
    return { outcome: distinct.length > MAX_TRIED ? "partly_tried" : "sliced" };
  } catch (error) {
    if (error instanceof SlicerUnavailable) return { outcome: "not_tried" };
    throw error;
  }
}

/**
 * The known refusals of combinations, for a page that shows them. A combination that this engine never tried is begun, and known to
 * the next page.
 */
export async function knownRefusals(tenant: Tenant, combinations: readonly Combination[]): Promise<ProfileRefusal[]> {
  const { unusable, slices } = trialSlicesOf(combinations.slice(0, MAX_TRIED));
  const model = { sha256: hexadecimal(await crypto.subtle.digest("SHA-256", sampleModel())), format: "stl" } as const;
  try {
    const states = await findStates(
      tenant,
      slices.map((slice) => ({ ...slice, model })),
      "slicer",
    );
    if ([...states.values()].includes(null)) tenant.runToEnd(startTrials(tenant, slices, 0));
    return [...unusable, ...[...states].flatMap(([{ qualityName }, state]) => refusalOf(state, qualityName) ?? [])];
  } catch (error) {
    // The page is not about the slicer's health.
    if (isDomainError(error) && error.kind === "slicer_unavailable") return unusable;
    throw error;
  }
}

/** The steps store and slice of `quoteItems`. A trial reads no choice and has no price: its profiles are not saved, and may be refused. */
async function startTrials(tenant: Tenant, slices: readonly TrialSlice[], waitMilliseconds: number) {
  const sample = await storeSample(tenant);
  const files = slices.map((slice) => ({ ...sample, ...slice, qualityField: "printingQualityId" }));
  return startSlices(tenant, files, waitMilliseconds);
}

function refusalOf(state: SliceState | null, qualityName: string | null): ProfileRefusal | undefined {
  if (state?.status !== "failed") return undefined;
  const { failure } = state;
  switch (failure.fault) {
    case "service":
      return undefined;
    case "profile": {
      const { slicerSaid, numbers } = failure;
      const reason = { en: `The slicer refuses it: “${slicerSaid}”`, uk: `Слайсер відхиляє це: «${slicerSaid}»` };
      return { qualityName, reason, numbers };
    }
    case "model":
      // A bracket of plain boxes. It may take too long by a profile that others do not.
      if (failure.code === "model_too_complex") return undefined;
      return { qualityName, reason: ofSample(failureReason(failure)), numbers: [] };
    default:
      return failure satisfies never;
  }
}

function ofSample({ en, uk }: Sentence): Sentence {
  return { en: `A sample cannot be sliced by it: ${en}`, uk: `Зразок цим не нарізати: ${uk}` };
}

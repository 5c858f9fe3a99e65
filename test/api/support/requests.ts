// Multipart requests as a studio's site sends them, and readers of the answers.

import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { addMaterial, addQuality } from "./catalog.ts";
import { createStudio, type TestStudio } from "./studio.ts";

export interface Money {
  readonly amount: string;
  readonly currency: { readonly id: number; readonly code: string; readonly symbol: string };
}

export type Breakdown = Readonly<Record<string, Money>> & {
  readonly totalWeightGrams: number;
  readonly printDurationMinutes: number;
};

/** Makes the API hold its answer for up to 30 s, until slicing is done. */
export const WAIT = { Prefer: "wait=30" };

export type FormValue = string | number | File | readonly (string | File)[];

/** A list becomes several parts with the same name. */
export function form(fields: Readonly<Record<string, FormValue>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const part of typeof value === "object" && !(value instanceof File) ? value : [value]) {
      if (part instanceof File) data.append(name, part);
      else data.append(name, String(part));
    }
  }
  return data;
}

export const modelFile = (content: Uint8Array<ArrayBuffer> | string, name = "box.stl") => new File([content], name);

/** A studio with one material and one printing quality. */
export async function printingStudio(row: Parameters<typeof createStudio>[0] = {}) {
  const studio = await createStudio(row);
  return { studio, materialId: await addMaterial(studio), printingQualityId: await addQuality(studio) };
}

export function post<Data>(
  studio: TestStudio,
  path: string,
  fields: Parameters<typeof form>[0],
  headers: Record<string, string> = WAIT,
) {
  return studio.answer<Data>(path, { method: "POST", body: form(fields), headers });
}

const ZERO: Money = { amount: "0.00", currency: { id: 1, code: "", symbol: "" } };

export const cents = (money: Money | undefined): number => Math.round(Number(money?.amount) * 100);

/** The sum in cents of the amounts that make a price. */
export function sumOfBreakdown(breakdown: Breakdown): number {
  const ofCopies = ["materialCost", "timeCost", "postProcessingCost", "markupAmount"];
  const all = [...ofCopies, "setupCost", "startUpCost", "minimumPriceAdjustment"];
  for (const name of all) expect(breakdown[name], name).toBeDefined();
  return all.reduce((sum, name) => sum + cents(breakdown[name]), cents(breakdown.adjustment ?? ZERO));
}

/** The number of slices that the engine has started so far. */
export async function engineRuns(): Promise<number> {
  const health = await (await fetch(`${env.TEST_ENGINE_URL}/health`)).json<{ runs: { started: number } }>();
  return health.runs.started;
}

/** The keys in R2 of the studio's model files, or of its products' photos. */
export async function objectsOf(studio: TestStudio, folder: "models" | "photos" = "models"): Promise<string[]> {
  return (await env.MODELS.list({ prefix: `studios/${studio.id}/${folder}/` })).objects.map(({ key }) => key);
}

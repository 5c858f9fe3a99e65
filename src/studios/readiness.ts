// The missing steps before a studio sells: going live, and whether a first quote can succeed.

import type { TechnologyId } from "../../slicer-service/src/contract/technologies.ts";
import { hourlyLimitOf, type Plan } from "../domain/plan.ts";
import { TECHNOLOGY_IDS } from "../domain/technology.ts";

/** The parts of a studio's setup. */
export interface StudioSetup {
  readonly plan: Plan;
  readonly hourlyRateMinor: number;
  readonly minimumPriceMinor: number;
  /** Technologies of its printers, of its active materials and of its active qualities. */
  readonly printers: readonly TechnologyId[];
  readonly materials: readonly TechnologyId[];
  readonly qualities: readonly TechnologyId[];
  readonly deliveryMethods: number;
  readonly activeKeys: number;
  readonly storefront: {
    readonly isOpen: boolean;
    /** Technologies of the active materials, and of the active qualities, that are on offer on it. */
    readonly materials: readonly TechnologyId[];
    readonly qualities: readonly TechnologyId[];
  };
}

export interface Step {
  /** `key` only if the plan has an API. */
  readonly name: "prices" | "printers" | "materials" | "qualities" | "delivery" | "storefront" | "key";
  readonly isDone: boolean;
  /** Whether every quote fails until the step is done. */
  readonly blocksQuotes: boolean;
  /** Technologies that lack one. Empty if none exists for any technology. */
  readonly missingFor: readonly TechnologyId[];
}

/**
 * `sells`: visitors can choose something on it. `waits`: it is open, and will sell once the catalog does. `empty`: the catalog
 * sells, but the page offers nothing of it.
 */
export type StorefrontState = "sells" | "waits" | "empty" | "closed";

export interface Readiness {
  /** In the recommended order. */
  readonly steps: readonly Step[];
  readonly canQuote: boolean;
  readonly storefront: StorefrontState;
  readonly isComplete: boolean;
}

/**
 * A quote takes a material and a quality of the same technology. A technology is offered once the studio has a printer, a
 * material or a quality of it, and then needs all of the last two.
 */
export function readinessOf(setup: StudioSetup): Readiness {
  const { printers, materials, qualities } = setup;
  const offered = TECHNOLOGY_IDS.filter((id) => [printers, materials, qualities].some((ids) => ids.includes(id)));
  const isQuotable = offered.some((id) => materials.includes(id) && qualities.includes(id));
  const offeredStep = (name: "materials" | "qualities"): Step => {
    const missingFor = offered.filter((id) => !setup[name].includes(id));
    const isDone = offered.length > 0 && missingFor.length === 0;
    return { name, isDone, blocksQuotes: !isDone && !isQuotable, missingFor };
  };
  const step = (name: Step["name"], isDone: boolean, isNeededToQuote: boolean): Step => {
    return { name, isDone, blocksQuotes: isNeededToQuote && !isDone, missingFor: [] };
  };
  const storefront = storefrontState(setup.storefront, isQuotable);
  const hasApi = hourlyLimitOf(setup.plan) !== null;
  const hasKey = hasApi && setup.activeKeys > 0;
  // A studio that sells through its own site may leave its page closed.
  const wantsPage = storefront !== "closed" || !hasKey;
  const steps = [
    // Without a rate and a least price, printing time is free: a quote would succeed, but with a wrong price.
    step("prices", setup.hourlyRateMinor > 0 || setup.minimumPriceMinor > 0, true),
    step("printers", printers.length > 0, false),
    offeredStep("materials"),
    offeredStep("qualities"),
    step("delivery", setup.deliveryMethods > 0, false),
    ...(wantsPage ? [step("storefront", storefront === "sells", storefront !== "waits" && !hasKey)] : []),
    ...(hasApi ? [step("key", hasKey, false)] : []),
  ];
  return {
    steps,
    storefront,
    canQuote: steps.every(({ blocksQuotes }) => !blocksQuotes),
    isComplete: steps.every(({ isDone }) => isDone),
  };
}

function storefrontState(
  { isOpen, materials, qualities }: StudioSetup["storefront"],
  isCatalogQuotable: boolean,
): StorefrontState {
  if (!isOpen) return "closed";
  if (materials.some((id) => qualities.includes(id))) return "sells";
  return isCatalogQuotable ? "empty" : "waits";
}

// The day of visitors in ten lines: a list of taken places, for comparison with an object of the service.

import { type Allowance, DAILY_ALLOWANCES, type DayOf, type Networks } from "../../../src/domain/visitor.ts";

const DAY = 86_400_000;

interface Place {
  readonly allowance: Allowance;
  readonly name: string;
  readonly at: number;
  readonly networks: Networks;
}

export type ModelTaken =
  | { readonly outcome: "taken"; readonly fresh: readonly string[] }
  | { readonly outcome: "used_up"; readonly dayOf: DayOf; readonly secondsUntilFree: number };

export class DayModel {
  #places: Place[] = [];

  /** A clock that steps back stands still at the latest place. */
  take(
    now: number,
    networks: Networks,
    days: readonly DayOf[],
    allowance: Allowance,
    names: readonly string[],
  ): ModelTaken {
    const at = Math.max(now, ...this.#places.map((place) => place.at));
    const within = this.#places.filter((place) => place.allowance === allowance && place.at > at - DAY);
    const fresh = [...new Set(names)].filter((name) => !within.some((place) => place.name === name));
    for (const dayOf of fresh.length === 0 ? [] : days) {
      const ofDay = within.filter((place) => dayOf === "studio" || place.networks[dayOf] === networks[dayOf]);
      const missing = ofDay.length + fresh.length - DAILY_ALLOWANCES[dayOf][allowance];
      const freeAt = (missing > ofDay.length ? now : (ofDay[missing - 1]?.at ?? now)) + DAY;
      if (missing > 0)
        return { outcome: "used_up", dayOf, secondsUntilFree: Math.max(1, Math.ceil((freeAt - now) / 1000)) };
    }
    this.#places.push(...fresh.map((name) => ({ allowance, name, at, networks })));
    return { outcome: "taken", fresh };
  }

  giveBack(allowance: Allowance, names: readonly string[]): void {
    this.#places = this.#places.filter((place) => place.allowance !== allowance || !names.includes(place.name));
  }

  /** The moment at which the oldest place of a network becomes free. */
  freeAt(now: number, allowance: Allowance): number {
    return (this.#places.find((place) => place.allowance === allowance && place.at > now - DAY)?.at ?? now - DAY) + DAY;
  }
}

// Finds city, branch and parcel locker while a person types an address, and keeps the carrier's ids.

import { MIN_CITY_LETTERS } from "../../../domain/carrier/carriers.ts";
import type { PlacesAnswer } from "../../../domain/carrier/suggestions.ts";
import { askServer } from "./ask-places.ts";
import { comboBox, fill } from "./combo-box.ts";

/** An address in a form, by the names of its fields. */
export interface AddressNames {
  readonly city: string;
  readonly cityRef: string;
  readonly branch: string;
  readonly branchRef: string;
}

interface PlaceSearchSettings {
  /** The path above `/cities` and `/branches`. */
  readonly address: string;
  readonly names: AddressNames;
  readonly found: string;
}

/**
 * Searches while the carrier carries the chosen delivery method.
 *
 * @returns to be called after each choice of a method
 */
export function searchPlacesIf(isCarried: () => boolean, root: ParentNode, settings: PlaceSearchSettings): () => void {
  let searching: AbortController | undefined;
  return () => {
    if (isCarried() === (searching !== undefined)) return;
    if (searching === undefined) {
      searching = new AbortController();
      return searchPlaces(root, settings, searching.signal);
    }
    searching.abort();
    searching = undefined;
    // A place typed from now on would keep the ids of the one before.
    const { cityRef, branchRef } = settings.names;
    for (const name of [cityRef, branchRef]) emptyField(fieldIn(root, name));
  };
}

function fieldIn(root: ParentNode, name: string): HTMLInputElement | null {
  return root.querySelector<HTMLInputElement>(`input[name="${name}"]`);
}

function emptyField(input: HTMLInputElement | null): void {
  if (input !== null && input.value !== "") fill(input, "");
}

/** Ends with the signal. Fields that the form does not have are left out. */
export function searchPlaces(
  root: ParentNode,
  { address, names, found }: PlaceSearchSettings,
  signal: AbortSignal,
): void {
  const field = (name: string) => fieldIn(root, name);
  const empty = (...emptied: readonly string[]) => {
    for (const name of emptied) emptyField(field(name));
  };
  const find = async (path: string, question: Readonly<Record<string, string>>, unlessTypedOn: AbortSignal) => {
    const answer = await askServer<PlacesAnswer>(`${address}/${path}`, question, unlessTypedOn);
    return answer?.status === "found" ? answer.places : undefined;
  };
  const [city, branch] = [field(names.city), field(names.branch)];
  if (city !== null) {
    const settings = {
      minLetters: MIN_CITY_LETTERS,
      find: (letters: string, unlessTypedOn: AbortSignal) => find("cities", { letters }, unlessTypedOn),
      onChoose: ({ ref, name }: { readonly ref: string; readonly name: string }) => {
        const isAnother = field(names.cityRef)?.value !== ref;
        fill(city, name);
        const reference = field(names.cityRef);
        if (reference !== null) fill(reference, ref);
        // A branch of the city before is none of this one.
        if (isAnother) empty(names.branch, names.branchRef);
        field(names.branch)?.focus();
      },
      onType: () => empty(names.cityRef, names.branchRef),
      found,
    };
    comboBox(city, settings, signal);
  }
  if (branch !== null) {
    const settings = {
      minLetters: 0,
      find: async (letters: string, unlessTypedOn: AbortSignal) => {
        const cityRef = field(names.cityRef)?.value ?? "";
        // The branches of a city that was typed by hand are unknown.
        return cityRef === "" ? undefined : find("branches", { city: cityRef, letters }, unlessTypedOn);
      },
      onChoose: ({ ref, name }: { readonly ref: string; readonly name: string }) => {
        fill(branch, name);
        const reference = field(names.branchRef);
        if (reference !== null) fill(reference, ref);
      },
      onType: () => empty(names.branchRef),
      found,
    };
    comboBox(branch, settings, signal);
  }
}

// SlicerRefusal: a slicer ended without a print, with its own message.
//
// A cube tells whether model, profile or installation is at fault (process-pool.ts).

import { PROCESS_PARAMETERS } from "../../src/contract/process-parameters.ts";
import type { FilamentProfile } from "../../src/contract/profile.ts";
import type { SlicersWords } from "../../src/contract/slices.ts";

/** Characters kept of a slicer's message: an error's last lines. */
const MAX_SAID = 500;

export class SlicerRefusal extends Error {
  override readonly name = "SlicerRefusal";
  readonly words: SlicersWords;

  /**
   * @param slicer its name
   * @param output the end of its output
   * @param task.folder the slice's own; its path is left out
   * @param settings a profile's settings for this slicer
   */
  constructor(
    slicer: string,
    output: string,
    { folder, profile }: { readonly folder: string; readonly profile: FilamentProfile },
    settings: SettingsOf,
  ) {
    super(`${slicer} made nothing:\n${output}`);
    const lines = output
      .replaceAll(`${folder}/`, "")
      .split("\n")
      .map((line) => line.replaceAll(/\p{C}+/gu, " ").trim())
      // "20 => Generating perimeters" is a step, not a reason.
      .filter((line) => line !== "" && !/^\d+ => /.test(line));
    const slicerSaid = lines.join(" ").slice(-MAX_SAID) || `${slicer} ended without a word.`;
    this.words = { slicerSaid, numbers: numbersNamedIn(slicerSaid, profile, settings) };
  }
}

type SettingsOf = (profile: FilamentProfile) => Readonly<Record<string, string | number | boolean>>;

/**
 * The numbers of a profile behind the settings named in a slicer's message, as `layer_height` or `--layer-height`. A name of one word
 * counts only after a colon: elsewhere it may be prose.
 */
function numbersNamedIn(said: string, profile: FilamentProfile, settings: SettingsOf): string[] {
  const names = new Set(
    said.match(/[a-z][a-z0-9]*(?:[_-][a-z0-9]+)+|(?<=: )[a-z]+\b/g)?.map((name) => name.replaceAll("-", "_")),
  );
  const written = settings(profile);
  const named = Object.keys(written).filter((name) => names.has(name));
  if (named.length === 0) return [];
  return Object.entries<{ readonly min: number; readonly max: number }>(PROCESS_PARAMETERS.filament).flatMap(
    ([number, { min, max }]) => {
      const decides = [min, max].some((value) => {
        const other = settings({ ...profile, [number]: value });
        return named.some((name) => other[name] !== written[name]);
      });
      return decides ? [number] : [];
    },
  );
}

// Lists of slicer settings left unset, each with the reason.
//
// Every setting of a slicer is either set by us or listed with the reason why it changes neither time nor material, so that no
// figure depends on a hidden default.

export interface UnusedSettings {
  readonly why: string;
  /** The values of settings that we do set, which make the reason true for every profile. */
  readonly because?: Readonly<Record<string, string | number | boolean>>;
  /** The slicer's names, separated by white space. */
  readonly names: string;
}

export function namesOfUnused(lists: readonly UnusedSettings[]): string[] {
  return lists.flatMap(({ names }) => names.trim().split(/\s+/));
}

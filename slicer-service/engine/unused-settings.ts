// What a slicer could be told and is not. Each of its settings is either written by us or named in such a list with the
// reason why it changes neither the time nor the material of our prints, so that nothing hangs on a hidden default.

export interface UnusedSettings {
  readonly why: string;
  /** Settings of ours, with the values that make the reason true for every profile. */
  readonly as?: Readonly<Record<string, string | number | boolean>>;
  /** Names as the slicer writes them, apart by white space. */
  readonly names: string;
}

export function namesOfUnused(lists: readonly UnusedSettings[]): string[] {
  return lists.flatMap(({ names }) => names.trim().split(/\s+/));
}

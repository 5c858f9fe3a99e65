// Options of one combination of presets, as a slicer wrote them.

/** Each option's values as written: one for each list entry of a JSON file, one in all for a line of an ini file. */
export type StatedOptions = ReadonlyMap<string, readonly string[]>;

/** A number, or a share of another option's. */
export interface Amount {
  readonly value: number;
  readonly isPercent: boolean;
}

/** A filament's value that defers to the printer's. */
const NIL = "nil";
/** A remark may follow after a blank, as slicers read it. */
const AMOUNT = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(%)?(?=\s|$)/i;

export class SlicerOptions {
  readonly stated: StatedOptions;
  readonly #defaults: Readonly<Record<string, string>>;
  readonly #lookedAt = new Set<string>();

  /** @param defaults the slicer's values of unstated options; empty if the presets are incomplete */
  constructor(stated: StatedOptions, defaults: Readonly<Record<string, string>>) {
    this.stated = stated;
    this.#defaults = defaults;
  }

  /** The names that were asked for since the last call. */
  takeLookedAt(): readonly string[] {
    const names = [...this.#lookedAt];
    this.#lookedAt.clear();
    return names;
  }

  isStated(name: string): boolean {
    return this.stated.has(name);
  }

  /** Every value as it is written, or the slicer's default. */
  written(name: string): string | undefined {
    this.#lookedAt.add(name);
    return this.stated.get(name)?.join(",") ?? (Object.hasOwn(this.#defaults, name) ? this.#defaults[name] : undefined);
  }

  /** The number of values in a list: one for each extruder, or each mode of the machine. */
  count(name: string): number {
    return this.written(name)?.split(",").length ?? 0;
  }

  /** The first value of a list. */
  text(name: string): string | undefined {
    const written = this.written(name);
    const first = this.stated.get(name)?.[0] ?? written;
    return first === undefined ? undefined : firstOf(first);
  }

  /** Undefined for an unstated option, for `nil`, and for a text that is neither number nor percentage. */
  amount(name: string): Amount | undefined {
    const text = this.written(name)?.split(/[,;]/)[0]?.trim();
    if (text === undefined || text === NIL) return undefined;
    const amount = AMOUNT.exec(text);
    const value = Number(amount?.[1]);
    return amount !== null && Number.isFinite(value) ? { value, isPercent: amount[2] !== undefined } : undefined;
  }

  number(name: string): number | undefined {
    return this.amount(name)?.value;
  }

  /** Yes or no, from the first value of a list; undefined for an unstated option, and for any other text. */
  flag(name: string): boolean | undefined {
    const text = this.written(name)?.split(/[,;]/)[0]?.trim().toLowerCase();
    if (text === "1" || text === "true") return true;
    return text === "0" || text === "false" ? false : undefined;
  }

  isOn(name: string): boolean {
    return this.flag(name) === true;
  }
}

/** A list of texts is written in quotes, with semicolons between; text alone without either. */
function firstOf(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('"')) return trimmed;
  const end = trimmed.indexOf('"', 1);
  return end === -1 ? trimmed.slice(1) : trimmed.slice(1, end);
}

// Filaments and colours that a 3MF names for its parts: a project's slots and paint, and the format's own colours.
//
// Slicers number their filaments from 1. Paint is kept in each triangle as hexadecimal digits, read from the last: a tree of smaller
// triangles with a filament in each leaf. Textures name no number of colours, and are not read.

import { firstAtLeast } from "../binary-search.ts";

/** The name by which the filament of this number is told from the others of its project. */
export type Filaments = (filament: number) => string;

/** The filament of unpainted triangles in paint: that of their part. */
const UNPAINTED = 0;

/** Longer settings are no slicer's: they are not read. */
const MAX_SETTINGS_BYTES = 8 * 1024 * 1024;

/** The filaments of PrusaSlicer's settings, such as `; filament_type = PLA;PETG`. An extruder's own colour stands before its filament's. */
export function filamentsOfPrusa(settings: Uint8Array | undefined): Filaments {
  const text = textOf(settings);
  const listed = (key: string) => {
    const [, written = ""] = new RegExp(`^; ${key} = (.*)$`, "m").exec(text) ?? [];
    return written === "" ? [] : written.split(";").map((one) => one.trim().replaceAll('"', ""));
  };
  const ofExtruders = listed("extruder_colour");
  const ofFilaments = listed("filament_colour");
  const colours = ofFilaments.map((colour, slot) => ofExtruders[slot] || colour);
  return namedFilaments(colours, listed("filament_type"));
}

/** The filaments of Bambu Studio's and OrcaSlicer's settings, such as `{"filament_type": ["PLA", "PETG"]}`. */
export function filamentsOfBambu(settings: Uint8Array | undefined): Filaments {
  const text = textOf(settings);
  const listed = (key: string) => {
    const [, written = ""] = new RegExp(`"${key}"\\s*:\\s*\\[([^\\]]*)\\]`).exec(text) ?? [];
    return Array.from(written.matchAll(/"([^"]*)"/g), ([, one = ""]) => one.trim());
  };
  return namedFilaments(listed("filament_colour"), listed("filament_type"));
}

/**
 * Filaments of one colour and type are one for a print. A number beyond the list is the first filament, as slicers take it; without
 * a list every number is a filament.
 */
function namedFilaments(colours: readonly string[], types: readonly string[]): Filaments {
  const count = Math.max(colours.length, types.length);
  return (filament) => {
    const slot = count > 0 && filament > count ? 1 : filament;
    const [colour, type] = [colours[slot - 1], types[slot - 1]];
    return colour && type ? `${oneSpelling(colour)} ${type}` : String(slot);
  };
}

function textOf(settings: Uint8Array | undefined): string {
  if (settings === undefined || settings.length > MAX_SETTINGS_BYTES) return "";
  return new TextDecoder().decode(settings);
}

/** The painted triangles of one mesh. */
export class Paint {
  readonly #triangles: number[] = [];
  readonly #filaments: (readonly number[])[] = [];
  /** Triangles share the list of their filaments, of which there are few. */
  readonly #lists = new Map<string, readonly number[]>();

  get isEmpty(): boolean {
    return this.#triangles.length === 0;
  }

  /** @param triangle the index of the triangle, above all before it */
  add(triangle: number, written: string): void {
    const filaments = paintedFilaments(written);
    const key = filaments.join();
    const known = this.#lists.get(key) ?? filaments;
    this.#lists.set(key, known);
    this.#triangles.push(triangle);
    this.#filaments.push(known);
  }

  /** The filaments of the triangles from `first` to `last`, of which the unpainted ones have the filament of their part. */
  filamentsOf(first: number, last: number, ofPart: number): Set<number> {
    const [from, to] = [firstAtLeast(this.#triangles, first), firstAtLeast(this.#triangles, last + 1)];
    const lists = new Set(this.#filaments.slice(from, to));
    const filaments = new Set(Array.from(lists).flat());
    if (filaments.delete(UNPAINTED) || to - from < last + 1 - first) filaments.add(ofPart);
    return filaments;
  }
}

/** The filaments in a triangle's paint, ascending; the digits of a damaged one count as 0, as PrusaSlicer reads them. */
function paintedFilaments(written: string): number[] {
  const filaments = new Set<number>();
  let at = written.length;
  const nextDigit = () => (at > 0 ? Number.parseInt(written.charAt(--at), 16) || 0 : 0);
  while (at > 0) {
    const digit = nextDigit();
    const isSplit = (digit & 0b11) !== 0;
    if (isSplit) continue;
    if (digit !== 0b1100) filaments.add(digit >> 2);
    else {
      const above = nextDigit();
      // OrcaSlicer counts on in a third digit.
      filaments.add(above < 15 || at === 0 ? above + 3 : nextDigit() + 18);
    }
  }
  return [...filaments].sort((a, b) => a - b);
}

/** The colour groups and base materials of a model part: the colours of each, by its id. */
export type ColourGroups = Map<string, string[]>;

/** The colours that an object's triangles name: places in colour groups (3MF core 5.1, materials extension 3). */
export class NamedColours {
  readonly #ofObject: string | undefined;
  readonly #groupOfObject: string | undefined;
  readonly #named = new Set<string>();

  /** @param attribute of the object */
  constructor(attribute: (name: string) => string | undefined) {
    this.#groupOfObject = attribute("pid");
    if (this.#groupOfObject !== undefined) this.#ofObject = `${this.#groupOfObject}/${attribute("pindex") ?? "0"}`;
  }

  /** @param attribute of the triangle */
  addTriangle(attribute: (name: string) => string | undefined): void {
    const first = attribute("p1");
    if (first === undefined) {
      if (this.#ofObject !== undefined) this.#named.add(this.#ofObject);
      return;
    }
    const group = attribute("pid") ?? this.#groupOfObject;
    for (const place of new Set([first, attribute("p2") ?? first, attribute("p3") ?? first])) {
      this.#named.add(`${group}/${place}`);
    }
  }

  /** The different colours, `#RRGGBBAA`. A texture or blend is none. */
  in(groups: ColourGroups): Set<string> {
    const colours = Array.from(this.#named, (named) => {
      const [group = "", place] = named.split("/");
      return groups.get(group)?.[Number(place)] ?? "";
    });
    return new Set(colours.filter((colour) => colour !== ""));
  }
}

/** The colour in one spelling: capitals, opaque if it states no opacity. */
export function oneSpelling(colour: string): string {
  const written = colour.trim().toUpperCase();
  return written.length === 7 ? `${written}FF` : written;
}

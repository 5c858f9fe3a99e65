// Accent colour of the site that holds the page, made readable on the page's own grounds.

/** Red, green and blue, 0 to 255. */
type Colour = readonly [number, number, number];

export interface AccentColours {
  readonly accent: string;
  readonly onAccent: string;
}

/** The grounds behind the accent, as in src/pages/colours.css. */
const SURFACES: Readonly<Record<"light" | "dark", Colour>> = { light: [255, 255, 255], dark: [28, 31, 38] };
const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];

/** Contrast of text and its ground by WCAG 2.2, 1.4.3. */
const MIN_CONTRAST = 4.5;
const STEPS = 20;

/**
 * The site's colour, darkened or lightened until text in it can be read.
 *
 * @param hex `#1a73e8` or `#17e`
 * @returns undefined for anything else
 */
export function accentColours(hex: string, ground: "light" | "dark"): AccentColours | undefined {
  const wanted = parseColour(hex);
  if (wanted === undefined) return undefined;
  const surface = SURFACES[ground];
  const end = ground === "light" ? BLACK : WHITE;
  for (let step = 0; ; step++) {
    const colour = mixed(wanted, end, step / STEPS);
    if (step < STEPS && contrast(colour, surface) < MIN_CONTRAST) continue;
    const onAccent = contrast(colour, WHITE) >= contrast(colour, BLACK) ? WHITE : BLACK;
    return { accent: written(colour), onAccent: written(onAccent) };
  }
}

function parseColour(hex: string): Colour | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i
    .exec(hex)
    ?.slice(1)
    .map((digit) => digit + digit);
  const parts = short ?? /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)?.slice(1);
  const [red, green, blue] = parts?.map((part) => Number.parseInt(part, 16)) ?? [];
  return red === undefined || green === undefined || blue === undefined ? undefined : [red, green, blue];
}

function mixed(from: Colour, to: Colour, share: number): Colour {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [at(0), at(1), at(2)];
}

function written(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** WCAG's contrast ratio, 1 to 21. */
function contrast(one: Colour, other: Colour): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** WCAG's relative luminance of an sRGB colour. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

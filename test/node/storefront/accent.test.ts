// A site's accent colour on the order page: readable, and unchanged if possible.

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accentColours } from "../../../src/storefront/browser/widget/accent.ts";

/** The accent's backgrounds in colours.css. */
const GROUNDS = { light: "#ffffff", dark: "#1c1f26" } as const;

/** WCAG 2.2: contrast ratio, from relative luminances. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return red * 0.2126 + green * 0.7152 + blue * 0.0722;
  };
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe("a site's accent colour", () => {
  it("can be read on both grounds, and text on it too, for any colour", () => {
    const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
    fc.assert(
      fc.property(colours, fc.constantFrom("light" as const, "dark" as const), (hex, ground) => {
        const found = accentColours(hex, ground);
        expect(found).toBeDefined();
        const { accent, onAccent } = found ?? { accent: "", onAccent: "" };
        expect(contrast(accent, GROUNDS[ground])).toBeGreaterThanOrEqual(4.5);
        expect(contrast(accent, onAccent)).toBeGreaterThanOrEqual(4.5);
        // A readable colour stays exactly as chosen.
        if (contrast(hex, GROUNDS[ground]) >= 4.5) expect(accent).toBe(hex);
      }),
    );
  });

  it.each([
    ["#a2431f", "light", { accent: "#a2431f", onAccent: "#ffffff" }],
    ["#FD0", "dark", { accent: "#ffdd00", onAccent: "#000000" }],
  ] as const)("takes %s on the %s ground as it is, in three digits too", (hex, ground, colours) => {
    expect(accentColours(hex, ground)).toEqual(colours);
  });

  it.each(["", "red", "#12", "#12345g", "rgb(1, 2, 3)", "#000000;}*{", "url(https://site.example)"])(
    "is nothing but a colour: %j is refused",
    (text) => expect(accentColours(text, "light")).toBeUndefined(),
  );
});

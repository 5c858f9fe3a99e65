// The XML of a 3MF's model part in its many writings: units, places, components, prefixes, encodings.

import fc from "fast-check";
import { type Point, type Shape, triangulated } from "../../../models/shapes.ts";
import { NUMBER_WRITINGS } from "./written-model.ts";

export const CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02";
export const PRODUCTION = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06";

/** Millimetres in each unit. */
const UNITS = { micron: 0.001, millimeter: 1, centimeter: 10, inch: 25.4, foot: 304.8, meter: 1000 } as const;

export interface ThreeMfWriting {
  readonly unit: keyof typeof UNITS | "unstated";
  readonly number: (value: number) => string;
  /** Twelve numbers that move and turn, and change no measure but which side is which. */
  readonly place: string;
  /** Objects of components around the one with the mesh. */
  readonly nesting: number;
  readonly prefix: string;
  readonly quote: string;
  readonly encoding: "utf8" | "utf8-mark" | "utf16le" | "utf16be";
  readonly beside: string;
  /** The mesh lies in a part of its own (production extension). */
  readonly isApart: boolean;
}

/** Places that leave each side along its axis. */
const PLACES = [
  "1 0 0 0 1 0 0 0 1 0 0 0",
  "1 0 0 0 1 0 0 0 1 7.5 -300 12",
  "-1 0 0 0 -1 0 0 0 1 0 0 0",
  "-1 0 0 0 1 0 0 0 1 3 4 5",
  "1 0 0 0 1 0 0 0 -1 0 0 0",
  " 1 0 0  0 1 0\t0 0 1 0.5 0.5 0.5 ",
] as const;

export const threeMfWriting: fc.Arbitrary<ThreeMfWriting> = fc.record({
  unit: fc.constantFrom("unstated", "millimeter", "inch", "centimeter", "micron", "meter", "foot"),
  number: fc.constantFrom(...NUMBER_WRITINGS.slice(0, 3)),
  place: fc.constantFrom(...PLACES),
  nesting: fc.nat(4),
  prefix: fc.constantFrom("", "", "m", "core"),
  quote: fc.constantFrom('"', "'"),
  encoding: fc.constantFrom("utf8", "utf8", "utf8-mark", "utf16le", "utf16be"),
  beside: fc.constantFrom(
    ...[
      "",
      "<!-- a <comment> -->",
      "<metadata name='Title'>a &lt;part&gt; &amp; деталь</metadata>",
      "<metadata><![CDATA[<object id='1'/>]]></metadata>",
    ],
    "<x:vendor xmlns:x='urn:x'><x:object id='1'/><x:vertex x='nan'/></x:vendor>",
  ),
  isApart: fc.boolean(),
});

/** The numbers of the shape's points in the unit, with as many digits as the unit needs. */
function meshXml(shape: Shape, { unit, number }: ThreeMfWriting, tag: Tag): string {
  const { points, faces } = triangulated(shape);
  const millimetres = unit === "unstated" ? 1 : UNITS[unit];
  const written = (value: number) => (millimetres === 1 ? number(value) : String(value / millimetres));
  const vertices = points.map(([x, y, z]: Point) => tag("vertex", { x: written(x), y: written(y), z: written(z) }));
  const triangles = faces.map(([v1, v2, v3]) => tag("triangle", { v1: String(v1), v2: String(v2), v3: String(v3) }));
  return tag("mesh", {}, tag("vertices", {}, vertices.join("")) + tag("triangles", {}, triangles.join("")));
}

type Tag = (name: string, attributes: Readonly<Record<string, string>>, content?: string) => string;

const tagOf =
  ({ prefix, quote }: ThreeMfWriting): Tag =>
  (name, attributes, content = "") => {
    const full = prefix === "" ? name : `${prefix}:${name}`;
    const stated = Object.entries(attributes).map(([key, value]) => ` ${key}=${quote}${value}${quote}`);
    return content === "" ? `<${full}${stated.join("")}/>` : `<${full}${stated.join("")}>${content}</${full}>`;
  };

export interface ModelTexts {
  readonly root: string;
  /** Null if the mesh lies in the root. */
  readonly apart: string | null;
}

/** @param change of the objects and the items in the root, for damaged files */
export function modelTexts(
  shape: Shape,
  writing: ThreeMfWriting,
  change: (objects: string, items: string) => readonly [string, string] = (objects, items) => [objects, items],
): ModelTexts {
  const tag = tagOf(writing);
  const mesh = tag("object", { id: "1", type: "model" }, meshXml(shape, writing, tag));
  const levels = Array.from({ length: writing.nesting }, (_, level) => {
    const isFirst = level === 0 && writing.isApart;
    const named: Record<string, string> = { objectid: String(level + 1) };
    if (isFirst) named["p:path"] = "/3D/apart.model";
    const component = tag("component", named);
    return tag("object", { id: String(level + 2) }, tag("components", {}, component));
  });
  const isItemApart = writing.isApart && writing.nesting === 0;
  const item = tag("item", {
    objectid: String(writing.nesting + 1),
    transform: placeIn(writing),
    ...(isItemApart ? { "p:path": "/3D/apart.model" } : {}),
  });
  const [objects, items] = change((writing.isApart ? "" : mesh) + levels.join(""), item);
  return {
    root: documentOf(writing, objects, items),
    apart: writing.isApart ? documentOf({ ...writing, beside: "" }, mesh, "") : null,
  };
}

/** The shift is in the document's unit too. */
function placeIn({ unit, place }: ThreeMfWriting): string {
  const millimetres = unit === "unstated" ? 1 : UNITS[unit];
  if (millimetres === 1) return place;
  const numbers = place.trim().split(/\s+/).map(Number);
  return numbers.map((value, index) => (index < 9 ? value : value / millimetres)).join(" ");
}

function documentOf(writing: ThreeMfWriting, objects: string, items: string): string {
  const tag = tagOf(writing);
  const { prefix, unit, quote } = writing;
  const space = prefix === "" ? "xmlns" : `xmlns:${prefix}`;
  const attributes = { [space]: CORE, "xmlns:p": PRODUCTION, ...(unit === "unstated" ? {} : { unit }) };
  const name = writing.encoding.startsWith("utf16") ? "UTF-16" : "UTF-8";
  const content = `${writing.beside}${tag("resources", {}, objects)}${tag("build", {}, items)}`;
  return `<?xml version=${quote}1.0${quote} encoding=${quote}${name}${quote}?>\n${tag("model", attributes, content)}`;
}

export function encoded(text: string, encoding: ThreeMfWriting["encoding"]): Uint8Array {
  switch (encoding) {
    case "utf8":
      return Buffer.from(text);
    case "utf8-mark":
      return Buffer.from(`\ufeff${text}`);
    case "utf16le":
      return Buffer.from(`\ufeff${text}`, "utf16le");
    case "utf16be":
      return Buffer.from(`\ufeff${text}`, "utf16le").swap16();
    default:
      return encoding satisfies never;
  }
}

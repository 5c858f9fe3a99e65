// Writes 3MF files: an archive with the XML of a model, and any other parts of a test's choice.

import { strToU8, zipSync } from "fflate";
import { type Shape, triangulated } from "./shapes.ts";

export interface ThreeMfContents {
  /** The XML of the objects. */
  readonly resources: string;
  /** The XML of the build: the printed objects and their places. */
  readonly items: string;
  /** The format's default is millimetres. */
  readonly unit?: string;
  /** Further files of the archive by their paths. */
  readonly otherParts?: Readonly<Record<string, string>>;
}

const CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02";
const PRODUCTION = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06";

/** The parts of every 3MF beside its model: a reader finds the model's path through them. */
export const PACKAGE_PARTS: Readonly<Record<string, string>> = {
  "[Content_Types].xml": "<Types/>",
  "_rels/.rels":
    '<Relationships><Relationship Target="/3D/3dmodel.model" Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>',
};

/** The mesh element of an object. */
export function meshXml(shape: Shape): string {
  const { points, faces } = triangulated(shape);
  const vertices = points.map(([x, y, z]) => `<vertex x="${x}" y="${y}" z="${z}"/>`).join("");
  const triangles = faces.map(([a, b, c]) => `<triangle v1="${a}" v2="${b}" v3="${c}"/>`).join("");
  return `<mesh><vertices>${vertices}</vertices><triangles>${triangles}</triangles></mesh>`;
}

/** One shape, printed once. */
export function oneObject(shape: Shape): ThreeMfContents {
  return { resources: `<object id="1" type="model">${meshXml(shape)}</object>`, items: '<item objectid="1"/>' };
}

/** A whole model document of a 3MF archive. */
export function modelXml({ resources, items, unit }: ThreeMfContents): string {
  const unitAttribute = unit === undefined ? "" : ` unit="${unit}"`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n<model${unitAttribute} xmlns="${CORE}" xmlns:p="${PRODUCTION}">` +
    `<metadata name="Title">a &lt;part&gt;</metadata><resources>${resources}</resources><build>${items}</build></model>`
  );
}

export function threeMf(contents: ThreeMfContents): Uint8Array<ArrayBuffer> {
  const parts = { ...PACKAGE_PARTS, "3D/3dmodel.model": modelXml(contents), ...contents.otherParts };
  const files = Object.entries(parts).map(([path, text]) => [path, strToU8(text)]);
  // A fixed time, in which the same contents are the same file.
  const packed = zipSync(Object.fromEntries(files), { mtime: new Date(2026, 0, 1) });
  return new Uint8Array(packed);
}

// Models that tests make themselves.

import { zipSync } from "fflate";

type Corner = readonly [number, number, number];
type Triangle = readonly [Corner, Corner, Corner];

/** A closed box, standing on Z = 0. Lengths in millimetres. */
export function boxTriangles(x: number, y: number, z: number): Triangle[] {
  const corner = (bits: number): Corner => [bits & 1 ? x : 0, bits & 2 ? y : 0, bits & 4 ? z : 0];
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ] as const;
  return faces.flatMap(([a, b, c, d]): Triangle[] => [
    [corner(a), corner(b), corner(c)],
    [corner(a), corner(c), corner(d)],
  ]);
}

export function binaryStl(triangles: readonly Triangle[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(84 + 50 * triangles.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, triangles.length, true);
  for (const [index, triangle] of triangles.entries()) {
    for (const [at, coordinate] of triangle.flat().entries()) {
      view.setFloat32(84 + 50 * index + 12 + 4 * at, coordinate, true);
    }
  }
  return bytes;
}

export function asciiStl(triangles: readonly Triangle[]): string {
  const facets = triangles.map(
    (corners) =>
      `facet normal 0 0 0\nouter loop\n${corners.map((corner) => `vertex ${corner.join(" ")}`).join("\n")}\nendloop\nendfacet`,
  );
  return `solid box\n${facets.join("\n")}\nendsolid box\n`;
}

export function obj(triangles: readonly Triangle[]): string {
  const corners = triangles.flat().map((corner) => `v ${corner.join(" ")}`);
  const faces = triangles.map((_, index) => `f ${3 * index + 1} ${3 * index + 2} ${3 * index + 3}`);
  return `# a comment first\n${corners.join("\n")}\n${faces.join("\n")}\n`;
}

export function threeMf(triangles: readonly Triangle[]): Uint8Array<ArrayBuffer> {
  const vertices = triangles.flat().map(([x, y, z]) => `<vertex x="${x}" y="${y}" z="${z}"/>`);
  const faces = triangles.map(
    (_, index) => `<triangle v1="${3 * index}" v2="${3 * index + 1}" v3="${3 * index + 2}"/>`,
  );
  const model = `<?xml version="1.0" encoding="UTF-8"?>
<model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>
<object id="1" type="model"><mesh><vertices>${vertices.join("")}</vertices><triangles>${faces.join("")}</triangles></mesh></object>
</resources><build><item objectid="1"/></build></model>`;
  const relationships = `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>`;
  const text = new TextEncoder();
  const parts = { "_rels/.rels": text.encode(relationships), "3D/3dmodel.model": text.encode(model) };
  return new Uint8Array(zipSync(parts));
}

/** A box no other test has, so that nothing of it is sliced or stored before. */
export function uniqueBox(): Uint8Array<ArrayBuffer> {
  const side = () => 8 + Math.random() * 4;
  return binaryStl(boxTriangles(side(), side(), side()));
}

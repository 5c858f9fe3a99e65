// Reading 3MF: a zip archive of XML parts. Of all that may be in it only shapes are taken: the objects that the build
// names, with their components, transforms and unit, also where the production extension keeps them in other parts.
// Settings of slicers, which can name commands to run, are never opened.

import { unzipSync } from "fflate";
import { ModelFailure } from "../model.failure.ts";
import { coordinate } from "./stl.ts";
import { compose, IDENTITY, mirrors, scale, type Transform } from "./transform.ts";
import { MeshBuilder, type TriangleMesh } from "./triangle-mesh.ts";
import { readXmlTags } from "./xml-tags.ts";

/** What all opened parts may inflate to: some 4 million triangles. A zip bomb says more, or is cut off. */
const MOST_INFLATED_BYTES = 512 * 1024 * 1024;
/** Components may contain components; a file of a few lines can nest them to billions. */
const DEEPEST_NESTING = 16;
const MOST_INSTANCES = 100_000;

const ROOT_RELATIONSHIPS = "_rels/.rels";
const MODEL_RELATIONSHIP = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel";

const MILLIMETRES: Record<string, number> = {
  micron: 0.001,
  millimeter: 1,
  centimeter: 10,
  inch: 25.4,
  foot: 304.8,
  meter: 1000,
};

/** One object placed somewhere: a component of another, or an item of the build. */
interface Instance {
  readonly part: string;
  readonly objectId: string;
  readonly transform: Transform;
}

interface ModelObject {
  readonly mesh: MeshBuilder;
  readonly components: Instance[];
}

interface ModelPart {
  readonly millimetres: number;
  readonly objects: ReadonlyMap<string, ModelObject>;
  readonly buildItems: readonly Instance[];
}

/** Reads everything the file's build would print, in millimetres. */
export function readThreeMf(file: Uint8Array): TriangleMesh {
  if (file.length === 0) throw new ModelFailure("empty_model");
  const parts = new ModelParts(openArchive(file));
  const root = parts.get(parts.rootName);
  const mesh = new MeshBuilder();
  let instances = 0;

  const place = ({ part, objectId, transform }: Instance, depth: number) => {
    if (depth > DEEPEST_NESTING || ++instances > MOST_INSTANCES) throw new ModelFailure("model_too_complex");
    const object = parts.get(part).objects.get(objectId);
    if (object === undefined) throw new ModelFailure("unreadable_model");
    appendTransformed(mesh, object.mesh.build(), transform);
    for (const component of object.components) {
      place({ ...component, transform: compose(component.transform, transform) }, depth + 1);
    }
  };
  for (const item of root.buildItems) {
    place({ ...item, transform: compose(item.transform, scale(root.millimetres)) }, 0);
  }
  return mesh.build();
}

function appendTransformed(target: MeshBuilder, source: TriangleMesh, transform: Transform): void {
  const [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz] = transform;
  const base = target.cornerCount;
  const { corners, triangles } = source;
  for (let at = 0; at < corners.length; at += 3) {
    const [x = 0, y = 0, z = 0] = corners.subarray(at, at + 3);
    target.addCorner(x * ax + y * bx + z * cx + dx, x * ay + y * by + z * cy + dy, x * az + y * bz + z * cz + dz);
  }
  const mirrored = mirrors(transform);
  for (let at = 0; at < triangles.length; at += 3) {
    const [a = 0, b = 0, c = 0] = triangles.subarray(at, at + 3);
    if (mirrored) target.addTriangle(base + a, base + c, base + b);
    else target.addTriangle(base + a, base + b, base + c);
  }
}

/** Inflates the parts that can hold shapes, and says what the package's own relations say is the root of them. */
function openArchive(file: Uint8Array): { rootName: string; parts: Map<string, Uint8Array> } {
  let inflatedBytes = 0;
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(file, {
      // fflate inflates an entry to the size stated here at most, whatever is in it.
      filter: ({ name, originalSize }) => {
        if (!/\.model$/i.test(name) && partName(name) !== ROOT_RELATIONSHIPS) return false;
        inflatedBytes += originalSize;
        if (inflatedBytes > MOST_INFLATED_BYTES) throw new ModelFailure("model_too_complex");
        return true;
      },
    });
  } catch (error) {
    if (error instanceof ModelFailure) throw error;
    throw new ModelFailure("unreadable_model", undefined, { cause: error });
  }
  const parts = new Map(Object.entries(entries).map(([name, bytes]) => [partName(name), bytes]));
  let rootName: string | undefined;
  readTags(parts.get(ROOT_RELATIONSHIPS), {
    onOpen: (name, attribute) => {
      if (name === "Relationship" && attribute("Type") === MODEL_RELATIONSHIP) {
        rootName ??= partName(attribute("Target") ?? "");
      }
    },
    onClose: () => {},
  });
  if (rootName === undefined) throw new ModelFailure("unreadable_model");
  return { rootName, parts };
}

/** Names of parts are compared without their first slash and without regard to case, as packages define it. */
function partName(written: string): string {
  return written.replace(/^\/+/, "").toLowerCase();
}

/** Parts are read when something refers to them, once. */
class ModelParts {
  readonly rootName: string;
  readonly #unread: ReadonlyMap<string, Uint8Array>;
  readonly #read = new Map<string, ModelPart>();

  constructor(archive: { rootName: string; parts: ReadonlyMap<string, Uint8Array> }) {
    this.rootName = archive.rootName;
    this.#unread = archive.parts;
  }

  get(name: string): ModelPart {
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    const part = readModelPart(name, this.#unread.get(name));
    this.#read.set(name, part);
    return part;
  }
}

function readModelPart(part: string, document: Uint8Array | undefined): ModelPart {
  const objects = new Map<string, ModelObject>();
  const buildItems: Instance[] = [];
  let millimetres = 1;
  // Extensions reuse names (a slice stack has vertices too), so only elements of the root's own namespace count.
  let corePrefix: string | undefined;
  let object: ModelObject | undefined;

  const instance = (attribute: (name: string) => string | undefined): Instance => ({
    part: partName(attribute("path") ?? part),
    objectId: attribute("objectid") ?? "",
    transform: readTransform(attribute("transform")),
  });
  readTags(document, {
    onOpen(name, attribute, prefix) {
      corePrefix ??= prefix;
      if (prefix !== corePrefix) return;
      switch (name) {
        case "model": {
          const unit = MILLIMETRES[attribute("unit") ?? "millimeter"];
          if (unit === undefined) throw new ModelFailure("unreadable_model");
          millimetres = unit;
          break;
        }
        case "object":
          object = { mesh: new MeshBuilder(), components: [] };
          objects.set(attribute("id") ?? "", object);
          break;
        case "vertex":
          object?.mesh.addCorner(coordinate(attribute("x")), coordinate(attribute("y")), coordinate(attribute("z")));
          break;
        case "triangle": {
          const corner = (axis: string) => cornerIndex(attribute(axis), object?.mesh.cornerCount ?? 0);
          object?.mesh.addTriangle(corner("v1"), corner("v2"), corner("v3"));
          break;
        }
        case "component":
          object?.components.push(instance(attribute));
          break;
        case "item":
          buildItems.push(instance(attribute));
          break;
      }
    },
    onClose(name, prefix) {
      if (name === "object" && prefix === corePrefix) object = undefined;
    },
  });
  return { millimetres, objects, buildItems };
}

function readTags(document: Uint8Array | undefined, reader: Parameters<typeof readXmlTags>[1]): void {
  if (document === undefined) throw new ModelFailure("unreadable_model");
  try {
    readXmlTags(document, reader);
  } catch (error) {
    if (error instanceof ModelFailure) throw error;
    throw new ModelFailure("unreadable_model", undefined, { cause: error });
  }
}

function cornerIndex(written: string | undefined, cornerCount: number): number {
  const index = Number(written);
  if (!Number.isInteger(index) || index < 0 || index >= cornerCount) throw new ModelFailure("unreadable_model");
  return index;
}

function readTransform(written: string | undefined): Transform {
  if (written === undefined) return IDENTITY;
  const numbers = written.trim().split(/\s+/).map(Number);
  if (numbers.length !== 12 || !numbers.every(Number.isFinite)) throw new ModelFailure("invalid_coordinates");
  const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0, dx = 0, dy = 0, dz = 0] = numbers;
  return [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz];
}

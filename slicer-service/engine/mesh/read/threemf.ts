// Reading 3MF, a zip archive of XML parts: only the shapes that its build names.
//
// These come with their components, transforms and units, also from other parts (production extension), and without what a
// slicer's project marks as not printed. Settings, which can name commands to run, are never opened.

import { ModelFailure } from "../../model-failure.ts";
import { MeshBuilder, type TriangleMesh } from "../triangle-mesh.ts";
import { parseCoordinate } from "./coordinate.ts";
import { BAMBU_ROLES, PRUSA_ROLES, readShapeRoles, type ShapeRoles, type TriangleRange } from "./threemf-roles.ts";
import { compose, IDENTITY, mirrors, scale, type Transform } from "./transform.ts";
import { readXmlTags, type TagReader } from "./xml-tags.ts";
import { InflatesTooMuch, ZipArchive } from "./zip-archive.ts";

/** Limit for all opened parts together: more than MAX_TRIANGLES take, however wordy. A zip bomb states more, or lies. */
const MAX_INFLATED_BYTES = 512 * 1024 * 1024;
/** Components may contain components: a file of a few lines can nest them to billions of instances. */
const MAX_NESTING = 16;
const MAX_INSTANCES = 100_000;

const ROOT_RELATIONSHIPS = "_rels/.rels";
/** Object types that are printed as solids; the others are supports, surfaces and helpers. */
const SOLID_TYPES = new Set(["model", "solidsupport"]);
/** Extensions that leave shapes as the core describes them; any other required one may change them. */
const HARMLESS_EXTENSIONS = new Set([
  "http://schemas.microsoft.com/3dmanufacturing/production/2015/06",
  "http://schemas.microsoft.com/3dmanufacturing/material/2015/02",
  "http://schemas.microsoft.com/3dmanufacturing/slice/2015/07",
  "http://schemas.microsoft.com/3dmanufacturing/trianglesets/2021/07",
]);
/** Elements by which extensions describe shapes without triangles. */
const FOREIGN_SHAPES = new Set(["beamlattice", "booleanshape", "displacementmesh", "levelset"]);

const MODEL_RELATIONSHIP = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel";

/** Millimetres in each unit. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ["micron", 0.001],
  ["millimeter", 1],
  ["centimeter", 10],
  ["inch", 25.4],
  ["foot", 304.8],
  ["meter", 1000],
]);

/** One object placed somewhere: a component of another, or an item of the build. */
interface Instance {
  readonly part: string;
  readonly objectId: string;
  readonly transform: Transform;
}

interface BuildItem extends Instance {
  readonly printable: boolean;
}

interface ModelObject {
  readonly isSolid: boolean;
  readonly mesh: MeshBuilder;
  readonly components: Instance[];
}

interface ModelPart {
  /** Millimetres in the part's unit. */
  readonly millimetres: number;
  readonly objects: ReadonlyMap<string, ModelObject>;
  readonly buildItems: readonly BuildItem[];
}

/**
 * Reads everything the file's build would print, in millimetres.
 *
 * @throws ModelFailure
 */
export function readThreeMf(file: Uint8Array): TriangleMesh {
  if (file.length === 0) throw new ModelFailure("empty_model");
  const parts = new ModelParts(file);
  const root = parts.get(parts.rootName);
  const mesh = new MeshBuilder();
  let instances = 0;
  /** Objects at their places, with all their components: the same again adds nothing. */
  const placedBefore = new Set<string>();

  /** `millimetres` is the unit of the part that refers to the object; the object's own is that of the part it lies in. */
  const place = ({ part, objectId, transform }: Instance, millimetres: number, depth: number) => {
    if (depth > MAX_NESTING || ++instances > MAX_INSTANCES) throw new ModelFailure("model_too_complex");
    const { objects, millimetres: ownMillimetres } = parts.get(part);
    const object = objects.get(objectId);
    if (object === undefined) throw new ModelFailure("unreadable_model");
    if (!object.isSolid) return;
    const placed = ownMillimetres === millimetres ? transform : compose(scale(ownMillimetres / millimetres), transform);
    const placement = JSON.stringify([part, objectId, placed]);
    if (placedBefore.has(placement)) return;
    const inRoot = part === parts.rootName;
    appendTransformed(mesh, object.mesh.build(), placed, (inRoot && parts.roles.ranges.get(objectId)) || []);
    for (const component of object.components) {
      const role = inRoot ? parts.roles.components(objectId, component.objectId) : "solid";
      if (role === "subtracted") throw subtractedShape();
      if (role === "not-printed") continue;
      place({ ...component, transform: compose(component.transform, placed) }, ownMillimetres, depth + 1);
    }
    // Only now, so that components which contain each other are found to have no end.
    placedBefore.add(placement);
  };
  for (const item of root.buildItems) {
    if (!item.printable) continue;
    place({ ...item, transform: compose(item.transform, scale(root.millimetres)) }, root.millimetres, 0);
  }
  return mesh.build();
}

function appendTransformed(
  target: MeshBuilder,
  source: TriangleMesh,
  transform: Transform,
  ranges: readonly TriangleRange[],
): void {
  const [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz] = transform;
  const base = target.cornerCount;
  const { corners, triangles } = source;
  for (let at = 0; at < corners.length; at += 3) {
    const x = corners[at];
    const y = corners[at + 1];
    const z = corners[at + 2];
    target.addCorner(x * ax + y * bx + z * cx + dx, x * ay + y * by + z * cy + dy, x * az + y * bz + z * cz + dz);
  }
  const mirrored = mirrors(transform);
  const isSolid = solidTriangles(triangles.length / 3, ranges);
  for (let at = 0; at < triangles.length; at += 3) {
    if (isSolid !== undefined && isSolid[at / 3] === 0) continue;
    const a = base + triangles[at];
    const b = base + triangles[at + 1];
    const c = base + triangles[at + 2];
    if (mirrored) target.addTriangle(a, c, b);
    else target.addTriangle(a, b, c);
  }
}

/** 1 for every triangle that is printed, 0 for the others; undefined where all are. */
function solidTriangles(count: number, ranges: readonly TriangleRange[]): Uint8Array | undefined {
  const others = ranges.filter(({ role }) => role !== "solid");
  if (others.length === 0) return undefined;
  const isSolid = new Uint8Array(count).fill(1);
  let left = count;
  for (const { first, last, role } of others) {
    if (role === "subtracted") throw subtractedShape();
    left -= last - first + 1;
    // Ranges that do not fit the mesh, or overlap, were written for another mesh, and may leave out the part itself.
    if (
      !(Number.isInteger(first) && Number.isInteger(last) && first >= 0 && last >= first && last < count && left >= 0)
    ) {
      throw new ModelFailure("unreadable_model");
    }
    isSolid.fill(0, first, last + 1);
  }
  return isSolid;
}

function subtractedShape(): ModelFailure {
  return new ModelFailure(
    "unreadable_model",
    "The project cuts one shape out of another (a negative part) only when it is sliced. Please export the finished shape and send that.",
  );
}

function foreignShape(): ModelFailure {
  return new ModelFailure(
    "unreadable_model",
    "The file describes its shape by an extension of 3MF that is not supported here. Please export it as plain triangles.",
  );
}

/** The name of the root part, as the package's relationships state it. */
function findRoot(relationships: Uint8Array | undefined): string {
  let rootName: string | undefined;
  readTags(relationships, {
    onOpen: (name, attribute) => {
      if (name === "Relationship" && attribute("Type") === MODEL_RELATIONSHIP) {
        rootName ??= partName(attribute("Target") ?? "");
      }
    },
    onClose: () => {},
  });
  if (rootName === undefined) throw new ModelFailure("unreadable_model");
  return rootName;
}

/** Part names are compared without leading slash and without regard to case (Open Packaging Conventions). */
function partName(written: string): string {
  return written.replace(/^\/+/, "").toLowerCase();
}

/** The archive's parts, each inflated and read once, on first use. */
class ModelParts {
  readonly rootName: string;
  readonly roles: ShapeRoles;
  readonly #archive: ZipArchive;
  readonly #read = new Map<string, ModelPart>();

  constructor(file: Uint8Array) {
    this.#archive = readable(() => new ZipArchive(file, MAX_INFLATED_BYTES, partName));
    this.rootName = findRoot(this.#inflate(ROOT_RELATIONSHIPS));
    const [prusa, bambu] = [this.#inflate(PRUSA_ROLES), this.#inflate(BAMBU_ROLES)];
    this.roles = readable(() => readShapeRoles(prusa, bambu));
  }

  get(name: string): ModelPart {
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    const part = readModelPart(name, this.#inflate(name));
    this.#read.set(name, part);
    return part;
  }

  #inflate(name: string): Uint8Array | undefined {
    return readable(() => this.#archive.read(name));
  }
}

function readModelPart(part: string, document: Uint8Array | undefined): ModelPart {
  const objects = new Map<string, ModelObject>();
  const buildItems: BuildItem[] = [];
  let millimetres = 1;
  let instances = 0;
  // Extensions reuse names (a slice stack has vertices too), so only elements of the root's own namespace count.
  let corePrefix: string | undefined;
  let object: ModelObject | undefined;

  const instance = (attribute: (name: string) => string | undefined): Instance => ({
    part: partName(attribute("path") ?? part),
    objectId: attribute("objectid") ?? "",
    transform: parseTransform(attribute("transform")),
  });
  readTags(document, {
    onOpen(name, attribute, prefix) {
      corePrefix ??= prefix;
      if (prefix !== corePrefix) {
        if (object !== undefined && FOREIGN_SHAPES.has(name)) throw foreignShape();
        return;
      }
      switch (name) {
        case "model": {
          const unit = UNITS.get(attribute("unit") ?? "millimeter");
          if (unit === undefined) throw new ModelFailure("unreadable_model");
          millimetres = unit;
          for (const extension of new Set(attribute("requiredextensions")?.trim().split(/\s+/))) {
            // Named by the prefix that the document gives its namespace.
            if (extension !== "" && !HARMLESS_EXTENSIONS.has(attribute(extension) ?? "")) throw foreignShape();
          }
          break;
        }
        case "object":
          if (objects.size >= MAX_INSTANCES) throw new ModelFailure("model_too_complex");
          object = { isSolid: SOLID_TYPES.has(attribute("type") ?? "model"), mesh: new MeshBuilder(), components: [] };
          objects.set(attribute("id") ?? "", object);
          break;
        case "vertex":
          object?.mesh.addCorner(
            parseCoordinate(attribute("x")),
            parseCoordinate(attribute("y")),
            parseCoordinate(attribute("z")),
          );
          break;
        case "triangle": {
          if (object === undefined) break;
          const { mesh } = object;
          const corner = (name: string) => parseCornerIndex(attribute(name), mesh.cornerCount);
          mesh.addTriangle(corner("v1"), corner("v2"), corner("v3"));
          break;
        }
        case "component":
          if (object === undefined) break;
          if (++instances > MAX_INSTANCES) throw new ModelFailure("model_too_complex");
          object.components.push(instance(attribute));
          break;
        case "item":
          if (++instances > MAX_INSTANCES) throw new ModelFailure("model_too_complex");
          buildItems.push({ ...instance(attribute), printable: !/^(0|false)$/.test(attribute("printable") ?? "1") });
          break;
      }
    },
    onClose(name, prefix) {
      if (name === "object" && prefix === corePrefix) object = undefined;
    },
  });
  return { millimetres, objects, buildItems };
}

function readTags(document: Uint8Array | undefined, reader: TagReader): void {
  if (document === undefined) throw new ModelFailure("unreadable_model");
  readable(() => readXmlTags(document, reader));
}

/** Any error that is not a `ModelFailure` yet means that the file is unreadable. */
function readable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof ModelFailure) throw error;
    if (error instanceof InflatesTooMuch) throw new ModelFailure("model_too_complex");
    throw new ModelFailure("unreadable_model", undefined, { cause: error });
  }
}

function parseCornerIndex(written: string | undefined, cornerCount: number): number {
  const index = Number(written);
  if (!Number.isInteger(index) || index < 0 || index >= cornerCount) throw new ModelFailure("unreadable_model");
  return index;
}

function parseTransform(written: string | undefined): Transform {
  if (written === undefined) return IDENTITY;
  const numbers = written.trim().split(/\s+/).map(Number);
  if (numbers.length !== 12 || !numbers.every(Number.isFinite)) throw new ModelFailure("invalid_coordinates");
  const [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz] = numbers;
  return [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz];
}

// Reading 3MF, a zip archive of XML parts: only the shapes that its build names.
//
// These come with their components, transforms and units, also from other parts (production extension), as the objects that a
// slicer would print: without objects that its project marks as not printed, and with negative parts cut out.

import type { SliceWarning } from "../../../src/contract/slices.ts";
import { InflatesTooMuch, ZipArchive } from "../../../src/contract/zip-archive.ts";
import { ModelFailure } from "../../model-failure.ts";
import type { Drawing, DrawnObject } from "../drawing.ts";
import { surveySurface } from "../surface.ts";
import { MeshBuilder, type TriangleMesh } from "../triangle-mesh.ts";
import { parseCoordinate } from "./coordinate.ts";
import { bedOf } from "./prusa-beds.ts";
import { type ColourGroups, NamedColours, oneSpelling, Paint } from "./threemf-filaments.ts";
import {
  FIRST_FILAMENT,
  purposeOfShape,
  type Rectangle,
  readSlicerProject,
  type ShapePurpose,
  type SlicerProject,
  type TriangleRange,
} from "./threemf-project.ts";
import { compose, IDENTITY, mirrors, scale, type Transform } from "./transform.ts";
import { readXmlTags, type TagReader } from "./xml-tags.ts";

/** Limit for all opened parts together: more than MAX_TRIANGLES take in the wordiest form. A zip bomb states more, or lies. */
const MAX_INFLATED_BYTES = 512 * 1024 * 1024;
/** Components may contain components: a file of a few lines can nest them to billions of instances. */
const MAX_NESTING = 16;
const MAX_INSTANCES = 100_000;

const ROOT_RELATIONSHIPS = "_rels/.rels";
/** Object types, and whether they are printed as solids; the others are supports, surfaces and helpers. */
const OBJECT_TYPES: ReadonlyMap<string, { readonly isSolid: boolean }> = new Map([
  ["model", { isSolid: true }],
  ["solidsupport", { isSolid: true }],
  ["support", { isSolid: false }],
  ["surface", { isSolid: false }],
  ["other", { isSolid: false }],
]);
/** Extensions that leave shapes as the core describes them; any other required one may change them. */
const HARMLESS_EXTENSIONS = new Set([
  "http://schemas.microsoft.com/3dmanufacturing/production/2015/06",
  "http://schemas.microsoft.com/3dmanufacturing/material/2015/02",
  "http://schemas.microsoft.com/3dmanufacturing/slice/2015/07",
  "http://schemas.microsoft.com/3dmanufacturing/trianglesets/2021/07",
]);
/** Elements by which extensions describe shapes without triangles, and the extensions' names. */
const FOREIGN_SHAPES: ReadonlyMap<string, string> = new Map([
  ["beamlattice", "beam lattice"],
  ["booleanshape", "boolean operations"],
  ["displacementmesh", "displacement"],
  ["levelset", "volumetric"],
]);

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
  readonly colours: NamedColours;
  readonly paint: Paint;
}

interface ModelPart {
  readonly unit: string;
  /** Millimetres in the part's unit. */
  readonly millimetres: number;
  readonly objects: ReadonlyMap<string, ModelObject>;
  readonly buildItems: readonly BuildItem[];
  readonly colourGroups: ColourGroups;
}

/** A shape's object in the project, with the parts that the project lists for it, and the number of shapes before it. */
interface ListedObject {
  readonly id: string;
  shapes: number;
}

/** The meshes of one object at its place, while they are gathered. */
interface ObjectMeshes {
  readonly parts: MeshBuilder;
  readonly negatives: TriangleMesh[];
  /** The different filaments of its parts, by name, or their colours in a file of no slicer. */
  readonly filaments: Set<string>;
}

/**
 * Reads everything that the file's build would print, in millimetres.
 *
 * @throws ModelFailure
 */
export function readThreeMf(file: Uint8Array): Drawing {
  if (file.length === 0) throw new ModelFailure("empty_model");
  const parts = new ModelParts(file);
  const { bed } = parts.project ?? {};
  const build = readBuild(parts, bed);
  // A build without an object on the bed was written for another bed.
  return build.objects.length === 0 && bed !== undefined ? readBuild(parts, undefined) : build;
}

/** @param bed undefined to take every object, wherever it lies */
function readBuild(parts: ModelParts, bed: Rectangle | undefined): Drawing & { objects: readonly DrawnObject[] } {
  const { project } = parts;
  const root = parts.get(parts.rootName);
  const reader = new BuildReader(parts);
  const { printed, leftOut } = itemsToPrint(root.buildItems, project);
  const mesh = new MeshBuilder();
  const objects: ReadObject[] = [];
  const byPlace = new Map<string, ReadObject>();
  const filaments = new Set<string>();
  let besideBed = 0;
  for (const { item, plate } of printed) {
    const transform = compose(item.transform, scale(root.millimetres));
    const place = JSON.stringify([item.part, item.objectId, transform, plate]);
    const same = byPlace.get(place);
    if (same !== undefined) {
      same.copies++;
      continue;
    }
    const [cornersBefore, trianglesBefore] = [mesh.cornerCount, mesh.triangleCount];
    const modifiersBefore = reader.modifiers;
    const meshes: ObjectMeshes = { parts: mesh, negatives: [], filaments: new Set() };
    reader.place({ ...item, transform }, root.millimetres, meshes);
    const byPosition = bed === undefined ? 0 : bedOf(mesh.build().corners.subarray(3 * cornersBefore), bed);
    if (byPosition === undefined) {
      mesh.shorten(cornersBefore, trianglesBefore);
      reader.modifiers = modifiersBefore;
      besideBed++;
      continue;
    }
    const object = {
      cornersEnd: 3 * mesh.cornerCount,
      trianglesEnd: 3 * mesh.triangleCount,
      negatives: meshes.negatives,
      plate: plate ?? byPosition,
      copies: 1,
    };
    byPlace.set(place, object);
    objects.push(object);
    for (const filament of meshes.filaments) filaments.add(filament);
  }
  const warnings: SliceWarning[] = [];
  const warnOfSome = (code: "modifiers_ignored" | "negative_parts_cut" | "objects_left_out", count: number) => {
    if (count > 0) warnings.push({ code, count });
  };
  if (parts.foreignUnit !== undefined) warnings.push({ code: "scaled", ...parts.foreignUnit });
  warnOfSome("modifiers_ignored", reader.modifiers + (project === undefined ? 0 : project.layerRanges));
  const negativeParts = objects.reduce((sum, { negatives }) => sum + negatives.length, 0);
  warnOfSome("negative_parts_cut", negativeParts);
  warnOfSome("objects_left_out", leftOut + besideBed);
  if (filaments.size > 1) warnings.push({ code: "several_colours", count: filaments.size });
  return { ...mesh.build(), objects, isProject: project !== undefined, warnings };
}

type ReadObject = { -readonly [Key in keyof DrawnObject]: DrawnObject[Key] };

/** The printed items, each with its plate if the project names one, and the number of the others. */
function itemsToPrint(
  items: readonly BuildItem[],
  project: SlicerProject | undefined,
): { readonly printed: readonly { item: BuildItem; plate: number | undefined }[]; readonly leftOut: number } {
  const instances = new Map<string, BuildItem[]>();
  const onPlates = items.map((item) => {
    // A project counts the instances of each object, those not printed included.
    const before = instances.get(item.objectId) ?? [];
    const instance = before.push(item) - 1;
    instances.set(item.objectId, before);
    return { item, plate: project?.plates?.get(`${item.objectId}/${instance}`) };
  });
  const printable = onPlates.filter(({ item }) => item.printable);
  const placed = printable.filter(({ plate }) => plate !== undefined);
  // If none of them is on a plate, the plates were written for another build.
  const printed = placed.length > 0 ? placed : printable;
  return { printed, leftOut: items.length - printed.length };
}

/** Reads objects with their components, at their places. */
class BuildReader {
  /** Modifiers met so far. */
  modifiers = 0;
  #instances = 0;
  readonly #parts: ModelParts;

  constructor(parts: ModelParts) {
    this.#parts = parts;
  }

  /**
   * Adds the shapes of a build item's object to `meshes`.
   *
   * @param millimetres in the unit of the part that names the object
   */
  place(item: Instance, millimetres: number, meshes: ObjectMeshes): void {
    this.#place(item, millimetres, meshes, undefined, new Set(), 0);
  }

  /**
   * @param listed the project's object that lists this one's shapes
   * @param placedBefore shapes of this item at their places: a repetition adds nothing
   */
  #place(
    { part, objectId, transform }: Instance,
    millimetres: number,
    meshes: ObjectMeshes,
    listed: ListedObject | undefined,
    placedBefore: Set<string>,
    depth: number,
  ): void {
    if (depth > MAX_NESTING || ++this.#instances > MAX_INSTANCES) throw new ModelFailure("model_too_complex");
    const { objects, colourGroups, millimetres: ownMillimetres } = this.#parts.get(part);
    const object = objects.get(objectId);
    if (object === undefined) throw new ModelFailure("unreadable_model");
    if (!object.isSolid) return;
    const placed = ownMillimetres === millimetres ? transform : compose(scale(ownMillimetres / millimetres), transform);
    const isInRoot = part === this.#parts.rootName;
    const project = this.#parts.project;
    const under = isInRoot && project?.parts.has(objectId) ? { id: objectId, shapes: 0 } : listed;
    const isShape = object.mesh.triangleCount > 0;
    let purpose: ShapePurpose = { role: "part", filament: FIRST_FILAMENT };
    if (isShape && under !== undefined) {
      purpose = purposeOfShape(project?.parts.get(under.id), under.shapes++, objectId);
    }
    const placement = JSON.stringify([part, objectId, placed, purpose.role]);
    const isRepeated = placedBefore.has(placement);
    // A list of the project counts shapes within components too, repeated or not.
    if (isRepeated && (under === undefined || object.components.length === 0)) return;
    if (isShape && !isRepeated) {
      const listedRanges = isInRoot ? project?.ranges.get(objectId) : undefined;
      if (listedRanges !== undefined) purpose = { ...purpose, filament: listedRanges.filament };
      const printed = this.#addShape(object.mesh.build(), placed, purpose, meshes, listedRanges?.shapes);
      if (project === undefined && object.paint.isEmpty) {
        for (const colour of object.colours.in(colourGroups)) meshes.filaments.add(colour);
      } else {
        for (const { first, last, filament } of printed) {
          for (const painted of object.paint.filamentsOf(first, last, filament)) {
            meshes.filaments.add(project === undefined ? String(painted) : project.filaments(painted));
          }
        }
      }
    }
    for (const component of object.components) {
      const transformed = { ...component, transform: compose(component.transform, placed) };
      this.#place(transformed, ownMillimetres, meshes, under, placedBefore, depth + 1);
    }
    // Recorded after the components, so that components that contain each other are found to be endless.
    placedBefore.add(placement);
  }

  /** @returns the ranges of its triangles that are printed */
  #addShape(
    shape: TriangleMesh,
    transform: Transform,
    purpose: ShapePurpose,
    { parts, negatives }: ObjectMeshes,
    listed: readonly TriangleRange[] = [],
  ): readonly TriangleRange[] {
    const ranges = rangesOf(shape.triangles.length / 3, purpose, listed);
    for (const range of ranges) {
      if (range.role === "modifier") this.modifiers++;
      else if (range.role === "part") appendTransformed(parts, shape, transform, range);
      else {
        const negative = new MeshBuilder();
        appendTransformed(negative, shape, transform, range);
        negatives.push(negative.build());
      }
    }
    return ranges.filter(({ role }) => role === "part");
  }
}

/**
 * All triangles of a mesh by their roles. Ranges of a project that do not fit the mesh, or overlap, were written for another mesh:
 * using them would leave out the part itself.
 */
function rangesOf(count: number, purpose: ShapePurpose, ranges: readonly TriangleRange[]): TriangleRange[] {
  const all: TriangleRange[] = [];
  let next = 0;
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    const { first, last } = range;
    if (!(Number.isInteger(first) && Number.isInteger(last) && first >= next && last >= first && last < count)) {
      throw new ModelFailure("unreadable_model");
    }
    if (first > next) all.push({ first: next, last: first - 1, ...purpose });
    all.push(range);
    next = last + 1;
  }
  if (next < count) all.push({ first: next, last: count - 1, ...purpose });
  return all;
}

function appendTransformed(
  target: MeshBuilder,
  source: TriangleMesh,
  transform: Transform,
  { first, last }: TriangleRange,
): void {
  const [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz] = transform;
  const { corners } = source;
  const triangles = source.triangles.subarray(3 * first, 3 * last + 3);
  /** The target's index of each corner, plus one; only corners that the triangles use are added. */
  const added = new Uint32Array(corners.length / 3);
  const cornerOf = (index: number): number => {
    if (added[index] === 0) {
      const x = corners[3 * index];
      const y = corners[3 * index + 1];
      const z = corners[3 * index + 2];
      added[index] =
        target.addCorner(x * ax + y * bx + z * cx + dx, x * ay + y * by + z * cy + dy, x * az + y * bz + z * cz + dz) +
        1;
    }
    return added[index] - 1;
  };
  const turned = mirrors(transform) !== isInsideOut({ corners, triangles });
  for (let at = 0; at < triangles.length; at += 3) {
    const a = cornerOf(triangles[at]);
    const b = cornerOf(triangles[at + 1]);
    const c = cornerOf(triangles[at + 2]);
    if (turned) target.addTriangle(a, c, b);
    else target.addTriangle(a, b, c);
  }
}

/**
 * Whether a shape is closed and faces inwards: slicers turn such a shape, one by one, so that it is printed and is no hollow
 * of another.
 */
function isInsideOut({ corners, triangles }: TriangleMesh): boolean {
  // Measured from a corner of its own: seen from far out the volume would be lost in rounding.
  const from = 3 * triangles[0];
  const [x, y, z] = [corners[from], corners[from + 1], corners[from + 2]];
  let sixfold = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const a = 3 * triangles[at];
    const b = 3 * triangles[at + 1];
    const c = 3 * triangles[at + 2];
    const [ux, uy, uz] = [corners[a] - x, corners[a + 1] - y, corners[a + 2] - z];
    const [vx, vy, vz] = [corners[b] - x, corners[b + 1] - y, corners[b + 2] - z];
    const [wx, wy, wz] = [corners[c] - x, corners[c + 1] - y, corners[c + 2] - z];
    sixfold += ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
  }
  return sixfold < 0 && surveySurface({ corners: new Float32Array(corners.length), triangles }).closed;
}

/** @param extension its name; undefined if the file names none that can be shown */
function foreignShape(extension: string | undefined): ModelFailure {
  const named = extension === undefined ? "" : ` (${extension})`;
  return new ModelFailure(
    "unreadable_model",
    `The file describes its shape by an extension of 3MF that is not supported here${named}. Please export it as plain triangles.`,
  );
}

/** The extension's name as its namespace ends, such as `beamlattice 2017/02`. */
function extensionOf(namespace: string): string | undefined {
  const [, name, version] = /\/([a-z]{1,40})\/(\d{4}\/\d{2})$/.exec(namespace) ?? [];
  return name && `${name} ${version}`;
}

/** The name of the root part, as the package's relationships state it. */
function findRoot(relationships: Uint8Array | undefined): string {
  let rootName: string | undefined;
  readTags(relationships, {
    onOpen: (name, attribute) => {
      if (name !== "Relationship" || attribute("Type") !== MODEL_RELATIONSHIP) return;
      const target = partName(attribute("Target") ?? "");
      // The format allows one (3MF core 2.1): a price for either of two would be a guess.
      if (rootName !== undefined && rootName !== target) throw new ModelFailure("unreadable_model");
      rootName = target;
    },
    onClose: () => {},
  });
  if (rootName === undefined) throw new ModelFailure("unreadable_model");
  return rootName;
}

/** Part names are compared without leading slash and without regard to case (Open Packaging Conventions). */
function partName(written: string): string {
  return decoded(written).replace(/^\/+/, "").toLowerCase();
}

/** Relations write a name as an address, letters beyond ASCII by their bytes; archives write it as it is, or so too. */
function decoded(written: string): string {
  try {
    return written.includes("%") ? decodeURIComponent(written) : written;
  } catch {
    return written;
  }
}

/** The archive's parts, each inflated and read once, on first use. */
class ModelParts {
  readonly rootName: string;
  /** The project that a slicer wrote into the file; undefined if none did. */
  readonly project: SlicerProject | undefined;
  readonly #archive: ZipArchive;
  readonly #read = new Map<string, ModelPart>();

  constructor(file: Uint8Array) {
    this.#archive = readable(() => new ZipArchive(file, MAX_INFLATED_BYTES, partName));
    this.rootName = findRoot(this.#inflate(ROOT_RELATIONSHIPS));
    this.project = readable(() => readSlicerProject((name) => this.#archive.read(name)));
  }

  /** The first unit other than the millimetre among the parts that were read. */
  get foreignUnit(): { readonly unit: string; readonly factor: number } | undefined {
    for (const { unit, millimetres } of this.#read.values()) {
      if (millimetres !== 1) return { unit, factor: millimetres };
    }
    return undefined;
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
  let unit = "millimeter";
  let millimetres = 1;
  let instances = 0;
  // Extensions reuse names (a slice stack has vertices too), so only elements of the root's own namespace count.
  let corePrefix: string | undefined;
  let object: ModelObject | undefined;
  const colourGroups: ColourGroups = new Map();
  let colours: string[] = [];
  const hasColours = mentions(document, "pid");
  const hasSlices = mentions(document, "meshresolution");
  const hasPaint = mentions(document, "paint_color") || mentions(document, "mmu_segmentation");

  const beginColours = (id = "") => {
    colours = [];
    colourGroups.set(id, colours);
  };
  const instance = (attribute: (name: string) => string | undefined): Instance => ({
    part: partName(attribute("path") ?? part),
    objectId: attribute("objectid") ?? "",
    transform: parseTransform(attribute("transform")),
  });
  readTags(document, {
    onOpen(name, attribute, prefix) {
      corePrefix ??= prefix;
      if (prefix !== corePrefix) {
        const extension = object === undefined ? undefined : FOREIGN_SHAPES.get(name);
        if (extension !== undefined) throw foreignShape(extension);
        if (name === "colorgroup") beginColours(attribute("id"));
        if (name === "color") colours.push(oneSpelling(attribute("color") ?? ""));
        return;
      }
      switch (name) {
        case "model": {
          unit = attribute("unit") ?? unit;
          const size = UNITS.get(unit);
          if (size === undefined) throw new ModelFailure("unreadable_model");
          millimetres = size;
          for (const extension of new Set(attribute("requiredextensions")?.trim().split(/\s+/))) {
            // Named by the prefix that the document gives its namespace.
            const namespace = attribute(extension) ?? "";
            if (extension !== "" && !HARMLESS_EXTENSIONS.has(namespace)) throw foreignShape(extensionOf(namespace));
          }
          break;
        }
        case "object": {
          if (objects.size >= MAX_INSTANCES) throw new ModelFailure("model_too_complex");
          const [id, type] = [attribute("id") ?? "", OBJECT_TYPES.get(attribute("type") ?? "model")];
          // Left out, or replaced by its namesake, it would be missing from the price.
          if (type === undefined || objects.has(id)) throw new ModelFailure("unreadable_model");
          // Its triangles are a sketch of its slices (slice extension 4).
          if (hasSlices && attribute("meshresolution") === "lowres") throw foreignShape("slice");
          object = {
            isSolid: type.isSolid,
            mesh: new MeshBuilder(),
            components: [],
            colours: new NamedColours(attribute),
            paint: new Paint(),
          };
          objects.set(id, object);
          break;
        }
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
          if (hasColours) object.colours.addTriangle(attribute);
          const paint = hasPaint ? (attribute("paint_color") ?? attribute("mmu_segmentation")) : undefined;
          if (paint) object.paint.add(mesh.triangleCount - 1, paint);
          break;
        }
        case "basematerials":
          beginColours(attribute("id"));
          break;
        case "base":
          colours.push(oneSpelling(attribute("displaycolor") ?? ""));
          break;
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
  return { unit, millimetres, objects, buildItems, colourGroups };
}

/** Whether the word is anywhere in the document: attributes that no triangle has are not looked for in a million of them. */
function mentions(document: Uint8Array | undefined, word: string): boolean {
  if (document === undefined) return false;
  const isUtf16 = document[0] >= 0xfe;
  return isUtf16 || Buffer.from(document.buffer, document.byteOffset, document.byteLength).includes(word);
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

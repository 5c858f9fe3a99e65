// A slicer's 3MF project: the parts, modifiers and negative parts among its shapes, the filament and the plate of each.
//
// All shapes look like any other mesh; their roles stand in parts of the archive of the slicer's own. The settings beside them can name
// commands to run: only the size of the bed and the filaments' colours and types are read from them.

import { type Filaments, filamentsOfBambu, filamentsOfPrusa } from "./threemf-filaments.ts";
import { readXmlTags } from "./xml-tags.ts";

/** A modifier changes settings in places, or places supports; a negative part is cut out of the others. */
export type ShapeRole = "part" | "modifier" | "negative";

/** A shape's role, and its filament: the number of the extruder or slot that prints it, counted from 1. */
export interface ShapePurpose {
  readonly role: ShapeRole;
  readonly filament: number;
}

/** Triangles of one mesh, `first` and `last` included. */
export interface TriangleRange extends ShapePurpose {
  readonly first: number;
  readonly last: number;
}

/** A rectangle along X and Y, in millimetres. */
export interface Rectangle {
  readonly lowest: readonly [x: number, y: number];
  readonly highest: readonly [x: number, y: number];
}

/** A part that an object of the project lists (Bambu Studio, OrcaSlicer). */
interface ListedPart {
  readonly id: string;
  role: ShapeRole;
  filament: number;
}

/** An object's parts or ranges, and the filament of those that name none. */
interface ProjectObject<Shape> {
  filament: number;
  readonly shapes: Shape[];
}

/** The number of a plate by `object/instance`. */
type Plates = ReadonlyMap<string, number>;

export interface SlicerProject {
  /** The roles of an object's triangles, by its id in the root part (PrusaSlicer and slicers derived from it). */
  readonly ranges: ReadonlyMap<string, ProjectObject<TriangleRange>>;
  /** The parts of an object, in the order of its shapes, by its id in the root part (Bambu Studio, OrcaSlicer). */
  readonly parts: ReadonlyMap<string, ProjectObject<ListedPart>>;
  /** Undefined if the project states no plates. */
  readonly plates: Plates | undefined;
  /** PrusaSlicer's bed: its place decides the plate of each object, and the objects beside all plates. */
  readonly bed: Rectangle | undefined;
  /** Ranges of layers with settings of their own. */
  readonly layerRanges: number;
  readonly filaments: Filaments;
}

/** The archive's parts with the project, for both families of slicers; part names are compared in lower case. */
const PROJECT_PARTS = {
  prusaModel: "metadata/slic3r_pe_model.config",
  prusaLayerRanges: "metadata/prusa_slicer_layer_config_ranges.xml",
  prusaSettings: "metadata/slic3r_pe.config",
  bambuModel: "metadata/model_settings.config",
  bambuLayerRanges: "metadata/layer_config_ranges.xml",
  bambuSettings: "metadata/project_settings.config",
} as const;

const ROLES: ReadonlyMap<string, ShapeRole> = new Map([
  ["ModelPart", "part"],
  ["ParameterModifier", "modifier"],
  ["SupportEnforcer", "modifier"],
  ["SupportBlocker", "modifier"],
  ["NegativeVolume", "negative"],
  ["normal_part", "part"],
  ["modifier_part", "modifier"],
  ["support_enforcer", "modifier"],
  ["support_blocker", "modifier"],
  ["negative_part", "negative"],
]);

/**
 * Reads the project's documents that exist. Undefined if the file is no slicer's project.
 *
 * @throws Error if a document is not XML, or names an unknown role
 */
export function readSlicerProject(open: (part: string) => Uint8Array | undefined): SlicerProject | undefined {
  const [prusa, bambu] = [open(PROJECT_PARTS.prusaModel), open(PROJECT_PARTS.bambuModel)];
  if (prusa === undefined && bambu === undefined) return undefined;
  const { parts, plates } = bambu === undefined ? { parts: new Map(), plates: undefined } : readBambuModel(bambu);
  const settings = prusa === undefined ? undefined : open(PROJECT_PARTS.prusaSettings);
  const filaments =
    prusa === undefined ? filamentsOfBambu(open(PROJECT_PARTS.bambuSettings)) : filamentsOfPrusa(settings);
  return {
    ranges: prusa === undefined ? new Map() : readPrusaModel(prusa),
    parts,
    plates,
    bed: settings === undefined ? undefined : readBed(settings),
    layerRanges: countRanges(open(PROJECT_PARTS.prusaLayerRanges)) + countRanges(open(PROJECT_PARTS.bambuLayerRanges)),
    filaments,
  };
}

/** The filament of shapes for which a project names none. */
export const FIRST_FILAMENT = 1;

/**
 * The purpose of a shape of an object, found as Bambu Studio does: by its place among the object's shapes if the id there is the
 * shape's, else by its id, which shapes of several files may share.
 */
export function purposeOfShape(
  listed: ProjectObject<ListedPart> | undefined,
  place: number,
  shapeId: string,
): ShapePurpose {
  const atPlace = listed?.shapes[place];
  const part = atPlace?.id === shapeId ? atPlace : listed?.shapes.find(({ id }) => id === shapeId);
  return part ?? { role: "part", filament: listed?.filament ?? FIRST_FILAMENT };
}

/** The number that the attribute states; the other filament for none, and for 0, which stands for "as the object". */
function filamentOr(written: string | undefined, other: number): number {
  const number = Number(written);
  return Number.isInteger(number) && number > 0 ? number : other;
}

function readPrusaModel(document: Uint8Array): Map<string, ProjectObject<TriangleRange>> {
  const objects = new Map<string, ProjectObject<TriangleRange>>();
  let object: ProjectObject<TriangleRange> = { filament: FIRST_FILAMENT, shapes: [] };
  let volume: { first: number; last: number; role: ShapeRole; filament: number } | undefined;
  readXmlTags(document, {
    onOpen(name, attribute) {
      if (name === "object") {
        object = { filament: FIRST_FILAMENT, shapes: [] };
        objects.set(attribute("id") ?? "", object);
      } else if (name === "volume") {
        const [first, last] = [Number(attribute("firstid")), Number(attribute("lastid"))];
        volume = { first, last, role: "part", filament: object.filament };
      } else if (name === "metadata") {
        const [key, value = ""] = [attribute("key"), attribute("value")];
        if (key === "extruder") {
          const of = volume ?? object;
          of.filament = filamentOr(value, of.filament);
        }
        if (volume === undefined) return;
        if (key === "volume_type") volume.role = knownRole(value);
        // Versions of PrusaSlicer before 2.3 write this instead.
        if (key === "modifier" && value === "1" && volume.role === "part") volume.role = "modifier";
      }
    },
    onClose(name) {
      if (name !== "volume" || volume === undefined) return;
      object.shapes.push(volume);
      volume = undefined;
    },
  });
  return objects;
}

function readBambuModel(document: Uint8Array): {
  parts: Map<string, ProjectObject<ListedPart>>;
  plates: Plates | undefined;
} {
  const parts = new Map<string, ProjectObject<ListedPart>>();
  const plates = new Map<string, number>();
  let object: ProjectObject<ListedPart> = { filament: FIRST_FILAMENT, shapes: [] };
  let part: ListedPart | undefined;
  let plate = 0;
  let instance: { object: string | undefined; number: string | undefined } | undefined;
  readXmlTags(document, {
    onOpen(name, attribute) {
      switch (name) {
        case "object":
          object = { filament: FIRST_FILAMENT, shapes: [] };
          parts.set(attribute("id") ?? "", object);
          break;
        case "part":
          part = {
            id: attribute("id") ?? "",
            role: knownRole(attribute("subtype") ?? "normal_part"),
            filament: object.filament,
          };
          object.shapes.push(part);
          break;
        case "plate":
          plate++;
          break;
        case "model_instance":
          instance = { object: undefined, number: undefined };
          break;
        case "metadata": {
          const key = attribute("key");
          if (key === "extruder") {
            const of = part ?? object;
            of.filament = filamentOr(attribute("value"), of.filament);
          }
          if (part !== undefined && (key === "part_type" || key === "volume_type")) {
            part.role = knownRole(attribute("value") ?? "");
          }
          if (instance !== undefined && key === "object_id") instance.object = attribute("value");
          if (instance !== undefined && key === "instance_id") instance.number = attribute("value");
          break;
        }
      }
    },
    onClose(name) {
      if (name === "part") part = undefined;
      if (name !== "model_instance") return;
      if (instance?.object !== undefined && instance.number !== undefined) {
        plates.set(`${instance.object}/${instance.number}`, plate);
      }
      instance = undefined;
    },
  });
  return { parts, plates: plates.size === 0 ? undefined : plates };
}

function countRanges(document: Uint8Array | undefined): number {
  let count = 0;
  if (document === undefined) return count;
  readXmlTags(document, {
    onOpen(name) {
      if (name === "range") count++;
    },
    onClose() {},
  });
  return count;
}

/** The rectangle around the corners of `; bed_shape = 0x0,250x0,250x210,0x210`; undefined if there is none. */
function readBed(settings: Uint8Array): Rectangle | undefined {
  const [, written = ""] = /^; bed_shape = (.+)$/m.exec(new TextDecoder().decode(settings)) ?? [];
  const corners = written.split(",").map((corner) => corner.split("x").map(Number));
  const along = (axis: number) => corners.map((corner) => corner[axis] ?? Number.NaN);
  const [xs, ys] = [along(0), along(1)];
  const bed: Rectangle = {
    lowest: [Math.min(...xs), Math.min(...ys)],
    highest: [Math.max(...xs), Math.max(...ys)],
  };
  return bed.highest[0] > bed.lowest[0] && bed.highest[1] > bed.lowest[1] ? bed : undefined;
}

function knownRole(written: string): ShapeRole {
  const role = ROLES.get(written);
  if (role === undefined) throw new Error(`A shape has the unknown role "${written}"`);
  return role;
}

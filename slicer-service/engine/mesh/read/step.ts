// Reading STEP (ISO 10303-21): OpenCASCADE makes triangles of the surfaces of its solids, within a tolerance.
//
// OpenCASCADE is loaded when a STEP file comes, and anew for each: its memory never shrinks, and a file that breaks it must not
// harm the next. It cannot be interrupted, so the engine's watch ends it (mesh-watch.ts).

import type { OpenCascade, TessellatedBody } from "occt-import-js";
import { STEP_TOLERANCE } from "../../../src/contract/model-formats.ts";
import { stepBeginsAt } from "../../../src/contract/step-opening.ts";
import { ModelFailure } from "../../model-failure.ts";
import { boundingBoxOf, sizeOf } from "../bounding-box.ts";
import type { Drawing } from "../drawing.ts";
import { surveySurface } from "../surface.ts";
import { MeshBuilder, type TriangleMesh } from "../triangle-mesh.ts";
import { weld } from "../welded-mesh.ts";
import { placesMorePartsThan } from "./step-assembly.ts";

const END = "END-ISO-10303-21";
/** White space and comments may follow the end. */
const END_BYTES = 4096;
/** The property by which an assembly of AP203, AP214 and AP242 names a part's own file. */
const PART_ELSEWHERE = "'external definition'";
/** OpenCASCADE may have 2 GiB, and asks for a fifth more each time. */
const NEARLY_ALL_BYTES = 1.5 * 1024 ** 3;
const ASSEMBLY = "NEXT_ASSEMBLY_USAGE_OCCURRENCE";
/** The entities of bodies with an inside. */
const SOLIDS = ["MANIFOLD_SOLID_BREP", "BREP_WITH_VOIDS", "FACETED_BREP"];
const OPEN_SHELL = "OPEN_SHELL";
/** The number of a shell, its kind, and the list of its faces. */
const SHELL = /#(\d+)\s*=\s*(OPEN_SHELL|CLOSED_SHELL)\s*\(\s*'[^']*(?:''[^']*)*'\s*,\s*\(([^)]*)\)/g;
/** The number of the shell around a solid. */
const SHELL_OF_SOLID = new RegExp(`\\b(?:${SOLIDS.join("|")})\\s*\\(\\s*'[^']*(?:''[^']*)*'\\s*,\\s*#(\\d+)`, "g");
const EQUALS_SIGN = "=".charCodeAt(0);
/** OpenCASCADE has no memory for more, even if no shape uses them. */
const MAX_ENTITIES = 2_000_000;
/** As many bodies leave OpenCASCADE hardly time to make one of each. */
const MAX_PLACED_PARTS = 100_000;
/** A smaller part was given a wrong unit, though the file states one. */
const MIN_SIDE_MM = 0.1;

/**
 * Reads the bodies of a file in their places, in millimetres: the file states its unit.
 *
 * @throws ModelFailure, or OpenCascadeNotStarted
 */
export async function readStep(file: Uint8Array): Promise<Drawing> {
  if (file.length === 0) throw new ModelFailure("empty_model");
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const beginsAt = stepBeginsAt(file);
  // A file that was cut off would lack a part of the model.
  if (beginsAt === undefined || !text.subarray(-END_BYTES).includes(END)) throw new ModelFailure("unreadable_model");
  if (text.includes(PART_ELSEWHERE)) throw new ModelFailure("parts_elsewhere");
  if (isTooComplex(text)) throw new ModelFailure("model_too_complex");
  const bodies = await tessellate(file.subarray(beginsAt));
  const hasSolid = SOLIDS.some((entity) => text.includes(entity));
  const printed = hasSolid ? withoutLooseSurfaces(bodies, text) : bodies;
  const mesh = joined(printed);
  if (mesh.triangles.length === 0) throw new ModelFailure(text.includes(ASSEMBLY) ? "parts_elsewhere" : "empty_model");
  if (Math.max(...sizeOf(boundingBoxOf(mesh.corners, mesh.triangles))) < MIN_SIDE_MM) {
    throw new ModelFailure("model_too_small");
  }
  if (!hasSolid && !isClosed(mesh)) throw new ModelFailure("no_solid");
  const count = bodies.length - printed.length;
  return { ...mesh, isInMillimetres: true, warnings: count === 0 ? [] : [{ code: "surfaces_left_out", count }] };
}

/** Whether OpenCASCADE would work on the file until it had no memory left: minutes, for a file of any size. */
function isTooComplex(text: Buffer): boolean {
  // Each entity has one equals sign.
  let entities = 0;
  for (let at = 0; at < text.length; at++) if (text[at] === EQUALS_SIGN) entities++;
  if (entities > MAX_ENTITIES) return true;
  return text.includes(ASSEMBLY) && placesMorePartsThan(MAX_PLACED_PARTS, text.toString("latin1"));
}

/** OpenCASCADE did not start: the fault of the installation or the machine, with any file. */
export class OpenCascadeNotStarted extends Error {
  override readonly name = "OpenCascadeNotStarted";
}

/** @throws OpenCascadeNotStarted */
async function startOpenCascade(): Promise<OpenCascade> {
  try {
    const { default: createOpenCascade } = await import("occt-import-js");
    const silent = () => {};
    return await createOpenCascade({ print: silent, printErr: silent });
  } catch (error) {
    throw new OpenCascadeNotStarted(String(error), { cause: error });
  }
}

/** @throws ModelFailure `unreadable_model` or `model_too_complex` if OpenCASCADE reads nothing, or breaks over the file */
async function tessellate(file: Uint8Array): Promise<readonly TessellatedBody[]> {
  const openCascade = await startOpenCascade();
  try {
    const read = openCascade.ReadStepFile(file, {
      linearUnit: "millimeter",
      linearDeflectionType: "bounding_box_ratio",
      linearDeflection: STEP_TOLERANCE.shareOfSize,
      angularDeflection: (STEP_TOLERANCE.angleDegrees * Math.PI) / 180,
    });
    return read.success ? read.meshes : [];
  } catch (error) {
    // Memory that cannot grow ends as an exception of C++, which says nothing readable, as an abort, or as a trap.
    throw new ModelFailure(
      openCascade.HEAPU8.length > NEARLY_ALL_BYTES ? "model_too_complex" : "unreadable_model",
      undefined,
      { cause: error },
    );
  }
}

function joined(bodies: readonly TessellatedBody[]): TriangleMesh {
  const mesh = new MeshBuilder();
  for (const { attributes, index } of bodies) {
    const base = mesh.cornerCount;
    const corners = attributes.position.array;
    const triangles = index.array;
    for (let at = 0; at < corners.length; at += 3) mesh.addCorner(corners[at], corners[at + 1], corners[at + 2]);
    for (let at = 0; at < triangles.length; at += 3) {
      mesh.addTriangle(base + triangles[at], base + triangles[at + 1], base + triangles[at + 2]);
    }
  }
  return mesh.build();
}

/**
 * The bodies without surfaces that enclose nothing, which some files have beside their solids and no slicer prints. A body does not
 * name its shell, so a surface is told by its number of faces: a solid that is open must be refused, and not left out.
 */
function withoutLooseSurfaces(bodies: readonly TessellatedBody[], text: Buffer): readonly TessellatedBody[] {
  if (!text.includes(OPEN_SHELL)) return bodies;
  const facesOfLoose = facesOfLooseShells(text.toString("latin1"));
  return bodies.filter((body) => !facesOfLoose.has(body.brep_faces.length) || isClosed(joined([body])));
}

/** The numbers of faces that only shells outside of solids have, and no closed one. */
function facesOfLooseShells(text: string): ReadonlySet<number> {
  const ofSolids = new Set(Array.from(text.matchAll(SHELL_OF_SOLID), ([, shell]) => shell));
  const [loose, others] = [new Set<number>(), new Set<number>()];
  for (const [, shell, kind, faces = ""] of text.matchAll(SHELL)) {
    const isLoose = kind === OPEN_SHELL && !ofSolids.has(shell);
    (isLoose ? loose : others).add(faces.split(",").length);
  }
  for (const count of others) loose.delete(count);
  return loose;
}

/** Whether shells that no solid names enclose a body all the same. */
function isClosed({ corners, triangles }: TriangleMesh): boolean {
  return surveySurface(weld(Float32Array.from(corners), triangles)).closed;
}

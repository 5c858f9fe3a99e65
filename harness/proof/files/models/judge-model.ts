// One model through recognition, reading and joining, as a slice's process does it, with its end judged.

import { readModelFile } from "../../../../slicer-service/engine/mesh/read/read-model.ts";
import { platesOf } from "../../../../slicer-service/engine/mesh/solid/plates.ts";
import { makeBodies } from "../../../../slicer-service/engine/mesh/solid/solid.ts";
import { writeStl } from "../../../../slicer-service/engine/mesh/write-stl.ts";
import { ModelFailure } from "../../../../slicer-service/engine/model-failure.ts";
import type { ModelFormat } from "../../../../slicer-service/src/contract/model-formats.ts";
import { END_BYTES, recogniseModel } from "../../../../src/models/recognise/recognise-model.ts";
import { type FileEnd, type FileFigures, faultOfSentence, faultsOfFigures, isAllowedReason } from "../end-of-file.ts";
import type { WrittenModel } from "./written-model.ts";

/** The share by which triangles of a curved surface, or a file's rounding, may differ. */
const TOLERANCE = 1e-3;

export type JudgedModel = Pick<WrittenModel, "bytes" | "format" | "means">;

export async function judgeModel({ bytes, format, means }: JudgedModel): Promise<FileEnd> {
  const ends = { head: bytes.subarray(0, END_BYTES), tail: bytes.subarray(-END_BYTES), sizeBytes: bytes.length };
  const recognised = recogniseModel(ends, `model.${format}`);
  if ("fault" in recognised) {
    const sentences = [recognised.fault.en, recognised.fault.uk].map((end) => `The file ${end}.`);
    const faults = sentences.flatMap((sentence) => faultOfSentence(sentence) ?? []);
    return {
      label: "refused at the upload",
      kind: "reason",
      faults: [...faults, ...missed(means, recognised.fault.en)],
    };
  }
  const end = await endOf(bytes, recognised.format);
  if ("code" in end) {
    const faults = isAllowedReason(end.code) ? [] : [`the reason ${end.code}`];
    const said = faultOfSentence(end.message);
    return {
      label: end.code,
      kind: "reason",
      format: recognised.format,
      faults: [...faults, ...(said === undefined ? [] : [said]), ...missed(means, end.message)],
    };
  }
  return {
    label: "figure",
    kind: "figure",
    format: recognised.format,
    figures: end.figures,
    faults: [...faultsOfFigures(end.figures, end.isPlaced), ...differences(means, end.figures)],
  };
}

interface Read {
  readonly figures: FileFigures;
  /** Items of a project may lie at one place, and each is printed. */
  readonly isPlaced: boolean;
}

async function endOf(bytes: Uint8Array, format: ModelFormat): Promise<Read | ModelFailure> {
  try {
    const drawing = await readModelFile(bytes, format);
    const plates = await platesOf(drawing);
    let volumeCubicMm = 0;
    const longest = { x: 0, y: 0, z: 0 };
    for (const { mesh, copies } of plates) {
      const bodies = await makeBodies(mesh, drawing.isInMillimetres);
      writeStl(bodies.mesh.corners, bodies.mesh.triangles);
      const solid = await bodies.unite();
      volumeCubicMm += copies * solid.volumeCubicMm;
      for (const axis of ["x", "y", "z"] as const) longest[axis] = Math.max(longest[axis], solid.dimensionsMm[axis]);
    }
    return { figures: { volumeCubicMm, sizeMm: longest }, isPlaced: format === "3mf" };
  } catch (error) {
    if (error instanceof ModelFailure) return error;
    throw error;
  }
}

/** A sound file that was refused. */
function missed(means: WrittenModel["means"], reason: string): string[] {
  return means === null ? [] : [`a sound file was refused: ${reason}`];
}

/** The figures of a sound file are those of its shape. */
export function differences(means: WrittenModel["means"], { volumeCubicMm, sizeMm }: FileFigures): string[] {
  if (means === null) return [];
  const [x, y, z] = means.sizeMm;
  const pairs = {
    volume: [volumeCubicMm, means.volumeCubicMm],
    x: [sizeMm.x, x],
    y: [sizeMm.y, y],
    z: [sizeMm.z, z],
  } as const;
  return Object.entries(pairs).flatMap(([name, [is, shall]]) =>
    Math.abs(is - shall) <= TOLERANCE * Math.abs(shall) ? [] : [`its ${name} is ${is}, and must be ${shall}`],
  );
}

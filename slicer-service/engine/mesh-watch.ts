// The budget of work on a mesh, in processor time, and the watch over it.
//
// Some small files cause work that grows with the square of their size or worse. Their only common sign is time, and neither a
// reader's loop nor the geometry kernel can be interrupted; so the engine watches from outside, and kills the slice's process.
// Processor time, not wall-clock time: a sound model must not fail because the machine is busy.

import { processorTime } from "./processor-time.ts";

/** Work on the mesh, step by step. While a slicer slices, only the slice's own timeout counts. */
export type MeshStep = "reading" | "joining" | "layering";

/** A step with its number of triangles, or the slicer's turn. The process of a slice reports each as it begins. */
export type StepReport =
  | { readonly step: Exclude<MeshStep, "reading">; readonly triangles: number }
  | { readonly step: "slicing" };

/** The reason for refusing a model that used up its budget in this step. */
export const OVERRUN_SENTENCES: Readonly<Record<MeshStep, string>> = {
  reading:
    "The file takes too long to read: it has too many parts, or faces whose outlines have too many corners or cross themselves. Please export it as plain triangles and send it again.",
  joining:
    "The model has too many surfaces that lie in one place or cross each other to be put together automatically. Please unite them into one body in your CAD program and send it again.",
  layering:
    "The model's surfaces cross each other too often to be cut into layers automatically. Please unite them into one body in your CAD program and send it again.",
};

/**
 * Added to the basic budget for each triangle that was read. Sound work grows with their number, and at its worst (two balls that
 * overlap, of all the triangles allowed) takes 5 millionths of a second for each.
 */
const SECONDS_PER_TRIANGLE = 10e-6;
const CHECK_MILLISECONDS = 200;

/** Adds up the processor time of one slice's steps, and calls `onOverrun` once when it exceeds the budget. */
export class MeshWatch {
  readonly #clock: () => number;
  readonly #basicSeconds: number;
  readonly #timer: NodeJS.Timeout;
  #triangles = 0;
  #step: MeshStep | undefined = "reading";
  /** Seconds of finished steps. */
  #usedSeconds = 0;
  #stepBeganAt: number;
  #overrunIn: MeshStep | undefined;

  /**
   * @param processId the process that is about to read the model
   * @param basicSeconds of processor time, for a model without triangles
   */
  constructor(processId: number | undefined, basicSeconds: number, onOverrun: () => void) {
    this.#clock = clockOf(processId);
    this.#basicSeconds = basicSeconds;
    this.#stepBeganAt = this.#clock();
    this.#timer = setInterval(() => {
      if (this.#step === undefined || this.#overrunIn !== undefined) return;
      if (this.#usedSeconds + this.#stepSeconds() <= this.#budgetSeconds()) return;
      this.#overrunIn = this.#step;
      onOverrun();
    }, CHECK_MILLISECONDS);
  }

  /** The step in which the model used up its budget, if it did. */
  get overrunIn(): MeshStep | undefined {
    return this.#overrunIn;
  }

  enter(report: StepReport): void {
    this.#usedSeconds += this.#stepSeconds();
    this.#stepBeganAt = this.#clock();
    if (report.step === "slicing") {
      this.#step = undefined;
      return;
    }
    this.#step = report.step;
    this.#triangles = Math.max(this.#triangles, report.triangles);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #stepSeconds(): number {
    return this.#step === undefined ? 0 : this.#clock() - this.#stepBeganAt;
  }

  #budgetSeconds(): number {
    return this.#basicSeconds + SECONDS_PER_TRIANGLE * this.#triangles;
  }
}

/** Seconds of processor time that the process has used; outside Linux, which has no such file, elapsed seconds. */
function clockOf(processId: number | undefined): () => number {
  const first = processId === undefined ? undefined : processorTime(processId)?.ownSeconds;
  if (processId === undefined || first === undefined) return () => performance.now() / 1000;
  let last = first;
  return () => {
    // A process that has ended uses no more.
    last = processorTime(processId)?.ownSeconds ?? last;
    return last;
  };
}

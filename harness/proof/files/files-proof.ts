// The proof of files: thousands of models, settings and catalogs by grammars, each judged, some sliced whole.

import fc from "fast-check";
import { MODEL_FORMATS, type ModelFormat } from "../../../slicer-service/src/contract/model-formats.ts";
import { writtenCatalog } from "./catalogs/catalog-grammar.ts";
import type { FileEnd } from "./end-of-file.ts";
import type { JudgedFile } from "./file-child.ts";
import { FileProcess } from "./file-process.ts";
import { FileTally } from "./file-tally.ts";
import type { WrittenModel } from "./models/written-model.ts";
import { sameInAllFormats, writtenModel } from "./models/written-model-files.ts";
import { ServiceImports } from "./service-imports.ts";
import { writtenSettings } from "./settings/settings-grammar.ts";
import { type WholeSlicer, WholeSlices } from "./whole-slices.ts";

export type FileFamily = ModelFormat | "one shape in all formats" | "settings" | "catalogs";

/** Each family's share of the files. STEP's reader is loaded anew for each file, so it has fewer. */
const SHARES: Readonly<Record<FileFamily, number>> = {
  stl: 4,
  obj: 4,
  "3mf": 5,
  ply: 4,
  step: 1,
  "one shape in all formats": 1,
  settings: 3,
  catalogs: 3,
};
export const FILE_FAMILIES = Object.keys(SHARES) as readonly FileFamily[];

export interface FilesProofOptions {
  readonly files: number;
  readonly seed: number;
  readonly slicers: readonly WholeSlicer[];
  /** The number of models to one that is sliced whole. */
  readonly wholeOf: number;
  /** The number of imports to one that goes through the service too. */
  readonly serviceOf: number;
  readonly lanes: number;
  readonly only?: FileFamily | undefined;
  /** Milliseconds since 1970. No chunk is begun after it. */
  readonly endAt?: number | undefined;
  /** The path that fast-check told of a failing file, to begin there. */
  readonly path?: string | undefined;
  readonly onProgress?: (tally: FileTally) => void;
}

/** The smallest file that ends otherwise than it may. */
export interface WrongFile {
  readonly family: FileFamily;
  readonly seed: number;
  readonly path: string;
  readonly text: string;
}

export interface FilesProof {
  readonly tally: FileTally;
  readonly found: readonly WrongFile[];
}

/** Files that share a seed. */
const CHUNK = 100;
const MAX_FOUND = 12;
const MAX_BASE64 = 6000;
/** Shrinking ends then: the file is small already. */
const MAX_SHRINKING_MILLISECONDS = 120_000;
const SHAPE_FAMILY = "one shape in all formats";

export async function proveFiles(options: FilesProofOptions): Promise<FilesProof> {
  const { lanes, slicers, endAt = Number.POSITIVE_INFINITY, onProgress } = options;
  const tally = new FileTally();
  const found: WrongFile[] = [];
  const engines = await Promise.all(slicers.map((slicer) => WholeSlices.start(slicer)));
  const [first] = engines;
  if (first === undefined) throw new Error("no slicer was named");
  const service = await ServiceImports.start(first.engine);
  const chunks = chunksOf(options);
  const processes = Array.from({ length: lanes }, () => new FileProcess());
  try {
    await Promise.all(
      processes.map(async (fileProcess) => {
        for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) {
          if (Date.now() > endAt || found.length >= MAX_FOUND) return;
          const fault = await new ChunkRun(chunk, { fileProcess, engines, service }, options, tally).run();
          if (fault !== undefined) found.push(fault);
          onProgress?.(tally);
        }
      }),
    );
  } finally {
    await Promise.all(processes.map((fileProcess) => fileProcess.stop()));
    await service.stop();
    for (const engine of engines) {
      for (const text of await engine.stop())
        found.push({ family: "stl", seed: options.seed, path: "", text: `${engine.slicer}: ${text}` });
    }
  }
  return { tally, found };
}

interface Chunk {
  readonly family: FileFamily;
  readonly seed: number;
  readonly runs: number;
  /** Files of one run. */
  readonly filesOfRun: number;
}

/** The families by turns, so that a run that ends early has some of each. */
function chunksOf({ files, seed, only }: FilesProofOptions): Chunk[] {
  const families = FILE_FAMILIES.filter((family) => only === undefined || family === only);
  const shares = families.reduce((sum, family) => sum + SHARES[family], 0);
  const lists = families.map((family) => {
    const own = Math.max(1, Math.round((files * SHARES[family]) / shares));
    const filesOfRun = family === SHAPE_FAMILY ? MODEL_FORMATS.length : 1;
    const runs = Math.max(1, Math.round(own / filesOfRun));
    const count = Math.ceil(runs / CHUNK);
    return Array.from({ length: count }, (_, index): { readonly at: number; readonly chunk: Chunk } => ({
      at: (index + 0.5) / count,
      chunk: { family, seed: seed + index, runs: Math.min(CHUNK, runs - CHUNK * index), filesOfRun },
    }));
  });
  return lists
    .flat()
    .sort((a, b) => a.at - b.at)
    .map(({ chunk }) => chunk);
}

/** The process, the engines and the service that a chunk's files go to. */
interface Places {
  readonly fileProcess: FileProcess;
  readonly engines: readonly WholeSlices[];
  readonly service: ServiceImports;
}

class ChunkRun {
  readonly #chunk: Chunk;
  readonly #places: Places;
  readonly #options: FilesProofOptions;
  readonly #tally: FileTally;
  #files = 0;
  /** Files that fast-check tries while it looks for the smallest are not counted. */
  #isShrinking = false;
  /** The fault was seen only when the file was sliced or imported whole. */
  #isOfWhole = false;

  constructor(chunk: Chunk, places: Places, options: FilesProofOptions, tally: FileTally) {
    this.#chunk = chunk;
    this.#places = places;
    this.#options = options;
    this.#tally = tally;
  }

  async run(): Promise<WrongFile | undefined> {
    switch (this.#chunk.family) {
      case "settings":
        return this.#check(writtenSettings, (written) =>
          this.#imported({ of: "settings", ...written }, (end) => this.#places.service.settings(written, end)),
        );
      case "catalogs":
        return this.#check(writtenCatalog, (written) =>
          this.#imported({ of: "catalog", ...written }, (end) => this.#places.service.catalog(written, end)),
        );
      case SHAPE_FAMILY:
        return this.#check(sameInAllFormats, async (written) => {
          const faults: string[] = [];
          for (const model of written)
            faults.push(...(await this.#judged(model)).map((fault) => `${model.format}: ${fault}`));
          return faults;
        });
      default:
        return this.#check(writtenModel(this.#chunk.family), (model) => this.#judged(model));
    }
  }

  async #judged(model: WrittenModel): Promise<readonly string[]> {
    const { format, bytes, means } = model;
    const end = await this.#places.fileProcess.judge({ of: "model", format, bytes, means });
    const faults = [...this.#counted(end)];
    const engine = this.#places.engines[Math.floor(this.#files / this.#options.wholeOf) % this.#places.engines.length];
    const isWhole = this.#isShrinking ? this.#isOfWhole : this.#files++ % this.#options.wholeOf === 0;
    if (engine === undefined || !isWhole || end.format === undefined) return faults;
    const { technology, faults: more } = await engine.slice(model, end.format, end);
    if (!this.#isShrinking) {
      this.#tally.countSlice(engine.slicer, technology);
      this.#isOfWhole = faults.length === 0 && more.length > 0;
    }
    return [...faults, ...more.map((fault) => `${engine.slicer}, ${technology}: ${fault}`)];
  }

  async #imported(file: JudgedFile, send: (end: FileEnd) => Promise<readonly string[]>): Promise<readonly string[]> {
    const end = await this.#places.fileProcess.judge(file);
    const faults = this.#counted(end);
    const isSent = this.#isShrinking ? this.#isOfWhole : this.#files++ % this.#options.serviceOf === 0;
    if (!isSent) return faults;
    const more = await send(end);
    if (!this.#isShrinking) {
      this.#tally.countImport(this.#chunk.family);
      this.#isOfWhole = faults.length === 0 && more.length > 0;
    }
    return [...faults, ...more];
  }

  #counted(end: FileEnd): readonly string[] {
    if (!this.#isShrinking) this.#tally.count(this.#chunk.family, end);
    return end.faults;
  }

  async #check<Written>(
    files: fc.Arbitrary<Written>,
    faultsOf: (written: Written) => Promise<readonly string[]>,
  ): Promise<WrongFile | undefined> {
    const { seed, runs, family } = this.#chunk;
    const { path } = this.#options;
    let shrinkUntil = Number.POSITIVE_INFINITY;
    const property = fc.asyncProperty(files, async (written) => {
      if (Date.now() > shrinkUntil) return;
      const faults = await faultsOf(written);
      if (faults.length === 0) return;
      if (!this.#isShrinking) shrinkUntil = Date.now() + MAX_SHRINKING_MILLISECONDS;
      this.#isShrinking = true;
      throw new Error(faults.join("; "));
    });
    const details = await fc.check(property, {
      seed,
      numRuns: runs,
      ...(path === undefined ? {} : { path }),
    });
    if (!details.failed) return undefined;
    const smallest = details.counterexample?.[0];
    const error =
      details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance);
    return {
      family,
      seed,
      path: details.counterexamplePath ?? "",
      text: `${error}\n${smallest === undefined || smallest === null ? "" : inWords(smallest)}`,
    };
  }
}

/** The smallest file: its name, and its bytes in Base64 as far as they can be printed. */
function inWords(written: unknown): string {
  return JSON.stringify(written, (name, value: unknown) => {
    if (name === "shape") return undefined;
    return value instanceof Uint8Array
      ? `base64: ${Buffer.from(value).toString("base64").slice(0, MAX_BASE64)}`
      : value;
  });
}

// The chosen files and their models: each is read once, even if several cards show it.

import type { ModelFormat } from "../../../../slicer-service/src/contract/model-formats.ts";
import type { OpenedModel } from "./model-file.ts";

/** A larger file would freeze a weak phone, so it is read only on request. Text and archives take longest. */
const MAX_UNASKED_BYTES: Readonly<Record<ModelFormat, number>> = {
  stl: 40_000_000,
  ply: 40_000_000,
  obj: 15_000_000,
  "3mf": 10_000_000,
  // The browser is given its triangles, which take more room than its surfaces.
  step: 10_000_000,
};

interface Opened {
  readonly file: File;
  readonly format: ModelFormat;
  model: Promise<OpenedModel> | undefined;
}

/** The server's copy of a model that this browser was never given or cannot read, as it cannot STEP. */
export interface ServedFile {
  readonly address: string;
  readonly format: ModelFormat;
  readonly sizeBytes: number;
}

interface Served extends ServedFile {
  model: Promise<OpenedModel> | undefined;
}

export class OpenedFiles {
  readonly #files = new Map<string, Opened>();
  /** The files of a filled basket and the triangles of STEP files, fetched once they are shown. */
  readonly #served = new Map<string, Served>();

  /** Files for a price request, which are only sent. */
  readonly #unopened = new Map<string, File>();

  addUnopened(key: string, file: File): void {
    this.#unopened.set(key, file);
  }

  unopened(key: string): File | undefined {
    return this.#unopened.get(key);
  }

  add(fileKey: string, file: File, format: ModelFormat): void {
    this.#files.set(fileKey, { file, format, model: undefined });
    // It may be another file than before.
    this.#served.delete(fileKey);
  }

  /** A file that was added before under the same key stays. */
  addServed(fileKey: string, served: ServedFile): void {
    if (!this.#served.has(fileKey)) this.#served.set(fileKey, { ...served, model: undefined });
  }

  /** Whether this browser has the file itself, so that it can upload it. */
  has(fileKey: string): boolean {
    return this.#files.has(fileKey);
  }

  canShow(fileKey: string): boolean {
    const file = this.#files.get(fileKey);
    const isReadHere = file !== undefined && file.format !== "step";
    return isReadHere || this.#served.has(fileKey);
  }

  file(fileKey: string): File | undefined {
    return this.#files.get(fileKey)?.file;
  }

  /** A large file is read only on the customer's request. */
  isLarge(fileKey: string): boolean {
    const opened = this.#files.get(fileKey);
    if (opened !== undefined) return opened.file.size > MAX_UNASKED_BYTES[opened.format];
    const served = this.#served.get(fileKey);
    return served !== undefined && served.sizeBytes > MAX_UNASKED_BYTES[served.format];
  }

  /** The model in the file. Rejects if it cannot be read, or three.js cannot be loaded. */
  async model(fileKey: string): Promise<OpenedModel> {
    const opened = this.#served.get(fileKey) ?? this.#files.get(fileKey);
    if (opened === undefined) throw new Error("the file is not in this browser");
    opened.model ??= open(opened.format, "file" in opened ? async () => opened.file : () => fetched(opened.address));
    try {
      return await opened.model;
    } catch (error) {
      // three.js may be missing for lack of a connection: the next call tries again.
      opened.model = undefined;
      throw error;
    }
  }

  /** Frees files that neither a card nor a price request needs. */
  keepOnly(keys: ReadonlySet<string>): void {
    for (const files of [this.#files, this.#unopened]) {
      for (const key of files.keys()) if (!keys.has(key)) files.delete(key);
    }
    // A removed card may come back, and its address with it.
    for (const [key, served] of this.#served) if (!keys.has(key)) served.model = undefined;
  }
}

/** Reading keeps the browser busy: one file after the other, with a pause for the visitor's own actions. */
let lastRead: Promise<unknown> = Promise.resolve();

function open(format: ModelFormat, read: () => Promise<Blob>): Promise<OpenedModel> {
  const model = lastRead
    .then(() => new Promise((resolve) => setTimeout(resolve, 50)))
    .then(async () => {
      const { openModelFile } = await import("./model-file.ts");
      return openModelFile(await read(), format);
    });
  lastRead = model.catch(() => undefined);
  return model;
}

/** @throws Error once the address has expired: loading the page again gives another */
async function fetched(address: string): Promise<Blob> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the model was answered with ${response.status}`);
  return response.blob();
}

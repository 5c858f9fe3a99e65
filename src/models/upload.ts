// Upload reader: streams a multipart request, fields as text, model files straight into the studio's store.
//
// Fields and files may come in any order. A faulty file is noted and the rest is still read, so that one response can
// name every fault of the request.

import { TooLarge } from "../domain/errors.ts";
import type { Faults } from "../domain/faults.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { IncomingModel, type ReceivedModel, type StoredModel } from "./incoming-model.ts";
import { MultipartParts, type PartEvent, type PartNames, unreadable } from "./multipart-parts.ts";

export interface UploadLimits {
  readonly fileMegabytes: number;
  readonly requestMegabytes: number;
}

/** The names under which an operation takes model files, and how many of them. */
export interface TakenFiles {
  readonly takes: (name: string) => boolean;
  readonly maxFiles: number;
}

export interface Upload {
  /** Trimmed values by name, in the order sent. Empty values are left out, as if not sent. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly UploadedFile[];
}

/** A file under one of the operation's file fields. */
export interface UploadedFile {
  readonly field: string;
  readonly fileName: string;
  /** A surplus file is skipped and not stored. */
  readonly received: ReceivedModel | { readonly outcome: "surplus" };
}

const MEGABYTE = 1024 * 1024;
const READ_BYTES = 64 * 1024;
const MAX_FILE_NAME = 255;
/** Small files are stored while the next ones arrive, a few at once. A large one holds its memory until it is stored. */
const SMALL_FILE_BYTES = 512 * 1024;
const MAX_STORED_AT_ONCE = 4;

/** A multipart body that arrives. `contentType` names its boundary; `statedBytes` is 0 where no length was stated. */
export interface IncomingBody {
  readonly contentType: string;
  readonly statedBytes: number;
  readonly stream: ReadableStream<Uint8Array> | null;
}

/**
 * @param taken files under other names are ignored
 * @throws Invalid where the body cannot be read, TooLarge where it is too large as a whole
 */
export async function readUpload(
  { contentType, statedBytes, stream }: IncomingBody,
  tenant: Tenant,
  limits: UploadLimits,
  taken: TakenFiles,
): Promise<Upload> {
  const maxBytes = limits.requestMegabytes * MEGABYTE;
  if (statedBytes > maxBytes) throw requestTooLarge(limits);
  if (stream === null) throw unreadable("is empty");

  const parts = new MultipartParts(contentType, taken.takes);
  const intake = new Intake(tenant, limits, taken);
  const reader = stream.getReader({ mode: "byob" });
  try {
    let readBytes = 0;
    let memory = new ArrayBuffer(READ_BYTES);
    for (;;) {
      const { done, value: chunk } = await reader.readAtLeast(READ_BYTES, new Uint8Array(memory));
      if (chunk !== undefined && chunk.length > 0) {
        readBytes += chunk.length;
        if (readBytes > maxBytes) throw requestTooLarge(limits);
        const { events, isFree } = parts.next(chunk);
        for (const event of events) await intake.take(event);
        // Reused where nothing refers to it: a new buffer per read would make garbage as large as the file.
        memory = isFree ? chunk.buffer : new ArrayBuffer(READ_BYTES);
      }
      if (done) break;
    }
    for (const event of parts.finish()) await intake.take(event);
    return await intake.finish();
  } catch (error) {
    await Promise.allSettled([intake.discard(), reader.cancel()]);
    throw error;
  }
}

/** The stored model of a file, or undefined where its fault was noted in `faults`. */
export function acceptFile(
  file: UploadedFile,
  { fileMegabytes }: UploadLimits,
  faults: Faults,
): StoredModel | undefined {
  switch (file.received.outcome) {
    case "stored":
      return file.received.model;
    case "invalid":
      faults.add(file.field, `"${file.fileName}" ${file.received.fault}`);
      return undefined;
    case "too_large":
      faults.addTooLarge(file.field, `"${file.fileName}" is larger than ${fileMegabytes} MB`);
      return undefined;
    case "surplus":
      faults.add(file.field, `"${file.fileName}" is one file too many`);
      return undefined;
  }
}

/** Collects fields and stores files, one event after the other. */
class Intake {
  readonly #tenant: Tenant;
  readonly #limits: UploadLimits;
  readonly #taken: TakenFiles;
  readonly #fields = new Map<string, string[]>();
  readonly #files: Promise<UploadedFile>[] = [];
  readonly #beingStored = new Set<Promise<unknown>>();
  #current: { readonly names: PartNames; readonly model: IncomingModel | undefined } | undefined;

  constructor(tenant: Tenant, limits: UploadLimits, taken: TakenFiles) {
    this.#tenant = tenant;
    this.#limits = limits;
    this.#taken = taken;
  }

  async take(event: PartEvent): Promise<void> {
    switch (event.kind) {
      case "field":
        this.#addField(event.name, event.value);
        return;
      case "file":
        if (this.#taken.takes(event.names.name)) this.#current = { names: event.names, model: this.#newModel() };
        return;
      case "bytes":
        await this.#current?.model?.add(event.bytes);
        return;
      case "end":
        await this.#endFile();
        return;
      default:
        return event satisfies never;
    }
  }

  async finish(): Promise<Upload> {
    return { fields: this.#fields, files: await Promise.all(this.#files) };
  }

  async discard(): Promise<void> {
    await Promise.allSettled([this.#current?.model?.discard(), ...this.#files]);
  }

  #newModel(): IncomingModel | undefined {
    if (this.#files.length >= this.#taken.maxFiles) return undefined;
    const { modelFiles, db } = this.#tenant;
    return new IncomingModel(modelFiles, db, this.#limits.fileMegabytes * MEGABYTE);
  }

  async #endFile(): Promise<void> {
    if (this.#current === undefined) return;
    const { names, model } = this.#current;
    this.#current = undefined;
    const fileName = cleanFileName(names.fileName ?? "");
    // A file input that was left empty.
    if (fileName === "" && model?.sizeBytes === 0) return;
    if (model === undefined) {
      this.#files.push(Promise.resolve({ field: names.name, fileName, received: { outcome: "surplus" } }));
      return;
    }
    const stored = model.finish().then((received) => ({ field: names.name, fileName, received }));
    this.#files.push(stored);
    if (model.sizeBytes > SMALL_FILE_BYTES) {
      await stored;
      return;
    }
    const ended: Promise<unknown> = stored.then(
      () => this.#beingStored.delete(ended),
      () => this.#beingStored.delete(ended),
    );
    this.#beingStored.add(ended);
    if (this.#beingStored.size >= MAX_STORED_AT_ONCE) await Promise.race(this.#beingStored);
  }

  #addField(name: string, value: string): void {
    const trimmed = value.trim();
    if (trimmed !== "") this.#fields.set(name, [...(this.#fields.get(name) ?? []), trimmed]);
  }
}

/** The bare name: some browsers send a path, and control characters help no one. */
function cleanFileName(sent: string): string {
  const bare = sent.split(/[\\/]/).at(-1) ?? "";
  return bare
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, MAX_FILE_NAME);
}

const requestTooLarge = ({ requestMegabytes }: UploadLimits) =>
  new TooLarge({ body: [`is larger than ${requestMegabytes} MB`] });

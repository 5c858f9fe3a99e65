// Upload reader: streams a multipart request, fields as text, small files into memory, large ones into the store.
//
// Fields and files may come in any order. A faulty file is noted and the rest is still read, so that one response can
// name every fault of the request.

import { type Faults, TooLarge } from "../domain/errors.ts";
import type { Sentence } from "../domain/sentence.ts";
import { drain } from "../platform/body-stream.ts";
import { PART_BYTES } from "../platform/ports.ts";
import { withTimeout } from "../platform/with-timeout.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { ArrivedModel } from "./arrived-model.ts";
import { cleanFileName } from "./file-name.ts";
import { IncomingModel, type ReceivedModel } from "./incoming-model.ts";
import { MultipartParts, type PartEvent, type PartNames, unreadable } from "./multipart/multipart-parts.ts";
import { type Reservation, uploadMemory } from "./upload-memory.ts";

export interface UploadLimits {
  readonly fileMegabytes: number;
  readonly requestMegabytes: number;
}

/** The names under which an operation takes model files, and their greatest number. */
export interface TakenFiles {
  readonly takes: (name: string) => boolean;
  /** The names, for the fault of a file under another one. */
  readonly inWords: Sentence;
  readonly maxFiles: number;
  /** The most parts of the form, fields and files together. Undefined: the usual limit, which holds for the whole API. */
  readonly maxParts?: number;
}

export interface Upload {
  /** Trimmed values by name, in the order sent. Empty values are left out, as if not sent. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly UploadedFile[];
  /** Files under other names: they were skipped. */
  readonly misplaced: readonly { readonly field: string; readonly fileName: string }[];
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
/** The bytes of small files that may wait in memory until the whole request is read. */
const MAX_HELD_BYTES = 3 * MEGABYTE;
/** One part of a large file, small files, and the buffers of reading. */
const MAX_MEMORY_BYTES = PART_BYTES + MAX_HELD_BYTES + 4 * READ_BYTES;
/** A stalled upload would hold its memory for ever: one slower than READ_BYTES in this time is refused. */
const MAX_READ_MILLISECONDS = 60_000;
/** A trickling upload is refused after this time: the largest file takes it at half a megabit a second. */
const MAX_UPLOAD_MILLISECONDS = 30 * 60_000;

/** An arriving multipart body. `contentType` names its boundary; `statedBytes` is undefined if no length was stated. */
export interface IncomingBody {
  readonly contentType: string;
  readonly statedBytes: number | undefined;
  readonly stream: ReadableStream<Uint8Array> | null;
}

/** An upload that was read. */
export interface ReadUpload extends Upload {
  /** Discards the files that no caller has stored, and gives the upload's memory back. */
  end(): Promise<void>;
}

/**
 * Reads an upload. Its files are not yet the studio's: they are in memory, or in the store under keys without a row. `end` must be
 * called after they were stored, or will not be.
 *
 * @param taken files under other names are ignored
 * @throws Invalid if the body cannot be read, TooLarge if it is too large as a whole, Overloaded if the isolate has no
 *   memory for it
 */
export async function readUpload(
  { contentType, statedBytes, stream }: IncomingBody,
  tenant: Pick<Tenant, "studioId" | "modelFiles">,
  limits: UploadLimits,
  taken: TakenFiles,
): Promise<ReadUpload> {
  if (stream === null) throw unreadable({ en: "is empty", uk: "порожнє" });
  const reader = stream.getReader({ mode: "byob" });
  const maxBytes = limits.requestMegabytes * MEGABYTE;
  let reservation: Reservation | undefined;
  let intake: Intake | undefined;
  try {
    if (statedBytes !== undefined && statedBytes > maxBytes) throw requestTooLarge(limits);
    // Twice its length: a file's memory grows by doubling, and the outgrown buffer waits for the garbage collection.
    const neededBytes = Math.min(2 * (statedBytes ?? MAX_MEMORY_BYTES), MAX_MEMORY_BYTES);
    reservation = await uploadMemory.reserve(tenant.studioId, neededBytes);
    intake = new Intake(tenant, limits, taken);
    const parts = new MultipartParts(contentType, taken.takes, taken.maxParts);
    await readParts(reader, statedBytes, parts, intake, reservation, limits);
    const upload = intake.finish();
    reservation.shrinkTo(intake.heldBytes);
    const [ownReservation, ownIntake] = [reservation, intake];
    return {
      ...upload,
      async end() {
        ownReservation.shrinkTo(0);
        await ownIntake.discard();
      },
    };
  } catch (error) {
    await Promise.allSettled([intake?.discard(), drain(reader)]);
    reservation?.shrinkTo(0);
    throw error;
  }
}

async function readParts(
  reader: ReadableStreamBYOBReader,
  statedBytes: number | undefined,
  parts: MultipartParts,
  intake: Intake,
  reservation: Reservation,
  limits: UploadLimits,
): Promise<void> {
  const takeAll = async (events: readonly PartEvent[]) => {
    for (const event of events) await intake.take(event);
  };
  const giveUpAt = Date.now() + MAX_UPLOAD_MILLISECONDS;
  const maxBytes = limits.requestMegabytes * MEGABYTE;
  // A body that states its length is read to it, and a small one by a single call.
  const bytesPerRead = Math.min(READ_BYTES, statedBytes || READ_BYTES);
  let readBytes = 0;
  let memory: ArrayBuffer | undefined;
  for (;;) {
    if (Date.now() > giveUpAt)
      throw unreadable({
        en: "arrived too slowly: not all of it came within half an hour",
        uk: "надходило надто повільно: за пів години надійшло не все",
      });
    const reading = reader.readAtLeast(bytesPerRead, new Uint8Array(memory ?? new ArrayBuffer(bytesPerRead)));
    const read = await withTimeout(MAX_READ_MILLISECONDS, reading);
    if (read === "too_late")
      throw unreadable({
        en: `arrived too slowly: less than ${READ_BYTES / 1024} KB in a minute`,
        uk: `надходило надто повільно: менше ніж ${READ_BYTES / 1024} КБ за хвилину`,
      });
    reservation.renew();
    const { done, value: chunk } = read;
    if (chunk !== undefined && chunk.length > 0) {
      readBytes += chunk.length;
      if (readBytes > maxBytes) throw requestTooLarge(limits);
      if (readBytes === statedBytes) return takeAll(parts.finish(chunk));
      const { events, isFree } = parts.next(chunk);
      await takeAll(events);
      // Reused if nothing refers to it: a new buffer per read would make garbage as large as the file.
      memory = isFree ? chunk.buffer : undefined;
    }
    if (done) return takeAll(parts.finish());
  }
}

/** The model of a file, or undefined if its fault was noted in `faults`. */
export function acceptFile(
  file: UploadedFile,
  { fileMegabytes }: UploadLimits,
  faults: Faults,
): ArrivedModel | undefined {
  switch (file.received.outcome) {
    case "arrived":
      return file.received.model;
    case "invalid":
      faults.add(file.field, aboutFile(file.fileName, file.received.fault));
      return undefined;
    case "too_large":
      faults.addTooLarge(
        file.field,
        aboutFile(file.fileName, { en: `is larger than ${fileMegabytes} MB`, uk: `більший за ${fileMegabytes} МБ` }),
      );
      return undefined;
    case "surplus":
      faults.add(file.field, aboutFile(file.fileName, { en: "is one file too many", uk: "зайвий" }));
      return undefined;
  }
}

/** A sentence about a file: its name, then the fault. */
export function aboutFile(fileName: string, said: Sentence): Sentence {
  return { en: `"${fileName}" ${said.en}`, uk: `«${fileName}» ${said.uk}` };
}

/** Collects fields and files, one event after the other. */
class Intake {
  readonly #tenant: Pick<Tenant, "modelFiles">;
  readonly #limits: UploadLimits;
  readonly #taken: TakenFiles;
  readonly #fields = new Map<string, string[]>();
  readonly #files: UploadedFile[] = [];
  readonly #misplaced: Upload["misplaced"][number][] = [];
  #heldBytes = 0;
  #current: { readonly names: PartNames; readonly model: IncomingModel | undefined } | undefined;

  constructor(tenant: Pick<Tenant, "modelFiles">, limits: UploadLimits, taken: TakenFiles) {
    this.#tenant = tenant;
    this.#limits = limits;
    this.#taken = taken;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  async take(event: PartEvent): Promise<void> {
    switch (event.kind) {
      case "field":
        this.#addField(event.name, event.value);
        return;
      case "file":
        this.#beginFile(event.names);
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

  finish(): Upload {
    return { fields: this.#fields, files: this.#files, misplaced: this.#misplaced };
  }

  /** Discards the files that no caller stores. */
  async discard(): Promise<void> {
    const { modelFiles } = this.#tenant;
    const arrived = this.#files.flatMap(({ received }) => (received.outcome === "arrived" ? [received.model] : []));
    const discarding = arrived.map((model) => model.discardUnlessStored(modelFiles));
    await Promise.allSettled([this.#current?.model?.discard(), ...discarding]);
  }

  #beginFile(names: PartNames): void {
    if (this.#taken.takes(names.name)) this.#current = { names, model: this.#newModel() };
    else this.#misplaced.push({ field: names.name, fileName: cleanFileName(names.fileName ?? "") });
  }

  #newModel(): IncomingModel | undefined {
    if (this.#files.length >= this.#taken.maxFiles) return undefined;
    return new IncomingModel(this.#tenant.modelFiles, this.#limits.fileMegabytes * MEGABYTE);
  }

  async #endFile(): Promise<void> {
    if (this.#current === undefined) return;
    const { names, model } = this.#current;
    const fileName = cleanFileName(names.fileName ?? "");
    // A file input that was left empty has neither name nor bytes.
    if (fileName !== "" || model?.sizeBytes !== 0) {
      const received = (await model?.finish(MAX_HELD_BYTES - this.#heldBytes, fileName)) ?? {
        outcome: "surplus" as const,
      };
      if (received.outcome === "arrived" && received.model.isHeld) this.#heldBytes += received.model.sizeBytes;
      this.#files.push({ field: names.name, fileName, received });
    }
    this.#current = undefined;
  }

  #addField(name: string, value: string): void {
    const trimmed = value.trim();
    if (trimmed !== "") this.#fields.set(name, [...(this.#fields.get(name) ?? []), trimmed]);
  }
}

const requestTooLarge = ({ requestMegabytes }: UploadLimits) =>
  new TooLarge({ body: [{ en: `is larger than ${requestMegabytes} MB`, uk: `більше за ${requestMegabytes} МБ` }] });

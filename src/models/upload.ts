// Reads a multipart request as it streams in: fields as text, model files straight into the studio's store. Fields and
// files may come in any order. What is wrong with a file is noted and the rest is read on, so that one answer can name
// every fault of the request.

import { parse as parseDisposition } from "content-disposition";
import { decodeField, make as makeParser, type PartInfo } from "multipasta";
import type { Tenant } from "../gate/tenant.ts";
import { payloadTooLarge, unsupportedMediaType, validationFailed } from "../http/errors.ts";
import type { Faults } from "../http/validation.ts";
import { IncomingModel, type ReceivedModel, type StoredModel } from "./incoming.model.ts";

export interface UploadLimits {
  readonly fileMegabytes: number;
  readonly requestMegabytes: number;
}

export interface Upload {
  /** Values by name, trimmed, in the order sent. An empty value is as good as not sent, and left out. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly UploadedFile[];
}

/** A file under a name that the operation takes files under. */
export interface UploadedFile {
  readonly field: string;
  readonly fileName: string;
  readonly received: ReceivedModel;
}

const MEGABYTE = 1024 * 1024;
const MOST_PARTS = 200;
const MOST_FIELD_BYTES = 64 * 1024;
const LONGEST_FILE_NAME = 255;

/**
 * @param isFileField tells the names that the operation takes model files under; files under others are ignored
 * @throws ApiError 415 where the body is not multipart, 400 where it cannot be read, 413 where it is too large as a whole
 */
export async function readUpload(
  request: Request,
  { modelFiles, db }: Tenant,
  limits: UploadLimits,
  isFileField: (name: string) => boolean,
): Promise<Upload> {
  const contentType = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\b/i.test(contentType)) throw unsupportedMediaType("multipart/form-data");
  const mostBytes = limits.requestMegabytes * MEGABYTE;
  if (Number(request.headers.get("Content-Length")) > mostBytes) throw requestTooLarge(limits);
  if (request.body === null) throw unreadable("is empty");

  const fields = new Map<string, string[]>();
  const files: UploadedFile[] = [];
  const parts = new PartEvents(contentType);
  let current: { readonly names: PartNames; readonly model: IncomingModel } | undefined;
  let readBytes = 0;

  const take = async (event: PartEvent): Promise<void> => {
    switch (event.kind) {
      case "field":
        addField(fields, event.name, event.value);
        return;
      case "file":
        current = isFileField(event.names.name)
          ? { names: event.names, model: new IncomingModel(modelFiles, db, limits.fileMegabytes * MEGABYTE) }
          : undefined;
        return;
      case "bytes":
        await current?.model.add(event.bytes);
        return;
      case "end": {
        const ended = current;
        current = undefined;
        if (ended === undefined) return;
        const fileName = cleanFileName(ended.names.fileName ?? "");
        // A form's file input that was left empty.
        if (fileName === "" && ended.model.sizeBytes === 0) return;
        files.push({ field: ended.names.name, fileName, received: await ended.model.finish() });
        return;
      }
      default:
        return event satisfies never;
    }
  };

  try {
    for await (const chunk of request.body) {
      readBytes += chunk.length;
      if (readBytes > mostBytes) throw requestTooLarge(limits);
      for (const event of parts.next(chunk)) await take(event);
    }
    parts.finish();
  } finally {
    await current?.model.discard();
  }
  return { fields, files };
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
  }
}

type PartEvent =
  | { readonly kind: "field"; readonly name: string; readonly value: string }
  | { readonly kind: "file"; readonly names: PartNames }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "end" };

/** The parser tells its findings by callback; here they are collected, so that each can be awaited in turn. */
class PartEvents {
  readonly #parser: ReturnType<typeof makeParser>;
  #events: PartEvent[] = [];
  #fault: string | undefined;
  #ended = false;

  constructor(contentType: string) {
    this.#parser = makeParser({
      headers: { "content-type": contentType },
      maxParts: MOST_PARTS,
      maxFieldSize: MOST_FIELD_BYTES,
      // Some clients send JSON fields as blobs, which makes them look like files.
      isFile: (info) => namesOf(info).fileName !== undefined && info.contentType !== "application/json",
      onField: (info, value) =>
        this.#events.push({ kind: "field", name: namesOf(info).name, value: decodeField(info, value) }),
      onFile: (info) => {
        this.#events.push({ kind: "file", names: namesOf(info) });
        return (bytes) => this.#events.push(bytes === null ? { kind: "end" } : { kind: "bytes", bytes });
      },
      onError: (error) => {
        this.#fault ??= error._tag === "ReachedLimit" ? limitFault(error.limit) : "is not valid multipart/form-data";
      },
      onDone: () => {
        this.#ended = true;
      },
    });
    this.#throwIfFaulty();
  }

  /** What the next bytes of the body brought. */
  next(chunk: Uint8Array): PartEvent[] {
    this.#parse(() => this.#parser.write(chunk));
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** @throws ApiError 400 where the body ended in the middle of a part */
  finish(): void {
    if (!this.#ended) throw unreadable("ends before its last part does");
  }

  #parse(step: () => void): void {
    try {
      step();
    } catch {
      // A header that cannot be decoded.
      this.#fault ??= "is not valid multipart/form-data";
    }
    this.#throwIfFaulty();
  }

  #throwIfFaulty(): void {
    if (this.#fault !== undefined) throw unreadable(this.#fault);
  }
}

interface PartNames {
  readonly name: string;
  /** Undefined for a part that is no file. */
  readonly fileName: string | undefined;
}

/**
 * The names in a part's Content-Disposition. multipasta reads them as HTTP has it, in Latin-1, and loses a part whose
 * file is called "Куб.stl"; browsers and curl send them in UTF-8 (RFC 7578, 5.1).
 */
function namesOf({ headers }: PartInfo): PartNames {
  const disposition = headers["content-disposition"];
  const { parameters } = parseDisposition(typeof disposition === "string" ? disposition : "", { multipart: true });
  return { name: parameters.name ?? "", fileName: parameters.filename };
}

function limitFault(limit: "MaxParts" | "MaxTotalSize" | "MaxPartSize" | "MaxFieldSize"): string {
  return limit === "MaxParts"
    ? `has more than ${MOST_PARTS} parts`
    : `has a field of more than ${MOST_FIELD_BYTES / 1024} KB`;
}

function addField(fields: Map<string, string[]>, name: string, value: string): void {
  const trimmed = value.trim();
  if (trimmed !== "") fields.set(name, [...(fields.get(name) ?? []), trimmed]);
}

/** The bare name: some browsers send a path, and control characters help no one. */
function cleanFileName(sent: string): string {
  const bare = sent.split(/[\\/]/).at(-1) ?? "";
  return bare
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, LONGEST_FILE_NAME);
}

const unreadable = (fault: string) => validationFailed({ body: [fault] });

const requestTooLarge = ({ requestMegabytes }: UploadLimits) =>
  payloadTooLarge({ body: [`is larger than ${requestMegabytes} MB`] });

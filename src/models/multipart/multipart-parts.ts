// Multipart parser on top of multipasta: parts of a body as its bytes arrive, with workarounds for its faults.

import { parse as parseDisposition } from "content-disposition";
import { decodeField, make as makeParser, type PartInfo } from "multipasta";
import { Invalid } from "../../domain/errors.ts";
import type { Sentence } from "../../domain/sentence.ts";
import { PartHeaders } from "./part-headers.ts";

export type PartEvent =
  | { readonly kind: "field"; readonly name: string; readonly value: string }
  | { readonly kind: "file"; readonly names: PartNames }
  /** A view of the chunk passed to `next`: valid until the next call. */
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "end" };

export interface PartNames {
  readonly name: string;
  /** Undefined for a part that is not a file. */
  readonly fileName: string | undefined;
}

const MAX_PARTS = 200;
const MAX_FIELD_BYTES = 64 * 1024;
/**
 * The last bytes are held back until the body has ended: multipasta detects the end by two hyphens after a boundary (of at
 * most 70 characters, RFC 2046), and misses them if they are split over two writes.
 */
const HELD_BYTES = 256;
const NO_BYTES = new Uint8Array(0);

export class MultipartParts {
  readonly #parser: ReturnType<typeof makeParser>;
  readonly #headers = new PartHeaders();
  #events: PartEvent[] = [];
  #held: Uint8Array = NO_BYTES;
  #fault: Sentence | undefined;
  #ended = false;
  /** Names of the part that began last. */
  #names: PartNames = { name: "", fileName: undefined };

  /** @param isFileField whether model files may come under this name */
  constructor(contentType: string, isFileField: (name: string) => boolean, maxParts = MAX_PARTS) {
    this.#parser = makeParser({
      headers: { "content-type": contentType },
      maxParts,
      maxFieldSize: MAX_FIELD_BYTES,
      // Asked once as a part begins, before the events of its field or file.
      isFile: (info) => {
        this.#names = namesOf(info, this.#headers);
        const { name, fileName } = this.#names;
        // Some clients send JSON fields as blobs, which makes them look like files.
        return fileName !== undefined && (isFileField(name) || info.contentType !== "application/json");
      },
      onField: (info, value) =>
        this.#events.push({ kind: "field", name: this.#names.name, value: decodeField(info, value) }),
      onFile: () => {
        this.#events.push({ kind: "file", names: this.#names });
        return (bytes) => this.#events.push(bytes === null ? { kind: "end" } : { kind: "bytes", bytes });
      },
      onError: (error) => {
        if (this.#ended) return;
        this.#fault ??= error._tag === "ReachedLimit" ? limitFault(error.limit, maxParts) : NOT_MULTIPART;
      },
      onDone: () => {
        this.#ended = true;
      },
    });
    this.#throwIfFaulty();
  }

  /**
   * The events of the next bytes, and whether the chunk's memory may be reused once these are processed.
   *
   * @throws Invalid if the body is not a multipart form, or has too many or too large fields
   */
  next(chunk: Uint8Array): { readonly events: readonly PartEvent[]; readonly isFree: boolean } {
    if (chunk.length <= HELD_BYTES) {
      const all = joined(this.#held, chunk);
      const ready = Math.max(0, all.length - HELD_BYTES);
      this.#held = all.subarray(ready);
      this.#write(all.subarray(0, ready));
      return { events: this.#takeEvents(), isFree: true };
    }
    const ready = chunk.subarray(0, chunk.length - HELD_BYTES);
    this.#write(this.#held);
    this.#held = chunk.slice(ready.length);
    this.#write(ready);
    const events = this.#takeEvents();
    const last = events.at(-1);
    // The parser has released the chunk if the last event reaches to its very end.
    const isFree =
      last?.kind === "bytes" && last.bytes.byteOffset + last.bytes.length === ready.byteOffset + ready.length;
    return { events, isFree };
  }

  /**
   * The events of the body's last bytes and its end.
   *
   * @throws Invalid as `next` does, and if the body ends in the middle of a part
   */
  finish(last: Uint8Array = NO_BYTES): readonly PartEvent[] {
    this.#write(this.#held.length === 0 ? last : joined(this.#held, last));
    if (!this.#ended) throw unreadable({ en: "ends before its last part does", uk: "уривається, не дійшовши кінця" });
    return this.#takeEvents();
  }

  #write(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#headers.begin(bytes);
    try {
      this.#parser.write(bytes);
    } catch {
      // A header that cannot be decoded.
      this.#fault ??= NOT_MULTIPART;
    }
    this.#headers.end();
    this.#throwIfFaulty();
  }

  #takeEvents(): readonly PartEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #throwIfFaulty(): void {
    if (this.#fault !== undefined) throw unreadable(this.#fault);
  }
}

/** A fault of the body as a whole. */
export const unreadable = (fault: Sentence) => new Invalid({ body: [fault] });

const NOT_MULTIPART: Sentence = {
  en: "is not valid multipart/form-data",
  uk: "не є правильним multipart/form-data",
};

/**
 * The names in a part's Content-Disposition. multipasta reads them as HTTP has it, in Latin-1, and loses a part whose
 * file is called "Куб.stl"; browsers and curl send them in UTF-8 (RFC 7578, 5.1).
 */
function namesOf({ headers }: PartInfo, sent: PartHeaders): PartNames {
  const decoded = headers["content-disposition"];
  const disposition = typeof decoded === "string" ? sent.dispositionOf(decoded) : "";
  // Browsers write a quotation mark as %22, curl and others as \".
  const { parameters } = parseDisposition(disposition.replaceAll('\\"', "%22"), { multipart: true });
  return { name: parameters.name ?? "", fileName: parameters.filename };
}

function limitFault(limit: "MaxParts" | "MaxTotalSize" | "MaxPartSize" | "MaxFieldSize", maxParts: number): Sentence {
  const maxKilobytes = MAX_FIELD_BYTES / 1024;
  return limit === "MaxParts"
    ? { en: `has more than ${maxParts} parts`, uk: `має понад ${maxParts} частин` }
    : { en: `has a field of more than ${maxKilobytes} KB`, uk: `має поле, більше за ${maxKilobytes} КБ` };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

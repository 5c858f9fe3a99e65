// Incoming model: receives one file as it streams in, hashed part by part, with at most one part in memory.

import type { Sentence } from "../domain/sentence.ts";
import { type GrowingModelFile, type ModelFiles, PART_BYTES } from "../platform/ports.ts";
import { sha256OfBytes } from "../platform/sha256.ts";
import { type Sha256Stream, sha256Stream } from "../platform/sha256-stream.ts";
import { ArrivedModel } from "./arrived-model.ts";
import { END_BYTES, recogniseModel } from "./recognise/recognise-model.ts";

export type ReceivedModel =
  | { readonly outcome: "arrived"; readonly model: ArrivedModel }
  | { readonly outcome: "invalid"; readonly fault: Sentence; readonly advises: boolean }
  | { readonly outcome: "too_large" };

export class IncomingModel {
  readonly #files: ModelFiles;
  readonly #maxBytes: number;
  /** Begun with the second part, as the object is. */
  #hash: Sha256Stream | undefined;
  /** Begun at the size of the first bytes: a small file comes at once, and then takes no more memory than it has bytes. */
  #buffer = new Uint8Array(0);
  #buffered = 0;
  #sizeBytes = 0;
  /** Begun with the second part: a file of one part needs none. */
  #growing: GrowingModelFile | undefined;
  #head: Uint8Array | undefined;
  #tailOfParts = new Uint8Array(0);

  constructor(files: ModelFiles, maxBytes: number) {
    this.#files = files;
    this.#maxBytes = maxBytes;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Takes the next bytes. Resolves when they may be overwritten. */
  async add(bytes: Uint8Array): Promise<void> {
    this.#sizeBytes += bytes.length;
    // A file that is too large is read to its end, so that the rest of the request is still checked, but not kept.
    if (this.#sizeBytes > this.#maxBytes) return this.discard();

    let rest = bytes;
    while (rest.length > 0) {
      if (this.#buffered === PART_BYTES) await this.#flushPart();
      const taken = rest.subarray(0, PART_BYTES - this.#buffered);
      this.#reserve(this.#buffered + taken.length);
      this.#buffer.set(taken, this.#buffered);
      this.#buffered += taken.length;
      rest = rest.subarray(taken.length);
    }
  }

  /**
   * To be called after the file's last byte was added.
   *
   * @param maxHeldBytes a larger file is put into the store at once
   * @param fileName for the fault of a file that is no model
   */
  async finish(maxHeldBytes: number, fileName: string): Promise<ReceivedModel> {
    if (this.#sizeBytes > this.#maxBytes) return { outcome: "too_large" };
    const ends = { head: this.#head ?? this.#end(0), tail: this.#tail(), sizeBytes: this.#sizeBytes };
    const recognised = recogniseModel(ends, fileName);
    const sha256 = await this.#finishHash();
    if ("fault" in recognised) {
      await this.discard();
      return { outcome: "invalid", ...recognised };
    }
    const file = { sha256, format: recognised.format, sizeBytes: this.#sizeBytes };
    const isHeld = this.#growing === undefined && this.#sizeBytes <= maxHeldBytes;
    const model = isHeld
      ? new ArrivedModel(file, { kind: "held", bytes: this.#takeBytes() })
      : new ArrivedModel(file, { kind: "in_store", objectKey: await this.#storeFile() });
    return { outcome: "arrived", model };
  }

  /** Deletes the file from memory or store. */
  async discard(): Promise<void> {
    this.#buffered = 0;
    const growing = this.#growing;
    this.#growing = undefined;
    await growing?.abort();
  }

  async #finishHash(): Promise<string> {
    const last = this.#buffer.subarray(0, this.#buffered);
    if (this.#hash === undefined) return sha256OfBytes(last);
    await this.#hash.add(last);
    return this.#hash.finish();
  }

  async #storeFile(): Promise<string> {
    const last = this.#buffer.subarray(0, this.#buffered);
    if (this.#growing === undefined) return this.#files.save(last);
    const growing = this.#growing;
    await growing.add(last);
    await growing.complete();
    return growing.key;
  }

  async #flushPart(): Promise<void> {
    this.#head ??= this.#end(0).slice();
    this.#tailOfParts = this.#end(Math.max(0, this.#buffered - END_BYTES)).slice();
    this.#growing ??= await this.#files.begin();
    this.#hash ??= sha256Stream();
    const part = this.#buffer.subarray(0, this.#buffered);
    await this.#hash.add(part);
    await this.#growing.add(part);
    this.#buffered = 0;
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#buffer.length) return;
    const length = Math.min(PART_BYTES, Math.max(bytes, 2 * this.#buffer.length));
    // Transferred, not copied: the smaller buffer is freed at once and not at the next garbage collection.
    this.#buffer = new Uint8Array(this.#buffer.buffer.transfer(length));
  }

  /** The whole file, without unused memory behind it. */
  #takeBytes(): Uint8Array {
    return new Uint8Array(this.#buffer.buffer.transfer(this.#buffered));
  }

  #end(from: number): Uint8Array {
    return this.#buffer.subarray(from, Math.min(this.#buffered, from + END_BYTES));
  }

  #tail(): Uint8Array {
    const last = this.#end(Math.max(0, this.#buffered - END_BYTES));
    if (this.#tailOfParts.length === 0) return last;
    const before = this.#tailOfParts.subarray(Math.max(0, this.#tailOfParts.length + last.length - END_BYTES));
    const tail = new Uint8Array(before.length + last.length);
    tail.set(before);
    tail.set(last, before.length);
    return tail;
  }
}

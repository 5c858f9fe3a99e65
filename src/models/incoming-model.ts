// Incoming model: streams one file into the studio's store, hashed on the way, with at most one part in memory.
//
// A content that the studio has already is not stored again.

import { eq, type SQL } from "drizzle-orm";
import type { ModelFormat } from "../../slicer-service/src/contract/model-formats.ts";
import { models } from "../db/schema.ts";
import type { Insertable, StudioDb } from "../db/studio-db.ts";
import { type GrowingModelFile, type ModelFiles, PART_BYTES } from "../platform/ports.ts";
import { sha256Stream } from "../platform/sha256-stream.ts";
import { END_BYTES, recogniseModel } from "./recognise-model.ts";

export interface StoredModel {
  readonly id: number;
  readonly sha256: string;
  readonly format: ModelFormat;
  readonly sizeBytes: number;
  readonly objectKey: string;
}

export type ReceivedModel =
  | { readonly outcome: "stored"; readonly model: StoredModel }
  | { readonly outcome: "invalid"; readonly fault: string }
  | { readonly outcome: "too_large" };

const FIRST_BUFFER_BYTES = 64 * 1024;
/** Retention counts in days, so a use is noted once an hour at most. */
const USE_NOTED_EVERY_MILLISECONDS = 3_600_000;

export class IncomingModel {
  readonly #files: ModelFiles;
  readonly #db: StudioDb;
  readonly #maxBytes: number;
  readonly #hash = sha256Stream();
  #buffer = new Uint8Array(FIRST_BUFFER_BYTES);
  #buffered = 0;
  #sizeBytes = 0;
  /** Begins with the second part: a file of one part is put at once. */
  #growing: GrowingModelFile | undefined;
  #head: Uint8Array | undefined;
  #tailOfParts = new Uint8Array(0);

  constructor(files: ModelFiles, db: StudioDb, maxBytes: number) {
    this.#files = files;
    this.#db = db;
    this.#maxBytes = maxBytes;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Takes the next bytes. Resolves when they may be overwritten. */
  async add(bytes: Uint8Array): Promise<void> {
    this.#sizeBytes += bytes.length;
    // Too large: read to its end, so that the rest of the request is still checked, but no longer kept.
    if (this.#sizeBytes > this.#maxBytes) return this.discard();

    await this.#hash.add(bytes);
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

  /** Call after the file's last byte was added. */
  async finish(): Promise<ReceivedModel> {
    if (this.#sizeBytes > this.#maxBytes) return { outcome: "too_large" };
    const recognised = recogniseModel({
      head: this.#head ?? this.#end(0),
      tail: this.#tail(),
      sizeBytes: this.#sizeBytes,
    });
    const sha256 = await this.#hash.finish();
    if ("fault" in recognised) {
      await this.discard();
      return { outcome: "invalid", fault: recognised.fault };
    }
    return { outcome: "stored", model: await this.#storeOnce(sha256, recognised.format) };
  }

  /** Forgets the file; nothing of it stays. */
  async discard(): Promise<void> {
    this.#buffered = 0;
    const growing = this.#growing;
    this.#growing = undefined;
    await growing?.abort();
  }

  async #storeOnce(sha256: string, format: ModelFormat): Promise<StoredModel> {
    const lastUsedAt = Date.now();
    const ofContent = eq(models.sha256, sha256);
    const known = await this.#findInUse(ofContent, lastUsedAt);
    // An order must find its file: where a row's object is gone, the file is stored anew.
    if (known !== undefined && (await this.#files.exists(known.objectKey))) {
      await this.discard();
      return known;
    }
    const objectKey = await this.#storeFile();
    const row = { sha256, format, sizeBytes: this.#sizeBytes, objectKey, createdAt: lastUsedAt, lastUsedAt };
    if (known !== undefined) {
      const [mended] = await this.#db.update(models, { objectKey }, ofContent);
      if (mended !== undefined) return mended;
    }
    const stored = await this.#addRow(row, objectKey);
    // Another request stored the same content meanwhile; its row stands, and our copy is not needed.
    if (stored.objectKey !== objectKey) await this.#files.delete(objectKey);
    return stored;
  }

  /** The studio's row of this content, its retention begun anew. */
  async #findInUse(ofContent: SQL, now: number): Promise<typeof models.$inferSelect | undefined> {
    const [known] = await this.#db.select(models, ofContent);
    if (known === undefined || now - known.lastUsedAt < USE_NOTED_EVERY_MILLISECONDS) return known;
    // Removed between the two statements: then it is not known after all.
    const [used] = await this.#db.update(models, { lastUsedAt: now }, ofContent);
    return used;
  }

  async #addRow(row: Insertable<typeof models>, objectKey: string): Promise<StoredModel> {
    try {
      const [stored] = await this.#db.insert(models, row, {
        target: [models.studioId, models.sha256],
        set: { lastUsedAt: row.lastUsedAt },
      });
      if (stored === undefined) throw new Error("a model's row was neither added nor found");
      return stored;
    } catch (error) {
      // Without a row nothing would ever find the object again.
      await this.#files.delete(objectKey);
      throw error;
    }
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
    await this.#growing.add(this.#buffer.subarray(0, this.#buffered));
    this.#buffered = 0;
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#buffer.length) return;
    const length = Math.min(PART_BYTES, Math.max(bytes, 2 * this.#buffer.length));
    // Transferred, not copied: the smaller buffer is freed at once and not at the next garbage collection.
    this.#buffer = new Uint8Array(this.#buffer.buffer.transfer(length));
  }

  #end(from: number): Uint8Array {
    return this.#buffer.subarray(from, Math.min(this.#buffered, from + END_BYTES));
  }

  #tail(): Uint8Array {
    const last = this.#end(Math.max(0, this.#buffered - END_BYTES));
    const before = this.#tailOfParts.subarray(Math.max(0, this.#tailOfParts.length + last.length - END_BYTES));
    const tail = new Uint8Array(before.length + last.length);
    tail.set(before);
    tail.set(last, before.length);
    return tail;
  }
}

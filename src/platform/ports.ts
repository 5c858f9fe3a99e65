// Ports: the features' interface to the platform. The adapters beside this file implement them on Cloudflare.

import type { FinishedSlice, SliceRequest, SliceState } from "../../slicer-service/src/contract/slices.ts";
import type { MessageFault } from "../domain/message/states.ts";

/** One studio's model files. Keys are opaque. */
export interface ModelFiles {
  /** Stores a file that is whole in memory. Resolves to its key. */
  save(bytes: Uint8Array): Promise<string>;
  /** Begins a file that is stored in parts of PART_BYTES; the last one may be smaller. */
  begin(): Promise<GrowingModelFile>;
  exists(key: string): Promise<boolean>;
  /** Streams the file, or a range of it; undefined if it does not exist. */
  read(key: string, range?: { readonly offset: number; readonly length: number }): Promise<ReadableStream | undefined>;
  delete(key: string): Promise<void>;
  /** The picture that the slicer has drawn of the file, of THUMBNAIL_MEDIA_TYPE; undefined before its first slice is done. */
  readThumbnail(key: string): Promise<ReadableStream | undefined>;
  /** The triangles that the slicer has made of a STEP file, of MESH_MEDIA_TYPE; undefined before its first slice is done. */
  readMesh(key: string): Promise<{ readonly body: ReadableStream; readonly sizeBytes: number } | undefined>;
  /** In bytes; undefined if no mesh is stored. */
  sizeOfMesh(key: string): Promise<number | undefined>;
}

export interface GrowingModelFile {
  readonly key: string;
  add(part: Uint8Array): Promise<void>;
  complete(): Promise<void>;
  /** Drops the file and all of its stored parts. */
  abort(): Promise<void>;
}

/** One studio's files of price requests, kept unopened. Keys are opaque, and a file never changes. */
export interface AttachedFiles {
  /** Streams a file of exactly this length into the store, with at most a chunk of it in memory. */
  save(
    bytes: ReadableStream<Uint8Array>,
    sizeBytes: number,
  ): Promise<{ readonly objectKey: string; readonly sha256: string }>;
  /** undefined if it does not exist. */
  read(objectKey: string): Promise<ReadableStream | undefined>;
}

/** R2 takes parts of at least 5 MiB, all of one size but for the last. An upload buffers one part in memory. */
export const PART_BYTES = 5 * 1024 * 1024;

/** One studio's photos of products, by ids of the caller's choice. A photo never changes. */
export interface ProductPhotos {
  save(id: string, bytes: Uint8Array, mediaType: string): Promise<void>;
  /** The stored photo's record without its bytes; undefined if there is none. */
  find(id: string): Promise<StoredPhoto | undefined>;
  read(id: string): Promise<StoredPhoto | undefined>;
  delete(ids: readonly string[]): Promise<void>;
}

export interface StoredPhoto {
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** Null for `find`, which reads no bytes. */
  readonly body: ReadableStream | null;
}

/** Cache of finished slices. A miss proves nothing; the slicer is authoritative. */
export interface SliceResults {
  read(sliceKeys: readonly string[]): Promise<Map<string, FinishedSlice>>;
}

/** The slicer, as the API reaches it. Its methods throw `SlicerUnavailable` if it cannot be reached. */
export interface SlicerClient {
  /** Name of the engine that slices filament, with its version and profile revision: part of every slice key. */
  readonly filamentEngineName: string;
  start(requests: readonly SliceRequest[], waitMilliseconds: number): Promise<SliceState[]>;
  read(sliceKeys: readonly string[], waitMilliseconds: number): Promise<(SliceState | null)[]>;
}

/**
 * Lets work finish although the client hangs up, which cancels a request's own tasks: without it a file could stay without its
 * row. The platform grants it 30 seconds more.
 */
export type RunToEnd = (work: Promise<unknown>) => void;

/** The deployment's provider of e-mail. */
export interface MailProvider {
  /** Whether the provider itself sends a key once: then a mail without an answer is asked for again, else it may not be. */
  readonly deduplicates: boolean;
  /** Rejects if it is unknown whether the mail was accepted. */
  send(mail: Mail): Promise<SendOutcome>;
}

export interface Mail {
  /** Names this mail, and no other. */
  readonly key: string;
  readonly from: { readonly name: string; readonly email: string };
  /** null: an answer goes to the sender's address. */
  readonly replyTo: string | null;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type SendOutcome =
  /** `id` is the provider's name for it; null if it gave none. */
  | { readonly outcome: "sent"; readonly id: string | null }
  /** Asking again would change nothing. */
  | { readonly outcome: "refused"; readonly fault: MessageFault }
  /** It was not accepted, and may be later: not before the seconds that the provider names. */
  | { readonly outcome: "later"; readonly afterSeconds?: number };

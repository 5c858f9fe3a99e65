// Arrived model: an uploaded file that is recognised and hashed, but has no row yet.
//
// A small file waits in memory, so that one look-up for all files of a request finds those that the studio has already. A larger
// one is in the store by then, under a key without a row.

import type { ModelFormat } from "../../slicer-service/src/contract/model-formats.ts";
import type { ModelFiles } from "../platform/ports.ts";

type Content =
  | { readonly kind: "held"; readonly bytes: Uint8Array }
  | { readonly kind: "in_store"; readonly objectKey: string }
  | { readonly kind: "gone" };

export class ArrivedModel {
  readonly sha256: string;
  readonly format: ModelFormat;
  readonly sizeBytes: number;
  #content: Content;
  #isBeingStored = false;

  constructor(
    { sha256, format, sizeBytes }: Pick<ArrivedModel, "sha256" | "format" | "sizeBytes">,
    content: Exclude<Content, { kind: "gone" }>,
  ) {
    this.sha256 = sha256;
    this.format = format;
    this.sizeBytes = sizeBytes;
    this.#content = content;
  }

  /** Whether its bytes are in memory. */
  get isHeld(): boolean {
    return this.#content.kind === "held";
  }

  /** Hands the file over: from now on the caller puts or discards it, and the upload does not. */
  beginStoring(): void {
    this.#isBeingStored = true;
  }

  /** Makes the file an object of the store, and returns its key. To be called once. */
  async putInto(files: ModelFiles): Promise<string> {
    const content = this.#content;
    this.#content = { kind: "gone" };
    switch (content.kind) {
      case "held":
        return files.save(content.bytes);
      case "in_store":
        return content.objectKey;
      case "gone":
        throw new Error("an arrived model was put into the store after it was gone");
    }
  }

  /** Deletes the file from memory or store. */
  async discard(files: ModelFiles): Promise<void> {
    const content = this.#content;
    this.#content = { kind: "gone" };
    if (content.kind === "in_store") await files.delete(content.objectKey);
  }

  /** Discards the file unless a caller stores it. */
  async discardUnlessStored(files: ModelFiles): Promise<void> {
    if (!this.#isBeingStored) await this.discard(files);
  }
}

// Uploads the wanted files, two at a time, and stops the unwanted ones.

import type { Outcome, Refusal } from "./refusal.ts";

const MAX_AT_ONCE = 2;

export interface WantedUpload {
  readonly key: string;
  /** By `versionKey`. */
  readonly version: string;
  readonly fileName: string;
  readonly chosen: File;
  /** The chosen file, or its changed version. Rejects if it cannot be read, or is no longer wanted. */
  readonly file: (signal: AbortSignal) => Promise<Blob>;
}

export interface UploadReports<Answer> {
  readonly onProgress: (upload: WantedUpload, share: number) => void;
  readonly onUploaded: (upload: WantedUpload, answer: Answer) => void;
  readonly onRefused: (upload: WantedUpload, refusal: Refusal) => void;
  /** The file could not be read in this browser. */
  readonly onUnreadable: (upload: WantedUpload) => void;
}

/** Sends one file. `onProgress` gets the sent share, 0 to 1. */
type Send<Answer> = (
  file: Blob,
  fileName: string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<Outcome<Answer>>;

export class UploadQueue<Answer> {
  readonly #sendFile: Send<Answer>;
  readonly #reports: UploadReports<Answer>;
  readonly #sending = new Map<string, AbortController>();

  constructor(sendFile: Send<Answer>, reports: UploadReports<Answer>) {
    this.#sendFile = sendFile;
    this.#reports = reports;
  }

  want(wanted: readonly WantedUpload[]): void {
    const names = new Set(wanted.map(nameOf));
    for (const [name, controller] of this.#sending) {
      if (names.has(name)) continue;
      controller.abort();
      this.#sending.delete(name);
    }
    for (const upload of wanted) {
      const name = nameOf(upload);
      if (this.#sending.size >= MAX_AT_ONCE) return;
      if (this.#sending.has(name)) continue;
      const controller = new AbortController();
      this.#sending.set(name, controller);
      this.#send(upload, controller.signal).finally(() => {
        if (this.#sending.get(name) === controller) this.#sending.delete(name);
      });
    }
  }

  async #send(upload: WantedUpload, signal: AbortSignal): Promise<void> {
    let file: Blob;
    try {
      file = await upload.file(signal);
    } catch {
      if (!signal.aborted) this.#reports.onUnreadable(upload);
      return;
    }
    if (signal.aborted) return;
    const onProgress = (share: number) => {
      if (!signal.aborted) this.#reports.onProgress(upload, share);
    };
    const outcome = await this.#sendFile(file, upload.fileName, onProgress, signal);
    if (signal.aborted) return;
    if (outcome.ok) this.#reports.onUploaded(upload, outcome.body);
    else this.#reports.onRefused(upload, outcome.refusal);
  }
}

/** The chosen file. Rejects for a dropped folder and a file that is gone: sending one looks like a lost connection. */
export async function readableFile(chosen: File): Promise<File> {
  await chosen.slice(0, 1).arrayBuffer();
  return chosen;
}

function nameOf({ key, version }: WantedUpload): string {
  return `${key} ${version}`;
}

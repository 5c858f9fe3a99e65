// A process that judges one file at a time, watched and limited as a slice's process is.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { MeshWatch } from "../../../slicer-service/engine/mesh-watch.ts";
import type { FileEnd } from "./end-of-file.ts";
import type { JudgedFile } from "./file-child.ts";

const CHILD_FILE = fileURLToPath(new URL("./file-child.ts", import.meta.url));
/** The engine's own budget of processor time for work on a mesh. */
const BUDGET_SECONDS = 15;
/** A process that waits for something takes no processor time: it is at fault by the clock. */
const MAX_MILLISECONDS = 180_000;

export class FileProcess {
  #child: ChildProcess | undefined;
  #errors = "";
  #last: Promise<unknown> = Promise.resolve();

  /** One after the other: answers have no numbers. */
  judge(file: JudgedFile): Promise<FileEnd> {
    const end = this.#last.then(() => this.#judge(file));
    this.#last = end.catch(() => {});
    return end;
  }

  async #judge(file: JudgedFile): Promise<FileEnd> {
    const child = this.#started();
    this.#errors = "";
    let overran = false;
    let hung = false;
    const watch = new MeshWatch(child.pid, BUDGET_SECONDS, () => {
      overran = true;
      child.kill("SIGKILL");
    });
    const timer = setTimeout(() => {
      hung = true;
      child.kill("SIGKILL");
    }, MAX_MILLISECONDS);
    const stopped = new AbortController();
    try {
      const answer = once(child, "message", { signal: stopped.signal }).then(([end]: FileEnd[]) => end);
      const exit = once(child, "exit", { signal: stopped.signal }).then(() => undefined);
      for (const waiting of [answer, exit]) waiting.catch(() => {});
      child.send(file);
      const end = await Promise.race([answer, exit]);
      if (end !== undefined) return end;
      this.#child = undefined;
      if (overran && file.of === "model") return { label: "over its budget", kind: "reason", faults: [] };
      const fault = hung
        ? "it did not end"
        : overran
          ? `it took more than ${BUDGET_SECONDS} s of processor time`
          : `its process ended: ${this.#errors.slice(-500)}`;
      return { label: "no end", kind: "reason", faults: [fault] };
    } finally {
      stopped.abort();
      clearTimeout(timer);
      watch.stop();
    }
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  }

  #started(): ChildProcess {
    if (this.#child?.connected === true) return this.#child;
    const child = fork(CHILD_FILE, [], {
      execArgv: ["--max-old-space-size=2048", "--disable-wasm-trap-handler", "--disable-warning=ExperimentalWarning"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#errors = (this.#errors + text).slice(-4096);
    });
    this.#child = child;
    return child;
  }
}

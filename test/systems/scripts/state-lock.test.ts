// The lock of the state folder, contended by real processes.

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

const moduleUrl = (path: string) => JSON.stringify(pathToFileURL(join(PROJECT_FOLDER, path)).href);

/** Locks each named folder, and reports the outcome; keeps all of them. */
const CONTENDER = `
  import { createInterface } from "node:readline";
  import { lockState } from ${moduleUrl("scripts/local/state-lock.ts")};
  import { localStateIn } from ${moduleUrl("scripts/local/local-state.ts")};
  const locks = [];
  for await (const folder of createInterface({ input: process.stdin })) {
    try {
      locks.push(await lockState(localStateIn(folder), "http://holder.example"));
      console.log("locked");
    } catch (error) {
      console.log(error.message);
    }
  }
`;

class Contender {
  readonly child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    ["--input-type=module", "-e", CONTENDER],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  readonly #lines: Interface = createInterface({ input: this.child.stdout });

  async lock(folder: string): Promise<string> {
    this.child.stdin.write(`${folder}\n`);
    const [line] = await once(this.#lines, "line");
    return String(line);
  }

  async kill(): Promise<void> {
    if (this.child.signalCode !== null) return;
    this.child.kill("SIGKILL");
    await once(this.child, "exit");
  }
}

let folder: string;
let contenders: [Contender, Contender, Contender, Contender];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "state-lock-test-"));
  contenders = [new Contender(), new Contender(), new Contender(), new Contender()];
  await Promise.all(contenders.map((contender, index) => contender.lock(join(folder, `warm-${index}`))));
});

afterAll(async () => {
  await Promise.all(contenders.map((contender) => contender.kill()));
  await rm(folder, { recursive: true, force: true });
});

describe("the lock of the state folder", () => {
  it("has one holder in each of twelve races of four processes, and the others learn its process", async () => {
    for (let race = 0; race < 12; race++) {
      const raced = join(folder, `race-${race}`);
      const answers = await Promise.all(contenders.map((contender) => contender.lock(raced)));
      const holder = contenders[answers.indexOf("locked")]?.child.pid;
      const refusal = `A system already runs on ${raced}, at http://holder.example (process ${holder}). Stop it first.`;
      expect(answers.toSorted()).toEqual([refusal, refusal, refusal, "locked"]);
    }
  });

  it("is refused with the way to end its holder, if that has stopped", async () => {
    const [holder, other] = contenders;
    const contended = join(folder, "stopped");
    expect(await holder.lock(contended)).toBe("locked");
    holder.child.kill("SIGSTOP");
    expect(await other.lock(contended)).toBe(
      `A system holds ${contended} but does not answer (process ${holder.child.pid}, of http://holder.example). ` +
        `End it with: kill -9 ${holder.child.pid}`,
    );
  });

  it("is free as soon as its holder is killed, even a stopped one", async () => {
    const [holder, other] = contenders;
    const contended = join(folder, "stopped");
    await holder.kill();
    expect(await other.lock(contended)).toBe("locked");
  });
});

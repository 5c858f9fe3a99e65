// The slice queue without its HTTP: retention, versions, places and shutdown.

import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newSliceKey } from "../../../harness/engine/running-engine.ts";
import * as models from "../../../harness/models.ts";
import { STANDARD_PROFILE } from "../../../harness/profiles/standard-profile.ts";
import type { SliceTask } from "../../../slicer-service/engine/slice-child.ts";
import { SliceQueue } from "../../../slicer-service/engine/slice-queue.ts";

const TASK: SliceTask = {
  slicer: { kind: "curaengine", version: "1.5.2" },
  format: "stl",
  profile: STANDARD_PROFILE,
};

let temporaryFolder: string;
beforeEach(async () => {
  temporaryFolder = await mkdtemp(join(tmpdir(), "slice-queue-test-"));
});
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.close()));
  await rm(temporaryFolder, { recursive: true, force: true });
});

const queues: SliceQueue[] = [];
function newQueue(retentionSeconds: number, abandonedSeconds = 60): SliceQueue {
  const settings = {
    capacity: 1,
    queueLength: 1,
    maxSliceSeconds: 60,
    meshSeconds: 60,
    retentionSeconds,
    abandonedSeconds,
    temporaryFolder,
  };
  const queue = new SliceQueue(settings);
  queues.push(queue);
  return queue;
}

async function addCube(queue: SliceQueue, sliceKey: string) {
  const folder = await queue.reserve();
  if (folder === undefined) throw new Error("The queue is full");
  await writeFile(join(folder, "model"), models.binaryStl(models.cube(20)));
  return queue.add(sliceKey, TASK, folder);
}

async function sliceFolders(): Promise<string[]> {
  return (await readdir(temporaryFolder)).filter((name) => name.startsWith("slice-"));
}

async function untilDone(queue: SliceQueue, sliceKey: string) {
  await vi.waitFor(() => expect(queue.state(sliceKey)?.status).toBe("done"), { timeout: 30_000, interval: 5 });
}

test("remembers a finished slice for its retention, then forgets it", async () => {
  const [remembering, forgetting] = [newQueue(3600), newQueue(1)];
  const sliceKey = newSliceKey();
  await addCube(remembering, sliceKey);
  await addCube(forgetting, sliceKey);
  await untilDone(forgetting, sliceKey);
  await vi.waitFor(() => expect(forgetting.state(sliceKey)).toBeUndefined(), 10_000);
  await untilDone(remembering, sliceKey);
});

test("gives a slice that is queued again a higher version than before", async () => {
  const queue = newQueue(3600);
  const sliceKey = newSliceKey();
  await addCube(queue, sliceKey);
  await untilDone(queue, sliceKey);
  const before = queue.state(sliceKey)?.version ?? Number.POSITIVE_INFINITY;
  await queue.remove(sliceKey);
  const added = await addCube(queue, sliceKey);
  expect(added?.state.version).toBeGreaterThan(before);
});

test("counts a model that is still being received as a taken place", async () => {
  const queue = newQueue(3600);
  const [first, second] = [await queue.reserve(), await queue.reserve()];
  expect(await queue.reserve()).toBeUndefined();
  await queue.release(first ?? "");
  expect(await queue.reserve()).toBeDefined();
  await queue.release(second ?? "");
  expect(await sliceFolders()).toHaveLength(1);
});

test("told to end, gives back the slice that waits and ends the one that runs", async () => {
  const queue = newQueue(3600);
  const [running, waiting] = [newSliceKey(), newSliceKey()];
  await addCube(queue, running);
  await addCube(queue, waiting);
  const ended = queue.drain(60);
  await vi.waitFor(() => expect(queue.state(waiting)).toBeUndefined());
  await untilDone(queue, running);
  await queue.remove(running);
  await ended;
  expect(await sliceFolders()).toEqual([]);
});

test("told to end, refuses a slice whose model it was still receiving", async () => {
  const queue = newQueue(3600);
  const folder = await queue.reserve();
  await queue.drain(60);
  expect(await queue.add(newSliceKey(), TASK, folder ?? "")).toBeUndefined();
  expect(await sliceFolders()).toEqual([]);
});

test("accepts nothing and leaves no file once it is closed", async () => {
  const queue = newQueue(3600);
  await addCube(queue, newSliceKey());
  await addCube(queue, newSliceKey());
  await queue.close();
  expect(await queue.reserve()).toBeUndefined();
  await vi.waitFor(async () => expect(await sliceFolders()).toEqual([]), 10_000);
});

test("an unread slice is given up, and its place goes to the next; one that is read goes on", async () => {
  const queue = newQueue(60, 0.4);
  const [abandoned, read] = [newSliceKey(), newSliceKey()];
  for (const sliceKey of [abandoned, read]) {
    const folder = await queue.reserve();
    if (folder === undefined) throw new Error("The queue is full");
    await writeFile(join(folder, "model"), models.binaryStl(models.sphere(30, 80)));
    await queue.add(sliceKey, TASK, folder);
  }
  let version = 0;
  await vi.waitFor(
    async () => {
      const state = await queue.read(read, version, 1, new AbortController().signal);
      version = state?.version ?? version;
      expect(state?.status).toBe("done");
    },
    { timeout: 60_000, interval: 1 },
  );
  expect(queue.state(abandoned)).toBeUndefined();
});

// The operator's command on slicing jobs: the waiting and running slices, and those that take longer than expected.

import { Hono } from "hono";
import { z } from "zod";
import { EXPECTED_SLICE_SECONDS } from "../../slicer-service/src/contract/slices.ts";
import type { UnfinishedWork, WorkOfStudio } from "../domain/print/slicing.ts";
import type { ApiEnv } from "../http/context.ts";
import { readUnfinishedWork } from "../studios/unfinished-work.store.ts";
import { queryOf } from "./operator-context.ts";
import { CommandRefused } from "./refused.ts";
import { table } from "./text-table.ts";

const jobsSchema = z.object({ stuck: z.enum(["true", "false"]) });

export const jobCommands = new Hono<ApiEnv>().get("/jobs", queryOf(jobsSchema), async (context) => {
  const { stuck } = context.req.valid("query");
  return context.json({ said: jobsInWords(await readUnfinishedWork(context.env), stuck === "true") });
});

/**
 * The slices that wait or run, the oldest first.
 *
 * @param isStuckOnly lists only those that take longer than they should
 * @throws CommandRefused if something is stuck and only that was asked for: a script may ask
 */
function jobsInWords(work: UnfinishedWork, isStuckOnly: boolean): string {
  const now = Date.now();
  const listed = isStuckOnly ? work.slices.filter((slice) => isStuck(slice, now)) : work.slices;
  const minutes = EXPECTED_SLICE_SECONDS / 60;
  if (listed.length === 0) {
    const nothing = isStuckOnly
      ? `Nothing waits or runs for longer than ${minutes} minutes: ${work.total === 0 ? "there is nothing to slice" : `${counted(work.total)} in all`}.`
      : "Nothing waits, and nothing is sliced.";
    return [nothing, ...engineLines(work)].join("\n");
  }
  const more = work.total - work.slices.length;
  const lines = [
    table([
      ["STUDIO", "JOB", "AGE", "STATE", ...(isStuckOnly ? ["WHAT TO DO"] : [])],
      ...listed.map((slice) => [
        slice.studio ?? `(no studio ${slice.studioId})`,
        slice.jobIds.length === 0 ? "-" : slice.jobIds.join(" "),
        age(now - slice.queuedAt),
        stateInWords(slice, now),
        ...(isStuckOnly ? [whatToDo(slice, work)] : []),
      ]),
    ]),
    ...(more > 0 ? [`… and ${counted(more)} more, all younger.`] : []),
    ...engineLines(work),
  ];
  if (!isStuckOnly) return lines.join("\n");
  throw new CommandRefused(
    [`${counted(listed.length)} wait or run for longer than ${minutes} minutes:`, ...lines].join("\n"),
  );
}

function isStuck({ status, queuedAt, slicingSince }: WorkOfStudio, now: number): boolean {
  return status === "unknown" || now - (slicingSince ?? queuedAt) > EXPECTED_SLICE_SECONDS * 1000;
}

function stateInWords(
  { status, slicingSince, refusedSince, silentSince, lostRuns, isLong, gaveWay }: WorkOfStudio,
  now: number,
): string {
  const words = {
    queued: "waits",
    slicing: `is sliced for ${age(now - (slicingSince ?? now))}`,
    unknown: "its object does not answer",
  }[status];
  return [
    words,
    ...(isLong ? ["in the slow lane"] : []),
    ...(gaveWay ? ["gave way once"] : []),
    ...(refusedSince === null ? [] : [`refused for ${age(now - refusedSince)}`]),
    ...(silentSince === null ? [] : [`its engine is silent for ${age(now - silentSince)}`]),
    ...(lostRuns === 0 ? [] : [`lost ${lostRuns === 1 ? "once" : `${lostRuns} times`}`]),
  ].join(", ");
}

/** The slice's key finds its lines in the slicer's log. */
function whatToDo(
  { status, refusedSince, lostRuns, isLong, sliceKey }: WorkOfStudio,
  { engine }: UnfinishedWork,
): string {
  const inLog = `slicer's log: ${sliceKey.slice(0, 12)}`;
  if (status === "unknown") return `ask again in a minute; then see Cloudflare's status (${inLog})`;
  if (engine.status === "unreachable") return "no engine answers: start one; the slice then goes on by itself";
  if (engine.status === "other_image") return "a container of another image: docs/operating.md, The engine changes";
  if (refusedSince !== null) return `the engine is not the one that SLICE_ENGINE names? (${inLog}: noEngine)`;
  if (status === "slicing" || lostRuns > 0) return `nothing: it ends by itself, with a reason (${inLog})`;
  if (isLong) return "nothing: long slices have half of the places, and wait for each other";
  return "more slices than places: raise max_instances and ENGINE_INSTANCES, or wait";
}

function engineLines({ engine }: UnfinishedWork): string[] {
  switch (engine.status) {
    case "on_demand":
      return [];
    case "answering":
      return engine.engineName === null ? [] : [`The engine ${engine.engineName} answers.`];
    case "other_image":
      return [
        `A container answers as ${engine.answeredAs}, and should be ${engine.image}, for ${age(Date.now() - engine.since)}.`,
      ];
    case "unreachable":
      return [
        `No engine answers${engine.since === null ? "" : `, for ${age(Date.now() - engine.since)}`}: what waits fails once it has waited for an hour.`,
      ];
    default:
      return engine satisfies never;
  }
}

function counted(slices: number): string {
  return slices === 1 ? "1 slice" : `${slices} slices`;
}

function age(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

// Port to the log of a studio's keys: its Durable Object beside the studio's gate.

import { placedObject } from "../../slicer-service/src/contract/placed-object.ts";
import type { StudioPlace } from "../domain/studio.ts";
import type { Env } from "../env.ts";
import { logError } from "../platform/error-log.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { AskedRequest, KeyLogPage, KeyLogQuery } from "./asked-request.ts";
import type { RequestLog } from "./request-log.object.ts";

/** Tried once, and never rejects: an entry is worth no second call. */
export async function keepRequest(env: Env, place: StudioPlace, request: AskedRequest): Promise<void> {
  try {
    await logObjectOf(env, place).keep(request);
  } catch (error) {
    logError({ studioId: place.studioId, requestId: request.requestId, failed: "key log" }, error);
  }
}

/** @throws the platform's error if the object does not answer */
export function readKeyLog(env: Env, place: StudioPlace, query: KeyLogQuery): Promise<KeyLogPage> {
  return retryTransient<KeyLogPage>(async () => logObjectOf(env, place).read(query));
}

function logObjectOf(env: Env, { studioId, region }: StudioPlace): DurableObjectStub<RequestLog> {
  return placedObject(env.REQUEST_LOG, String(studioId), env.PLACE, region);
}

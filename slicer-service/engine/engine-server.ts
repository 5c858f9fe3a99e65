// HTTP server of the engine, as engine-protocol.ts describes it: maps requests to the queue and outcomes to answers.

import { createHash, timingSafeEqual } from "node:crypto";
import { open } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { MESH_MEDIA_TYPE } from "../src/contract/objects-of-model.ts";
import { engineFor } from "../src/contract/slices.ts";
import {
  ENGINE_PROTOCOL,
  type EngineHealth,
  type EngineRefusal,
  type EngineSliceState,
  MESH_HEADER,
  MESH_WANTED,
  THUMBNAIL_HEADER,
  THUMBNAIL_WANTED,
} from "../src/engine-protocol.ts";
import { filamentEngineName } from "./choose-slicer.ts";
import type { SlicerChoice } from "./filament/slicer.ts";
import { readSliceOptions } from "./slice-options.ts";
import type { SliceQueue } from "./slice-queue.ts";

const SLICE_PATH = /^\/slices\/([0-9a-f]{64})(\/mesh)?$/;
/** A client that wants to wait longer sends the request again. */
const MAX_WAIT_SECONDS = 60;
const RETRY_AFTER_SECONDS = 5;
/**
 * Keep-alive timeout. It must be longer than the client's (workerd closes after 5 s, Node's default here too): if the
 * server closed first, a request could be sent into a closing connection and be lost.
 */
const KEEP_ALIVE_SECONDS = 30;

const REFUSAL_STATUS: Record<EngineRefusal["code"], number> = {
  bad_request: 400,
  unknown_slice: 404,
  engine_mismatch: 409,
  too_large: 413,
  full: 503,
};

class RefusedRequest extends Error {
  readonly code: EngineRefusal["code"];

  constructor(code: EngineRefusal["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** @param token every request must carry it; undefined if none is needed */
export function createEngineServer(
  slicer: SlicerChoice,
  queue: SliceQueue,
  maxModelBytes: number,
  token: string | undefined,
): Server {
  const ownFilamentEngineName = filamentEngineName(slicer);

  const health = (): EngineHealth => ({
    protocol: ENGINE_PROTOCOL,
    engineName: ownFilamentEngineName,
    ...queue.counts(),
  });

  const putSlice = async (sliceKey: string, request: IncomingMessage, response: ServerResponse) => {
    const options = readSliceOptions(headerText(request, "slice-options"));
    if ("problem" in options) throw new RefusedRequest("bad_request", options.problem);
    if ("mismatch" in options) throw new RefusedRequest("engine_mismatch", options.mismatch);
    const engineName = engineFor(options.profile, ownFilamentEngineName);
    if (options.engineName !== engineName) {
      throw new RefusedRequest("engine_mismatch", `This is ${engineName}, not ${options.engineName}.`);
    }
    const state = queue.state(sliceKey);
    if (state !== undefined) {
      answer(response, 200, state);
      return;
    }
    if (Number(request.headers["content-length"] ?? 0) > maxModelBytes) throw tooLarge(maxModelBytes);
    const folder = await queue.reserve();
    if (folder === undefined) throw full();
    try {
      await receive(request, join(folder, "model"), maxModelBytes);
    } catch (error) {
      await queue.release(folder);
      throw error;
    }
    const { format, profile } = options;
    const isThumbnailWanted = headerText(request, THUMBNAIL_HEADER) === THUMBNAIL_WANTED;
    const isMeshWanted = headerText(request, MESH_HEADER) === MESH_WANTED;
    const added = await queue.add(sliceKey, { slicer, format, profile, isThumbnailWanted, isMeshWanted }, folder);
    if (added === undefined) throw full();
    answer(response, added.known ? 200 : 202, added.state);
  };

  const getSlice = async (sliceKey: string, query: URLSearchParams, response: ServerResponse) => {
    const after = readNumber(query, "after", -1);
    const waitSeconds = Math.min(readNumber(query, "wait", 0), MAX_WAIT_SECONDS);
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const state = await queue.read(sliceKey, after, waitSeconds, gone.signal);
    if (state === undefined) throw new RefusedRequest("unknown_slice", "No slice of this key is known here.");
    answer(response, 200, state);
  };

  const getMesh = async (sliceKey: string, response: ServerResponse) => {
    const mesh = queue.mesh(sliceKey);
    if (mesh === undefined) throw new RefusedRequest("unknown_slice", "No mesh of a slice of this key is known here.");
    const file = await open(mesh.fileName);
    response.writeHead(200, { "Content-Type": MESH_MEDIA_TYPE, "Content-Length": mesh.sizeBytes });
    // A client that leaves breaks the stream, which needs no answer.
    await pipeline(file.createReadStream(), response).catch(() => {});
  };

  const route = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", "http://engine");
    if (request.method === "GET" && url.pathname === "/health") {
      answer(response, 200, health());
      return;
    }
    const [, sliceKey, isMesh] = SLICE_PATH.exec(url.pathname) ?? [];
    if (sliceKey === undefined) throw new RefusedRequest("bad_request", "There is nothing at this path.");
    if (isMesh !== undefined) {
      if (request.method !== "GET") throw new RefusedRequest("bad_request", "A mesh takes GET.");
      await getMesh(sliceKey, response);
      return;
    }
    switch (request.method) {
      case "PUT":
        await putSlice(sliceKey, request, response);
        break;
      case "GET":
        await getSlice(sliceKey, url.searchParams, response);
        break;
      case "DELETE":
        await queue.remove(sliceKey);
        response.writeHead(204).end();
        break;
      default:
        throw new RefusedRequest("bad_request", "A slice takes PUT, GET and DELETE.");
    }
  };

  const server = createServer((request, response) => {
    if (token !== undefined && !carries(request, token)) {
      response.writeHead(401).end();
      drain(request, maxModelBytes);
      return;
    }
    route(request, response)
      .catch((error: unknown) => {
        if (error instanceof RefusedRequest) {
          if (error.code === "full") response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
          answer(response, REFUSAL_STATUS[error.code], { code: error.code, message: error.message });
          return;
        }
        console.error(error);
        response.writeHead(500).end();
      })
      // Read the rest of the body: a client must send all of it before it can reuse the connection.
      .finally(() => drain(request, maxModelBytes));
  });
  server.keepAliveTimeout = KEEP_ALIVE_SECONDS * 1000;
  return server;
}

/** Compares hashes, so that timing reveals nothing of the token. */
function carries(request: IncomingMessage, token: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(headerText(request, "authorization") ?? ""), hash(`Bearer ${token}`));
}

function answer(response: ServerResponse, status: number, body: EngineSliceState | EngineRefusal | EngineHealth): void {
  if (response.headersSent) return;
  const text = JSON.stringify(body);
  response
    .writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) })
    .end(text);
}

/** Streams the body to a file. Refuses a body over `maxBytes`, or one that ends early. */
async function receive(request: IncomingMessage, fileName: string, maxBytes: number): Promise<void> {
  let received = 0;
  const file = await open(fileName, "wx");
  try {
    // Keep the connection open after a refusal, or the client could not read the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      received += chunk.length;
      if (received > maxBytes) throw tooLarge(maxBytes);
      await file.writeFile(chunk);
    }
  } catch (error) {
    if (error instanceof RefusedRequest) throw error;
    throw new RefusedRequest("bad_request", "The upload of the model was cut short.");
  } finally {
    await file.close();
  }
}

function full(): RefusedRequest {
  return new RefusedRequest("full", "The queue is full. Please try again in a moment.");
}

function tooLarge(maxBytes: number): RefusedRequest {
  return new RefusedRequest("too_large", `A model may have ${maxBytes} bytes at most.`);
}

/** Reads and drops the rest of the body; closes the connection if that exceeds `maxBytes`. */
function drain(request: IncomingMessage, maxBytes: number): void {
  let left = maxBytes;
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.socket.destroy();
  });
  request.resume();
}

function headerText(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
}

function readNumber(query: URLSearchParams, name: string, defaultValue: number): number {
  const written = query.get(name);
  if (written === null) return defaultValue;
  const value = Number(written);
  if (!Number.isFinite(value)) throw new RefusedRequest("bad_request", `${name} must be a number.`);
  return value;
}

// Sends the bytes of a request over a connection of its own, and reads the answer.

import { connect } from "node:net";
import type { RequestBytes } from "./request-bytes.ts";

export interface WholeAnswer {
  readonly kind: "answer";
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** `closed`: the connection ended without a whole answer. */
export type SentOutcome = WholeAnswer | { readonly kind: "closed" | "hangs" };

export async function sendBytes(
  service: URL,
  { method, bytes, isCut }: RequestBytes,
  maximumMilliseconds: number,
): Promise<SentOutcome> {
  const { promise, resolve } = Promise.withResolvers<SentOutcome>();
  const socket = connect(Number(service.port), service.hostname);
  const received: Buffer[] = [];
  const hangs = setTimeout(() => resolve({ kind: "hangs" }), maximumMilliseconds);
  const ended = () => resolve(answerIn(Buffer.concat(received), method, true) ?? { kind: "closed" });
  socket.on("data", (piece) => {
    received.push(piece);
    const answer = answerIn(received.length === 1 ? piece : Buffer.concat(received), method, false);
    if (answer !== undefined) resolve(answer);
  });
  // A server may close the connection while the body is still sent.
  socket.on("error", ended);
  socket.on("close", ended);
  if (isCut) socket.end(bytes);
  else socket.write(bytes);
  try {
    return await promise;
  } finally {
    clearTimeout(hangs);
    socket.destroy();
  }
}

/** Whether the service still takes connections. */
export async function isListening(service: URL): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(Number(service.port), service.hostname);
  socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  const isOpen = await promise;
  socket.destroy();
  return isOpen;
}

/** The answer, once it is whole; an interim one is skipped. */
function answerIn(received: Buffer, method: string, isEnded: boolean): WholeAnswer | undefined {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const [statusLine = "", ...lines] = received.toString("latin1", 0, headEnd).split("\r\n");
  const status = Number(statusLine.split(" ")[1]);
  const rest = received.subarray(headEnd + 4);
  if (status >= 100 && status < 200 && status !== 101) return answerIn(rest, method, isEnded);
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon);
    // Each request asks for the end of its connection, which is no header of the answer.
    if (name.toLowerCase() !== "connection") headers.append(name, line.slice(colon + 1).trim());
  }
  const body = bodyIn(rest, { status, headers }, method, isEnded);
  return body === undefined ? undefined : { kind: "answer", status, headers, body };
}

function bodyIn(
  rest: Buffer,
  { status, headers }: Pick<WholeAnswer, "status" | "headers">,
  method: string,
  isEnded: boolean,
): Buffer | undefined {
  if (method === "HEAD" || status === 204 || status === 304 || status === 101) return Buffer.alloc(0);
  if (headers.get("Transfer-Encoding") === "chunked") return chunksIn(rest);
  const stated = headers.get("Content-Length");
  if (stated === null) return isEnded ? rest : undefined;
  return rest.length >= Number(stated) ? rest.subarray(0, Number(stated)) : undefined;
}

function chunksIn(rest: Buffer): Buffer | undefined {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf("\r\n", at);
    if (lineEnd < 0) return undefined;
    const length = Number.parseInt(rest.toString("latin1", at, lineEnd), 16);
    const begin = lineEnd + 2;
    if (length === 0) return Buffer.concat(pieces);
    if (rest.length < begin + length + 2) return undefined;
    pieces.push(rest.subarray(begin, begin + length));
    at = begin + length + 2;
  }
}

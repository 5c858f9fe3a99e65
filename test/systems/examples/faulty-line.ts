// A faulty line: a proxy before the service that loses answers, or gives others in their place.

import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

/** An answer in the service's place. */
export interface MadeUpAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One request's fate: the service's answer is lost on the way back, or the line answers by itself. Requests after the last pass. */
export type Fault = "lost answer" | MadeUpAnswer;

export interface SeenRequest {
  /** Method and path with its query. */
  readonly line: string;
  readonly headers: IncomingMessage["headers"];
}

export interface FaultyLine {
  /** The service's address by this line. */
  readonly baseUrl: string;
  readonly seen: readonly SeenRequest[];
  readonly stop: () => Promise<void>;
}

/** @param hits the requests with a fault, by method and path; all others pass */
export async function startFaultyLine(
  service: string,
  faults: readonly Fault[],
  hits: RegExp = /./,
): Promise<FaultyLine> {
  const left = [...faults];
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    const { pathname, search } = new URL(incoming.url ?? "/", "http://line.test");
    const line = `${incoming.method} ${pathname.replace("/api/v1", "")}${search}`;
    seen.push({ line, headers: incoming.headers });
    const fault = hits.test(line) ? left.shift() : undefined;
    if (fault === undefined || fault === "lost answer") pass(incoming, response, fault);
    else incoming.resume().on("end", () => response.writeHead(fault.status, fault.headers).end(fault.body));
  });
  const pass = (incoming: IncomingMessage, response: ServerResponse, fault: Fault | undefined) => {
    const { method, headers } = incoming;
    const onward = request(new URL(incoming.url ?? "/", service), { method, headers }, (answer) => {
      if (fault === undefined) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      } else {
        // The service has done its work.
        answer.resume().on("end", () => response.destroy());
      }
    });
    onward.on("error", () => response.destroy());
    incoming.pipe(onward);
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the line has no port");
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close").catch(() => {});
  };
  return { baseUrl: `http://127.0.0.1:${address.port}/api/v1`, seen, stop };
}

// An HTTP proxy between the slicer Worker and a real engine that breaks connections and answers on demand.

import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type ProxyBehaviour =
  | "passes"
  | "refuses"
  | "hangs"
  | "answers 503"
  | "answers 429"
  | "cuts bodies short"
  | "cuts answers off";

export class EngineProxy {
  readonly url: string;
  /** The engine's address: another one after the engine was started again. */
  engineUrl: string;
  #behaviour: ProxyBehaviour = "passes";
  #met = Promise.withResolvers<void>();
  #server: Server;

  private constructor(server: Server, engineUrl: string) {
    this.#server = server;
    this.engineUrl = engineUrl;
    // A server that listens on a port has an address of this kind.
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("request", (incoming, response) => this.#answer(incoming, response));
  }

  static async start(engineUrl: string): Promise<EngineProxy> {
    return new EngineProxy(await listening(0), engineUrl);
  }

  /** Applies to requests from now on; a hanging one keeps hanging. */
  async behave(behaviour: ProxyBehaviour): Promise<void> {
    const before = this.#behaviour;
    this.#behaviour = behaviour;
    this.#met = Promise.withResolvers();
    if (behaviour === "refuses") {
      await this.close();
    } else if (before === "refuses") {
      this.#server = await listening(Number(new URL(this.url).port));
      this.#server.on("request", (incoming, response) => this.#answer(incoming, response));
    }
  }

  /** Settles once a request has met the present behaviour; never while connections are refused. */
  untilMet(): Promise<void> {
    return this.#met.promise;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    if (this.#server.listening) await once(this.#server, "close");
  }

  #answer(incoming: IncomingMessage, response: ServerResponse): void {
    if (incoming.url === "/health" && this.#behaviour !== "refuses") {
      // Health questions pass: apart from refused connections, tests break only requests for slices.
      this.#forward(incoming, response);
      return;
    }
    this.#met.resolve();
    switch (this.#behaviour) {
      case "refuses":
        incoming.socket.destroy();
        return;
      case "hangs":
        incoming.resume();
        return;
      case "answers 503":
        incoming.resume();
        response.writeHead(503, { "Content-Type": "application/json", "Retry-After": "5" });
        response.end(JSON.stringify({ code: "full", message: "All places are taken." }));
        return;
      case "answers 429":
        // An engine never answers so; a gateway in front of one may.
        incoming.resume();
        response.writeHead(429, { "Content-Type": "text/html" }).end("<h1>Too Many Requests</h1>");
        return;
      case "cuts answers off":
      case "cuts bodies short":
      case "passes":
        this.#forward(incoming, response, this.#behaviour);
    }
  }

  #forward(incoming: IncomingMessage, response: ServerResponse, behaviour: ProxyBehaviour = "passes"): void {
    const { method, url, headers } = incoming;
    const outgoing = request(`${this.engineUrl}${url}`, { method, headers }, (answer) => {
      if (behaviour === "cuts answers off") {
        response.destroy();
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    response.on("close", () => outgoing.destroy());
    if (behaviour === "cuts bodies short" && method === "PUT") {
      incoming.once("data", (chunk: Buffer) => {
        outgoing.write(chunk.subarray(0, chunk.length / 2));
        incoming.socket.destroy();
        outgoing.destroy();
      });
    } else {
      incoming.pipe(outgoing);
    }
  }
}

async function listening(port: number): Promise<Server> {
  const server = createServer();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

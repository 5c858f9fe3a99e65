// A stand-in for Docker: the requests that workerd sends it, answered with local processes in place of containers.
//
// With it the container of a Durable Object runs for real without Docker. workerd starts two containers for
// each: the image itself, and a proxy in front of it, simulated here too.

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";

/** A running container. */
export interface ContainerProcess {
  /** The address of the container's server. */
  readonly url: string;
  readonly ended: Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

interface Container {
  readonly name: string;
  readonly image: string;
  process: ContainerProcess | undefined;
  proxy: Server | undefined;
}

/** workerd names the proxy's container after the one behind it, with this suffix. */
const PROXY_SUFFIX = "-proxy";
const PROXY_PORT = "39001/tcp";

export class ProcessDocker {
  readonly socketPath = join(tmpdir(), `docker-${randomBytes(6).toString("hex")}.sock`);
  /** Names of the containers that were started, in order; one that was started twice is named twice. */
  readonly started: string[] = [];
  /** workerd's setting of each proxy: whether its container may reach the internet. */
  readonly internetEnabled: boolean[] = [];
  readonly #containers = new Map<string, Container>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error) => send(response, 500, { message: String(error) }));
  });
  readonly #startImage: (image: string) => Promise<ContainerProcess>;

  /** @param startImage runs an image, and settles once it has an address; it need not answer requests yet */
  constructor(startImage: (image: string) => Promise<ContainerProcess>) {
    this.#startImage = startImage;
  }

  async listen(): Promise<void> {
    this.#server.listen(this.socketPath);
    await once(this.#server, "listening");
  }

  /** The processes of all containers that run. */
  running(): ContainerProcess[] {
    return [...this.#containers.values()].flatMap(({ process }) => process ?? []);
  }

  async close(): Promise<void> {
    for (const name of [...this.#containers.keys()]) await this.#remove(name);
    this.#server.close();
    this.#server.closeAllConnections();
    await rm(this.socketPath, { force: true });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://docker");
    const body = await textOf(request);
    const [, kind, name = "", action] = url.pathname.split("/");
    switch (`${request.method} ${kind}`) {
      case "GET volumes":
        return send(response, 200, { Volumes: [], Warnings: null });
      case "GET networks":
        return send(response, 200, { IPAM: { Config: [{ Subnet: "127.0.0.0/8", Gateway: "127.0.0.1" }] } });
      case "POST containers":
        if (name === "create") {
          // workerd always sends the image's name.
          const { Image: image } = JSON.parse(body) as { Image: string };
          const created = url.searchParams.get("name") ?? "";
          this.#containers.set(created, { name: created, image, process: undefined, proxy: undefined });
          return send(response, 201, { Id: created, Warnings: [] });
        }
    }
    const container = this.#containers.get(name);
    if (container === undefined) return send(response, 404, { message: `No such container: ${name}` });
    switch (`${request.method} ${action ?? ""}`) {
      case "GET json":
        return send(response, 200, describe(container));
      case "POST start":
        await this.#start(container);
        return send(response, 204);
      case "POST wait":
        await container.process?.ended;
        return send(response, 200, { StatusCode: 137 });
      case "POST kill":
        container.process?.kill(url.searchParams.get("signal") === "SIGTERM" ? "SIGTERM" : "SIGKILL");
        return send(response, 204);
      case "DELETE ":
        await this.#remove(name);
        return send(response, 204);
      default:
        return send(response, 501, { message: `${request.method} ${request.url} is not supported here` });
    }
  }

  async #start(container: Container): Promise<void> {
    if (container.name.endsWith(PROXY_SUFFIX)) {
      const proxied = container.name.slice(0, -PROXY_SUFFIX.length);
      container.proxy = this.#proxy(() => this.#containers.get(proxied)?.process?.url);
      container.proxy.listen(0, "127.0.0.1");
      await once(container.proxy, "listening");
      return;
    }
    this.started.push(container.name);
    const process = await this.#startImage(container.image);
    container.process = process;
    process.ended.then(() => {
      if (container.process === process) container.process = undefined;
    });
  }

  /** Records workerd's network settings, and tunnels CONNECT requests to the container. */
  #proxy(containerUrl: () => string | undefined): Server {
    const proxy = createServer(async (request, response) => {
      const body = await textOf(request);
      if (request.url === "/egress") {
        // The message that workerd sends to this path. After a restart of its own it is empty: the container runs already.
        const { internet } = JSON.parse(body) as { internet?: { enabled: boolean } };
        if (internet !== undefined) this.internetEnabled.push(internet.enabled);
      }
      send(response, 200, {});
    });
    proxy.on("connect", (_request, client: Duplex) => {
      const url = containerUrl();
      client.on("error", () => {});
      if (url === undefined) {
        client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
        return;
      }
      const { hostname, port } = new URL(url);
      const target = connect(Number(port), hostname, () => {
        client.write("HTTP/1.1 200 OK\r\n\r\n");
        target.pipe(client).pipe(target);
      });
      target.on("error", () => client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
      client.on("close", () => target.destroy());
    });
    return proxy;
  }

  async #remove(name: string): Promise<void> {
    const container = this.#containers.get(name);
    this.#containers.delete(name);
    container?.proxy?.close();
    container?.proxy?.closeAllConnections();
    container?.process?.kill("SIGKILL");
    await container?.process?.ended;
  }
}

function describe({ name, image, process, proxy }: Container) {
  // A server that listens on a port has an address of this kind.
  const address = proxy?.address() as AddressInfo | null | undefined;
  const running = process !== undefined || address != null;
  return {
    Id: name,
    Name: `/${name}`,
    Image: image,
    State: { Status: running ? "running" : "exited", Running: running },
    Config: { Image: image, Labels: {} },
    NetworkSettings: {
      Ports: address == null ? {} : { [PROXY_PORT]: [{ HostIp: address.address, HostPort: String(address.port) }] },
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function send(response: ServerResponse, status: number, body?: unknown): void {
  const text = body === undefined ? "" : JSON.stringify(body);
  response
    .writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) })
    .end(text);
}

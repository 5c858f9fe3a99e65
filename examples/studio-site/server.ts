// npm run -w example-studio-site start: the site on Node's own HTTP server.
//
//   PORT=8790 HOST=127.0.0.1 STUDIO_API_URL=… STUDIO_API_KEY=pk_live_… node server.ts

import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StudioClient } from "@studio-integration/client";
import { findApiAccess } from "../api-access.ts";
import { createSite } from "./site.ts";
import { visitorLimit } from "./visitor-limit.ts";

const PAGE_FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/page.css": ["page.css", "text/css; charset=utf-8"],
  "/page.js": ["page.js", "text/javascript; charset=utf-8"],
};

/** The same as in `page/_headers`, for a Worker's assets. */
const PAGE_HEADERS = {
  "Content-Security-Policy":
    "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
};

try {
  const access = await findApiAccess();
  // The API key is a secret that every server of the site has; another secret would do as well.
  const site = createSite({ client: new StudioClient(access), allows: visitorLimit(30), secret: access.apiKey });
  const server = createServer((incoming, outgoing) => {
    const answered = incoming.url?.startsWith("/api/")
      ? answerApi(site, incoming, outgoing)
      : answerPage(incoming, outgoing);
    // The visitor has hung up.
    answered.catch(() => outgoing.destroy());
  });
  server.on("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  const host = process.env.HOST ?? "127.0.0.1";
  server.listen(Number(process.env.PORT ?? 8790), host, () => {
    // A server on TCP has such an address.
    const { port } = server.address() as AddressInfo;
    console.log(`The site is at http://${host}:${port}, with the prices of ${access.baseUrl}. Ctrl-C ends it.`);
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function answerPage({ url, method }: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const [file, type] = PAGE_FILES[new URL(url ?? "/", "http://site").pathname] ?? [];
  if (file === undefined || (method !== "GET" && method !== "HEAD")) {
    outgoing.writeHead(404).end("There is nothing here.");
    return;
  }
  const content = await readFile(join(import.meta.dirname, "page", file));
  outgoing.writeHead(200, { ...PAGE_HEADERS, "Content-Type": type, "Cache-Control": "no-cache" }).end(content);
}

/** Turns Node's request into a web Request, and the web Response into Node's. */
async function answerApi(
  site: ReturnType<typeof createSite>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const hasBody = incoming.method === "POST";
  const request = new Request(new URL(incoming.url ?? "/", "http://site"), {
    method: incoming.method ?? "GET",
    headers,
    // Node's stream is a web stream of bytes; its two libraries of types differ.
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: "half" } : {}),
  });
  // Behind your own proxy take the address of X-Forwarded-For instead.
  const response = await site(request, incoming.socket.remoteAddress ?? "");
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body), outgoing);
}

// npm run -w example-widget start: a site with a studio's order page in it, on Node's own HTTP server.
//
//   PORT=8792 HOST=127.0.0.1 STUDIO_SERVICE=https://api.example.com STUDIO_SLUG=kobza node server.ts

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type EmbeddedStudio, findStudio } from "./service.ts";

interface PageFile {
  readonly file: string;
  readonly type: string;
  readonly policy?: (service: string) => string;
}

const FILES: Readonly<Record<string, PageFile>> = {
  "/": { file: "index.html", type: "text/html; charset=utf-8", policy: ownPolicy },
  "/strict": { file: "strict.html", type: "text/html; charset=utf-8", policy: strictPolicy },
  "/page.css": { file: "page.css", type: "text/css; charset=utf-8" },
  "/page.js": { file: "page.js", type: "text/javascript; charset=utf-8" },
};

/** A site with a script of its own. */
function ownPolicy(service: string): string {
  return `default-src 'self'; script-src 'self' ${service}; frame-src ${service}; img-src data:; base-uri 'none'`;
}

/** A strict site: it lets only the widget run, and frames only the order page. The widget needs no more. */
function strictPolicy(service: string): string {
  return [
    "default-src 'none'",
    `script-src ${service}/widget.js`,
    `frame-src ${service}`,
    "style-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
}

try {
  const studio = await findStudio();
  const server = createServer((incoming, outgoing) => {
    const { file, type, policy } = FILES[new URL(incoming.url ?? "/", "http://site").pathname] ?? {};
    if (file === undefined || (incoming.method !== "GET" && incoming.method !== "HEAD")) {
      outgoing.writeHead(404).end("There is nothing here.");
      return;
    }
    const headers = {
      "Content-Type": type,
      "Cache-Control": "no-cache",
      "X-Content-Type-Options": "nosniff",
      ...(policy && { "Content-Security-Policy": policy(studio.service) }),
    };
    readPage(file, studio).then(
      (content) => outgoing.writeHead(200, headers).end(content),
      () => outgoing.destroy(),
    );
  });
  server.on("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  const host = process.env.HOST ?? "127.0.0.1";
  server.listen(Number(process.env.PORT ?? 8792), host, () => {
    // A server on TCP has such an address.
    const { port } = server.address() as AddressInfo;
    const origin = `http://${host}:${port}`;
    console.log(`The site is at ${origin}, and under a strict policy at ${origin}/strict. Ctrl-C ends it.`);
    console.log(`It shows ${studio.service}/${studio.slug}: ${origin} has to be among the studio's allowed sites.`);
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Fills in the service and the studio; your own site has them written in its pages. */
async function readPage(file: string, { service, slug }: EmbeddedStudio): Promise<string> {
  const text = await readFile(join(import.meta.dirname, "page", file), "utf8");
  return text.replaceAll("{{service}}", service).replaceAll("{{studio}}", slug);
}

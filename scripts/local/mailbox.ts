// Local mailbox: stands in for the provider of e-mail. It keeps the mails and shows them on a page.
//
// Nothing leaves the machine. The local service reaches it like a provider (src/platform/mail/http-mail.ts): a key is kept once.

import { appendFile, mkdir, readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { randomSecret } from "./local-state.ts";

const HOST = "127.0.0.1";
/** A mail to an address that begins so is refused the first time, and taken then: for a look at a message that is sent again. */
const REFUSED_ONCE = "refused-once";
/** Shown on the page; older ones stay in the file. */
const MAX_MAILS = 500;
const MAX_BODY_BYTES = 1_000_000;

const sentSchema = z.object({
  from: z.string(),
  to: z.array(z.string()),
  reply_to: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
const keptSchema = sentSchema.extend({ id: z.string(), key: z.string(), at: z.string() });
export type KeptMail = z.infer<typeof keptSchema>;

export interface Mailbox {
  /** Shows the mails; `/mails.json` has them all, the latest first. */
  readonly url: string;
  /** The variables by which the Worker sends to it. */
  readonly variables: Readonly<Record<"MAIL_FROM" | "MAIL_API_URL", string>>;
  stop(): Promise<void>;
}

/**
 * @param file keeps the mails, one on each line
 * @param answerAfterMilliseconds a mail is kept at once, and answered then
 */
export async function startMailbox(file: string, answerAfterMilliseconds = 0): Promise<Mailbox> {
  const mails = await readMails(file);
  const refused = new Set<string>();
  // In the address: another site's page could post without a header.
  const secret = randomSecret();
  await mkdir(dirname(file), { recursive: true });
  const server = createServer((request, response) => {
    answer({ mails, refused, file, secret, answerAfterMilliseconds }, request, response).catch((error) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, HOST, resolve));
  // A server that listens on a port has its number.
  const url = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    variables: { MAIL_FROM: "orders@print.example", MAIL_API_URL: `${url}/${secret}` },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The mails that a mailbox has kept, the latest first. */
export async function mailsIn(mailboxUrl: string): Promise<KeptMail[]> {
  return z.array(keptSchema).parse(await (await fetch(`${mailboxUrl}/mails.json`)).json());
}

interface Kept {
  /** The oldest first. */
  readonly mails: KeptMail[];
  /** The addresses that were refused. */
  readonly refused: Set<string>;
  readonly file: string;
  readonly secret: string;
  readonly answerAfterMilliseconds: number;
}

async function answer(kept: Kept, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A name that another site's page has led here is not ours.
  const host = request.headers.host ?? "";
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) {
    response.writeHead(403).end();
    return;
  }
  const { pathname } = new URL(request.url ?? "/", `http://${host}`);
  if (request.method === "POST" && pathname === `/${kept.secret}/emails`) return keep(kept, request, response);
  const [, id = "", part] = /^\/mails\/([\w-]+)\/(html|text)$/.exec(pathname) ?? [];
  const mail = kept.mails.find((one) => one.id === id);
  if (pathname === "/") return page(response, listPage(kept.mails.slice(-MAX_MAILS).toReversed()));
  if (pathname === "/mails.json") return json(response, 200, kept.mails.toReversed());
  if (mail !== undefined && part === "html") return page(response, mail.html);
  if (mail !== undefined) {
    response.writeHead(200, { "Content-Type": "text/plain; charset=UTF-8" }).end(mail.text);
    return;
  }
  response.writeHead(404).end();
}

async function keep(kept: Kept, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { mails, refused, file, answerAfterMilliseconds } = kept;
  const sent = sentSchema.safeParse(await bodyOf(request));
  const key = request.headers["idempotency-key"];
  if (!sent.success || typeof key !== "string") return json(response, 422, { name: "validation_error" });
  const to = sent.data.to.join();
  if (to.startsWith(REFUSED_ONCE) && !refused.has(to)) {
    refused.add(to);
    return json(response, 422, { name: "validation_error" });
  }
  const known = mails.find((mail) => mail.key === key);
  if (known !== undefined) {
    const isSame = JSON.stringify(sentSchema.parse(known)) === JSON.stringify(sent.data);
    return isSame ? json(response, 200, { id: known.id }) : json(response, 409, { name: "invalid_idempotent_request" });
  }
  const mail: KeptMail = { ...sent.data, id: crypto.randomUUID(), key, at: new Date().toISOString() };
  mails.push(mail);
  // It may have links to orders and accounts.
  await appendFile(file, `${JSON.stringify(mail)}\n`, { mode: 0o600 });
  await delay(answerAfterMilliseconds);
  return json(response, 200, { id: mail.id });
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > MAX_BODY_BYTES) throw new Error("the mail is too large");
    chunks.push(part);
  }
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

async function readMails(file: string): Promise<KeptMail[]> {
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  return lines.flatMap((line) => {
    try {
      return [keptSchema.parse(JSON.parse(line))];
    } catch {
      // The last line of a run that was killed.
      return [];
    }
  });
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

/** Nothing but styles: a mail is another's content. */
function page(response: ServerResponse, html: string): void {
  response
    .writeHead(200, {
      "Content-Type": "text/html; charset=UTF-8",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
      "Referrer-Policy": "no-referrer",
    })
    .end(html);
}

function listPage(mails: readonly KeptMail[]): string {
  const rows = mails.map(
    ({ id, at, from, to, reply_to, subject }) => `<li><a href="/mails/${id}/html">${escaped(subject)}</a>
      <a href="/mails/${id}/text">text</a><br>
      <small>${escaped(at)} · ${escaped(from)} → ${escaped(to.join(", "))}${
        reply_to === undefined ? "" : ` · answers to ${escaped(reply_to)}`
      }</small></li>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Local mailbox</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}li{margin:0 0 1rem}</style>
<h1>Local mailbox</h1><p>E-mails that the local service has sent. Nothing left this machine.</p>
${rows.length === 0 ? "<p>There is none yet.</p>" : `<ul>${rows.join("\n")}</ul>`}</html>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

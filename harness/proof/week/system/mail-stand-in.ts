// Stand-in for the provider of e-mail: delivers each key once, loses some answers, refuses while it is down.

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface DeliveredMail {
  readonly key: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Every so many mails the answer is lost, after the mail was taken. */
const LOST_ANSWERS = 40;

export class MailStandIn {
  /** By the provider's key. */
  readonly delivered = new Map<string, DeliveredMail>();
  /** Sendings of a key that was known already. */
  repeated = 0;
  refused = 0;
  isDown = false;
  #asked = 0;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on("request", (request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<MailStandIn> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new MailStandIn(server);
  }

  /** The variables by which the Worker sends to it. */
  get variables(): Readonly<Record<"MAIL_FROM" | "MAIL_API_URL", string>> {
    // A server that listens on a port has an address of this kind.
    const { port } = this.#server.address() as AddressInfo;
    return { MAIL_FROM: "orders@print.example", MAIL_API_URL: `http://127.0.0.1:${port}` };
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    if (this.#server.listening) await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    if (this.isDown) {
      this.refused++;
      return answer(response, 429, { name: "rate_limit_exceeded" });
    }
    const key = String(request.headers["idempotency-key"]);
    // The Worker writes it (src/platform/mail/http-mail.ts).
    const mail = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { to: [string]; subject: string; text: string };
    if (this.delivered.has(key)) this.repeated++;
    else this.delivered.set(key, { key, to: mail.to[0], subject: mail.subject, text: mail.text });
    this.#asked++;
    if (this.#asked % LOST_ANSWERS === 0) response.destroy();
    else answer(response, 200, { id: `mail-${this.delivered.size}` });
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

// Rotations of the mail provider's two secrets: its key, and the secret of its events.

import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { startEngine } from "../../../scripts/local/engine-process.ts";
import { customerMessages, messages } from "../../../src/db/schema.ts";
import { sendOrderAndRequest } from "../../storefront-operations.ts";
import { NO_ENGINE } from "../../systems/miniflare-system.ts";
import { type Check, RotatedSystem } from "./rotated-system.ts";

const [ACCEPTED, REFUSED] = [204, 401];
const MAX_SENDING_MILLISECONDS = 60_000;
const [OLD_KEY, NEW_KEY] = ["re_the_old_key", "re_the_new_key"];

export async function rotateMailKey(): Promise<readonly Check[]> {
  const provider = await startProvider(OLD_KEY);
  const engine = await startEngine({});
  const variables = (key: string) => ({
    variables: {
      ...{ MAIL_FROM: "orders@print.example", PUBLIC_ORIGIN: "https://print.example" },
      ...{ MAIL_API_URL: provider.url, MAIL_API_KEY: key },
    },
  });
  const system = await RotatedSystem.start(engine, variables(OLD_KEY));
  try {
    const { studio } = system;
    await system.now.database.insert(customerMessages).values({ studioId: studio.id, event: "received", isOn: true });
    const before = await tellOfOrder(system);
    provider.accept(NEW_KEY);
    const between = await tellOfOrder(system);
    await system.restart(variables(NEW_KEY));
    const after = await tellOfOrder(system);
    return [
      { says: "a mail is sent before", holds: before?.state === "sent" },
      {
        says: "a mail of the time between is shown as refused for its sender, and can be sent again",
        holds: between?.state === "failed" && between.fault === "sender",
      },
      { says: "a mail is sent with the new key", holds: after?.state === "sent" },
      { says: "no mail was sent with the old key after its end", holds: provider.taken() === 2 },
    ];
  } finally {
    await system.stop();
    await engine.stop();
    provider.stop();
  }
}

/** Places an order on the order page, and answers its message once that has ended; undefined if it does not. */
async function tellOfOrder(system: RotatedSystem) {
  const { database } = system.now;
  const count = async () =>
    (await database.select().from(messages).where(eq(messages.studioId, system.studio.id))).length;
  const before = await count();
  await sendOrderAndRequest(system.now, system.studio);
  const end = Date.now() + MAX_SENDING_MILLISECONDS;
  while (Date.now() < end) {
    const all = await database
      .select()
      .from(messages)
      .where(eq(messages.studioId, system.studio.id))
      .orderBy(messages.id);
    const latest = all.slice(before).find(({ event }) => event === "received");
    if (latest !== undefined && latest.endedAt !== null) return latest;
    await delay(200);
  }
  return undefined;
}

/** A provider of e-mail that knows one key. */
async function startProvider(key: string) {
  let [known, taken] = [key, 0];
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      const isKnown = request.headers.authorization === `Bearer ${known}`;
      if (isKnown) taken++;
      const body = isKnown ? { id: `mail-${taken}` } : { name: "validation_error" };
      response.writeHead(isKnown ? 200 : REFUSED, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has its number.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    taken: () => taken,
    accept(other: string) {
      known = other;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export async function rotateEventsSecret(): Promise<readonly Check[]> {
  const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString("base64")}`;
  const [old, fresh] = [secretOf("a"), secretOf("b")];
  const system = await RotatedSystem.start(NO_ENGINE, { variables: { MAIL_EVENTS_SECRET: old } });
  try {
    const statuses = async () => ({
      byOld: await event(system, [old]),
      byNew: await event(system, [fresh]),
      byBoth: await event(system, [old, fresh]),
    });
    const before = await statuses();
    await system.restart({ variables: { MAIL_EVENTS_SECRET: fresh } });
    const after = await statuses();
    return [
      { says: "before, an event signed by the old secret is accepted", holds: before.byOld === ACCEPTED },
      { says: "before, an event signed by the new secret alone is refused", holds: before.byNew === REFUSED },
      {
        says: "an event signed by both is accepted before and after",
        holds: [before, after].every(({ byBoth }) => byBoth === ACCEPTED),
      },
      { says: "after, an event signed by the new secret is accepted", holds: after.byNew === ACCEPTED },
      { says: "after, an event signed by the old secret alone is refused", holds: after.byOld === REFUSED },
    ];
  } finally {
    await system.stop();
  }
}

/** An event that the provider signs by these secrets. Its mail is not lost, so it changes nothing. */
function event(system: RotatedSystem, secrets: readonly string[]): Promise<number> {
  const body = JSON.stringify({
    type: "email.delivered",
    created_at: new Date().toISOString(),
    data: { email_id: "1" },
  });
  const [id, timestamp] = [crypto.randomUUID(), String(Math.floor(Date.now() / 1000))];
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  const headers = { "svix-id": id, "svix-timestamp": timestamp, "svix-signature": signatures.join(" ") };
  return system.status("/mail.events", { method: "POST", body, headers });
}

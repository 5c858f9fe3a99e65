// Durable Object that sends a studio's messages: woken after a batch has written some, and by its own alarm.
//
// There is one per studio, so that no message has two senders. The messages lie in D1; the object stores the count of its day only.

import { DurableObject } from "cloudflare:workers";
import type { StudioId } from "../domain/ids.ts";
import { MAX_MESSAGES_A_DAY } from "../domain/message/states.ts";
import type { Env } from "../env.ts";
import { logError } from "../platform/error-log.ts";
import { openStudio } from "../tenant/tenant.ts";
import { mailSenderOf } from "./mail-sender.ts";

const DAY_MILLISECONDS = 86_400_000;
/** After a run that failed, such as without D1. */
const PAUSE_MILLISECONDS = 60_000;

const STUDIO = "studio";
const DAY = "day";

interface CountedDay {
  /** Days since 1970, by UTC. */
  readonly day: number;
  readonly taken: number;
}

export class StudioOutbox extends DurableObject<Env> {
  /** Sends the messages that are due, after the call. */
  async wake(studioId: StudioId): Promise<void> {
    // An alarm does not know the object's name.
    this.ctx.storage.kv.put(STUDIO, studioId);
    await this.ctx.storage.setAlarm(Date.now());
  }

  /** Never rejects: the platform gives an alarm up after a few failures. */
  override async alarm(): Promise<void> {
    const next = await this.#send().catch((error: unknown) => {
      logError({ failed: "outbox" }, error);
      return Date.now() + PAUSE_MILLISECONDS;
    });
    if (next === undefined) return;
    // A call meanwhile may have asked for an earlier one.
    const asked = await this.ctx.storage.getAlarm();
    if (asked === null || asked > next) await this.ctx.storage.setAlarm(next);
  }

  async #send(): Promise<number | undefined> {
    const studioId = this.ctx.storage.kv.get<StudioId>(STUDIO);
    if (studioId === undefined) return undefined;
    // Loaded here: requests to the API need none of it.
    const { sendDueMessages } = await import("./send-messages.ts");
    const { db } = openStudio(this.env, studioId);
    const takeOfDay = () => this.#takeOfDay();
    return sendDueMessages({ db, secrets: this.env, sender: mailSenderOf(this.env), takeOfDay });
  }

  #takeOfDay(): boolean {
    const { kv } = this.ctx.storage;
    const day = Math.floor(Date.now() / DAY_MILLISECONDS);
    const counted = kv.get<CountedDay>(DAY);
    const taken = counted?.day === day ? counted.taken : 0;
    if (taken >= MAX_MESSAGES_A_DAY) return false;
    kv.put(DAY, { day, taken: taken + 1 });
    return true;
  }
}

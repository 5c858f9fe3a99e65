// A fuzzed studio: its keys, its people's sessions, and the ids and addresses of its answers.

import { and, eq } from "drizzle-orm";
import { PanelClient } from "../../../scripts/browser/panel-client.ts";
import {
  apiKeys,
  deliveryMethods,
  finishings,
  materials,
  orders,
  printers,
  printingQualities,
  products,
  signInAttempts,
  storefronts,
  studios,
} from "../../../src/db/schema.ts";
import type { Role } from "../../../src/domain/person.ts";
import { tellGate } from "../../api-operations.ts";
import { addMember, type SignIn } from "../../studios.ts";
import type { MiniflareSystem } from "../../systems/miniflare-system.ts";
import type { DraftFile } from "./draft.ts";
import type { FoundPages } from "./found-pages.ts";

export const KEY_NAMES = ["live", "read", "quotes", "test", "expired", "revoked"] as const;
export type KeyName = (typeof KEY_NAMES)[number];

export interface PanelSession {
  readonly cookie: string;
  readonly formToken: string;
}

/** Ids of the studio's entries that a valid request may name. */
export interface StudioIds {
  readonly materialIds: readonly number[];
  readonly printingQualityIds: readonly number[];
  readonly finishingIds: readonly number[];
  readonly productIds: readonly number[];
  readonly deliveryMethodIds: readonly number[];
  readonly printerIds: readonly number[];
  readonly orderIds: readonly number[];
}

/** Values of answers that later requests send, the newest ones. */
export class ToldValues {
  static readonly #MOST = 40;
  readonly #values = new Map<string, Set<string>>();

  add(kind: string, value: string): void {
    const values = this.#values.get(kind) ?? new Set();
    this.#values.set(kind, values.add(value));
    const [oldest] = values;
    if (values.size > ToldValues.#MOST && oldest !== undefined) values.delete(oldest);
  }

  of(kind: string): readonly string[] {
    return [...(this.#values.get(kind) ?? [])];
  }
}

export interface StudioFacts {
  readonly id: number;
  /** Its canaries' number. */
  readonly number: number;
  readonly slug: string;
  readonly keys: Readonly<Record<KeyName, string>>;
  /** Their slices are known. */
  readonly models: readonly DraftFile[];
}

export class FuzzedStudio {
  readonly facts: StudioFacts;
  readonly pages: Readonly<Record<Role | "visitor", FoundPages>>;
  readonly told = new ToldValues();
  /** The one before: its ids are tried with this one's keys and sessions. */
  readonly other: FuzzedStudio | undefined;
  /** Requests that its keys have sent. */
  keyedRequests = 0;
  ids: StudioIds = {
    materialIds: [],
    printingQualityIds: [],
    finishingIds: [],
    productIds: [],
    deliveryMethodIds: [],
    printerIds: [],
    orderIds: [],
  };
  readonly #system: MiniflareSystem;
  readonly #signIns = new Map<Role, SignIn>();
  readonly #sessions = new Map<Role, Promise<PanelSession>>();

  constructor(
    system: MiniflareSystem,
    facts: StudioFacts,
    pages: Readonly<Record<Role | "visitor", FoundPages>>,
    other: FuzzedStudio | undefined,
  ) {
    this.#system = system;
    this.facts = facts;
    this.pages = pages;
    this.other = other;
  }

  session(role: Role): Promise<PanelSession> {
    const session = this.#sessions.get(role) ?? this.#signIn(role);
    this.#sessions.set(role, session);
    return session;
  }

  /** After a sign-out, a changed password or a removed person: the next request signs in again. */
  forgetSession(role: Role): void {
    this.#sessions.delete(role);
  }

  async #signIn(role: Role): Promise<PanelSession> {
    const { database, url } = this.#system;
    const known = this.#signIns.get(role);
    if (known !== undefined) {
      await database.delete(signInAttempts);
      const session = await signedIn(url, known).catch(() => undefined);
      if (session !== undefined) return session;
    }
    const added = await addMember(database, this.facts.id, role);
    this.#signIns.set(role, added);
    return signedIn(url, added);
  }

  /** Undoes changes of the panel after which requests would only be refused: a lower plan, revoked keys, a closed order page. */
  async open(): Promise<void> {
    const { database } = this.#system;
    const { id, keys } = this.facts;
    await database.update(studios).set({ plan: "enterprise" }).where(eq(studios.id, id));
    await database
      .update(storefronts)
      .set({
        isOpen: true,
        takesPriceRequests: true,
        turnstileSiteKey: null,
        turnstileSecret: null,
        minimumOrderMinor: null,
        maximumOrderMinor: null,
      })
      .where(eq(storefronts.studioId, id));
    await this.#learnIds();
    this.keyedRequests++;
    const answer = await fetch(new URL("/api/v1/me", this.#system.url), {
      headers: { Authorization: `Bearer ${keys.live}` },
    });
    await answer.body?.cancel();
    if (answer.status === 200) return;
    for (const kind of ["live", "test"] as const)
      await database
        .update(apiKeys)
        .set({ revokedAt: null, expiresAt: null })
        .where(and(eq(apiKeys.studioId, id), eq(apiKeys.name, nameOfKey(kind))));
    await tellGate(this.#system, id);
  }

  async #learnIds(): Promise<void> {
    const { database } = this.#system;
    const { id } = this.facts;
    // A quality or material that was archived or deleted is replaced, so that an order stays possible.
    await database.update(materials).set({ status: "active", isOnStorefront: true }).where(eq(materials.studioId, id));
    await database
      .update(printingQualities)
      .set({ isActive: true, isOnStorefront: true })
      .where(eq(printingQualities.studioId, id));
    const [ofMaterials, ofQualities, ofFinishings, ofProducts, ofDelivery, ofPrinters, ofOrders] = await database.batch(
      [
        database
          .select({ id: materials.id })
          .from(materials)
          .where(and(eq(materials.studioId, id), eq(materials.technologyId, 1)))
          .limit(20),
        database
          .select({ id: printingQualities.id })
          .from(printingQualities)
          .where(and(eq(printingQualities.studioId, id), eq(printingQualities.technologyId, 1)))
          .limit(3),
        database
          .select({ id: finishings.id })
          .from(finishings)
          .where(and(eq(finishings.studioId, id), eq(finishings.isArchived, false)))
          .limit(20),
        database.select({ id: products.id }).from(products).where(eq(products.studioId, id)).limit(20),
        database
          .select({ id: deliveryMethods.id })
          .from(deliveryMethods)
          .where(eq(deliveryMethods.studioId, id))
          .limit(20),
        database.select({ id: printers.id }).from(printers).where(eq(printers.studioId, id)).limit(20),
        database.select({ id: orders.id }).from(orders).where(eq(orders.studioId, id)).limit(40),
      ],
    );
    const idsOf = (rows: readonly { readonly id: number }[]) => rows.map((row) => row.id);
    this.ids = {
      materialIds: idsOf(ofMaterials),
      printingQualityIds: idsOf(ofQualities),
      finishingIds: idsOf(ofFinishings),
      productIds: idsOf(ofProducts),
      deliveryMethodIds: idsOf(ofDelivery),
      printerIds: idsOf(ofPrinters),
      orderIds: idsOf(ofOrders),
    };
  }
}

export function nameOfKey(kind: KeyName): string {
  return `key ${kind}`;
}

async function signedIn(service: URL, signIn: SignIn): Promise<PanelSession> {
  const client = new PanelClient(service.href);
  await client.signIn(signIn);
  const { html } = await client.get("/panel/account");
  const [, formToken] = /name="formToken" value="([^"]+)"/.exec(html) ?? [];
  if (formToken === undefined) throw new Error("the account's page shows no form");
  const cookie = client
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
  return { cookie, formToken };
}

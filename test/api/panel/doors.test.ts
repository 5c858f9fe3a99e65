// Every route of the panel, found by itself: access, the content of forms, the headers of answers.

import { eq, getTableColumns, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as schema from "../../../src/db/schema.ts";
import { panel } from "../../../src/panel/panel.ts";
import { standInForMail } from "../support/mail-provider.ts";
import {
  Browser,
  PANEL_ORIGIN,
  type Page,
  type PanelStudio,
  panelStudio,
  signedIn,
  staffOf,
} from "../support/panel.ts";
import { database } from "../support/studio.ts";

interface Door {
  readonly method: string;
  /** As the route is written: `/panel/studios/:slug/keys`. */
  readonly route: string;
}

const doors: readonly Door[] = [
  ...new Map(
    panel.routes
      // Middleware stands among the routes as ALL.
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => [`${method} ${path}`, { method, route: path }] as const),
  ).values(),
];

/** Routes for people who are not signed in. All others refuse them. */
const OPEN = ["/panel/sign-in", "/panel/sign-out", "/panel/forgotten-password", "/panel/links/:token"];
const OWNERS =
  /^\/panel\/studios\/:slug\/(order-page|prices|keys|people|customers\/:id\/(erase|data)|messages\/(?:sender|customers))(\/|$)/;

const gets = doors.filter(({ method }) => method === "GET");
const posts = doors.filter(({ method }) => method === "POST");
const guarded = doors.filter(({ route }) => !OPEN.includes(route));
const ofStudio = doors.filter(({ route }) => route.includes("/:slug"));
const ofOwners = doors.filter(({ route }) => OWNERS.test(route));

let shop: PanelStudio;
let other: PanelStudio;
let staff: Browser;
let formToken: string;
let othersToken: string;
/** The stored rows before the requests; refused ones leave them unchanged. */
let untouched: string;

beforeAll(async () => {
  [shop, other] = await Promise.all([panelStudio(), panelStudio()]);
  staff = await staffOf(shop);
  [formToken, othersToken] = await Promise.all([shop.owner.formToken(), other.owner.formToken()]);
  untouched = await stored();
});

// Owners' links are sent to their persons.
beforeEach(() => void standInForMail());
afterEach(() => void vi.restoreAllMocks());

/** The route's address in the studio. Every id is 1: no refused request comes far enough to look it up. */
function addressOf({ route }: Door): string {
  return route.replace(":slug", shop.studio.slug).replaceAll(/:\w+(\{[^}]*\})?\??/g, "1");
}

/** Opens the door as a page of the panel does. */
async function enter(browser: Browser, door: Door): Promise<Page> {
  return door.method === "GET" ? browser.get(addressOf(door)) : browser.post(addressOf(door));
}

/** Everything that is stored of the shop and its owner. */
async function stored(): Promise<string> {
  const { studio, ownerPerson } = shop;
  const ofShop = Object.values(schema).flatMap((table) => {
    if (!is(table, SQLiteTable)) return [];
    const { studioId, personId } = getTableColumns<SQLiteTable>(table);
    return [
      ...(studioId === undefined ? [] : [database.select().from(table).where(eq(studioId, studio.id))]),
      ...(personId === undefined ? [] : [database.select().from(table).where(eq(personId, ownerPerson.id))]),
    ];
  });
  const ofStudioItself = database.select().from(schema.studios).where(eq(schema.studios.id, studio.id));
  const ofOwner = database.select().from(schema.people).where(eq(schema.people.id, ownerPerson.id));
  return JSON.stringify(await database.batch([ofStudioItself, ofOwner, ...ofShop]));
}

function expectSafeHeaders({ headers, html }: Page): void {
  const policy = headers.get("Content-Security-Policy") ?? "";
  expect(policy, html).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("style-src 'self'");
  expect(policy).toContain("form-action 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(headers.get("X-Frame-Options")).toBe("DENY");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Cache-Control")).toBe("no-store");
  // Markup that the policy forbids a browser to run or paint.
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+="|\sstyle="|javascript:/i);
}

describe("the doors of the panel", () => {
  it("are found, and take nothing but GET and POST", () => {
    expect(doors.length).toBeGreaterThan(30);
    expect(ofOwners.length).toBeGreaterThan(10);
    expect(doors.filter(({ method }) => method !== "GET" && method !== "POST")).toEqual([]);
    for (const route of OPEN) expect(doors.map((door) => door.route)).toContain(route);
  });

  it.each(guarded)("ask a person without a session to sign in: $method $route", async (door) => {
    const answer = await enter(new Browser(), door);
    if (door.method === "GET") {
      expect(answer.status, answer.html).toBe(303);
      expect(answer.location).toBe(`/panel/sign-in?next=${encodeURIComponent(addressOf(door))}`);
    } else {
      expect(answer.status, answer.html).toBe(401);
      expect(answer.form("/panel/sign-in").fields.map(([name]) => name)).toContain("resumed");
    }
    expectSafeHeaders(answer);
  });

  it.each(ofStudio)("do not exist for another studio's people: $method $route", async (door) => {
    const answer = await enter(other.owner, door);
    expect(answer.status, answer.html).toBe(404);
    expect(answer.html).not.toContain(`${shop.studio.slug}/`);
    expectSafeHeaders(answer);
    expect(await stored()).toBe(untouched);
  });

  it.each(ofOwners)("answer 403 to staff if they are the owner's: $method $route", async (door) => {
    const answer = await enter(staff, door);
    expect(answer.status, answer.html).toBe(403);
    expectSafeHeaders(answer);
    expect(await stored()).toBe(untouched);
  });

  it.each(posts)(
    "take no form without its token, or from another origin, or from none: $method $route",
    async (door) => {
      const origin = { Origin: PANEL_ORIGIN };
      for (const [fields, headers] of [
        [{}, origin],
        [{ formToken: "" }, origin],
        [{ formToken: othersToken }, origin],
        [{ formToken }, { Origin: "https://evil.example" }],
        [{ formToken }, { Origin: PANEL_ORIGIN.replace("https", "http") }],
        [{ formToken }, { Origin: "null" }],
        [{ formToken }, {}],
      ] as const) {
        const answer = await shop.owner.postBare(addressOf(door), fields, headers);
        expect(answer.status, `${JSON.stringify([fields, headers])}\n${answer.html}`).toBe(403);
        expectSafeHeaders(answer);
      }
      expect(await stored()).toBe(untouched);
    },
  );

  it.each(gets)("answer HEAD as GET, without a body: $route", async (door) => {
    const browser = await signedIn(shop.ownerPerson);
    const [get, head] = [await browser.get(addressOf(door)), await browser.head(addressOf(door))];
    expect([head.status, head.location, head.html]).toEqual([get.status, get.location, ""]);
  });

  it.each(["/panel/nothing", "/panel/studios", "/panel/studios/none/keys", "/panel/studios/%00/orders/1"])(
    "are not all there is to ask for: %s",
    async (path) => {
      const answer = await shop.owner.get(path);
      expect(answer.status, answer.html).toBe(404);
      expectSafeHeaders(answer);
      expect((await new Browser().get(path)).status).toBe(303);
    },
  );

  // Last: some of them change the studio.
  it.each(doors)("never answer 500, for any id: $method $route", async (door) => {
    const answer = await enter(await signedIn(shop.ownerPerson), door);
    expect(answer.status, answer.html).toBeLessThan(500);
    expectSafeHeaders(answer);
  });
});

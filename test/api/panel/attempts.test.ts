// Attempts to sign in: counted per account and per network, and let in again after their time.

import { eq, like, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { signInAttempts } from "../../../src/db/schema.ts";
import { Browser, createPerson, PASSWORD, type Page } from "../support/panel.ts";
import { database } from "../support/studio.ts";

const MINUTE = 60_000;
/** Attempts from one network. */
const PER_ACCOUNT = 10;
const PER_ACCOUNT_ANYWHERE = 100;
const PER_ADDRESS = 50;
/** The length of the key that counts an account from all networks together. */
const ALL_NETWORKS = "account:".length + 64;

let start: number;
/** Shows the form to sign in. One for all attempts of a test, which are counted by account and network. */
let browser: Browser;

beforeEach(async () => {
  start = Date.now();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(start);
  await database.delete(signInAttempts);
  await openForm();
});

afterEach(() => void vi.useRealTimers());

async function openForm(): Promise<void> {
  browser = new Browser();
  // Attempts at once would each open the form.
  await browser.formToken();
}

async function signIn(email: string, password: string, address = "203.0.113.1") {
  const answer = await browser.post(
    "/panel/sign-in",
    { email, password },
    { "CF-Connecting-IP": address, "Accept-Language": "en" },
  );
  if (answer.status === 303) await openForm();
  return answer;
}

/** Sets the counted attempts of the test's address: real ones would each cost a password hash. */
async function raiseAddressTo(attempts: number): Promise<void> {
  await database.update(signInAttempts).set({ attempts }).where(like(signInAttempts.key, "address:%"));
}

/** Sets the counted attempts of all keys of this length. */
async function raiseTo(attempts: number, length: number): Promise<void> {
  await database.update(signInAttempts).set({ attempts }).where(sql`length(${signInAttempts.key}) = ${length}`);
}

/** The counted attempts of a kind, for all keys or those of this length. */
async function attemptsOf(kind: string, length?: number): Promise<number[]> {
  const rows = await database
    .select()
    .from(signInAttempts)
    .where(like(signInAttempts.key, `${kind}:%`));
  return rows.filter(({ key }) => length === undefined || key.length === length).map(({ attempts }) => attempts);
}

const guessFrom = (address: string) => signIn(`${crypto.randomUUID()}@example.com`, "guess", address);

describe("attempts of an account", () => {
  it("are ten from one network in a quarter of an hour, even with the right password", async () => {
    const { email } = await createPerson();
    for (let attempt = 0; attempt < PER_ACCOUNT; attempt++) {
      expect((await signIn(email, "guess")).status).toBe(401);
    }
    const refused = await signIn(email.toUpperCase(), PASSWORD);
    expect(refused.status, refused.html).toBe(429);
    expect(refused.text).toContain("Too many attempts. Try again in 15 min.");
    expect(refused.field("email").value).toBe(email.toUpperCase());
    vi.setSystemTime(start + 15 * MINUTE - 1000);
    expect((await signIn(email, PASSWORD)).text).toContain("Try again in 1 min.");
    vi.setSystemTime(start + 15 * MINUTE);
    expect((await signIn(email, PASSWORD)).status).toBe(303);
  });

  it("do not lock the person out on another network, after any number of guesses from a few", async () => {
    const { email } = await createPerson();
    const networks = ["203.0.113.1", "203.0.113.2", "2001:db8:0:7::1"];
    for (const address of networks) {
      await Promise.all(Array.from({ length: 3 * PER_ACCOUNT }, () => signIn(email, "guess", address)));
    }
    expect(await attemptsOf("account", ALL_NETWORKS)).toEqual([networks.length * PER_ACCOUNT]);
    expect((await signIn(email, PASSWORD, networks[0])).status).toBe(429);
    const letIn = await signIn(email, PASSWORD, "198.51.100.7");
    expect(letIn.status, letIn.html).toBe(303);
  });

  it.each([
    ["the subnets of one IPv6 /56", (index: number) => `2001:db8:6:7${index.toString(16).padStart(2, "0")}::1`, 20],
    ["the sites of one IPv6 /48", (index: number) => `2001:db8:6:${(index + 1).toString(16)}00::1`, 25],
    ["the addresses of one IPv4 /24", (index: number) => `203.0.113.${index + 1}`, 25],
  ])("lock out no other network, from any number of %s", async (_, addressOf, most) => {
    const { email } = await createPerson();
    const guesses = Array.from({ length: 11 * PER_ACCOUNT }, (_, index) =>
      signIn(email, "guess", addressOf(Math.floor(index / PER_ACCOUNT))),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(most);
    expect(await attemptsOf("account", ALL_NETWORKS)).toEqual([most]);
    expect((await signIn(email, PASSWORD, addressOf(20))).status).toBe(429);
    const letIn = await signIn(email, PASSWORD, "198.51.100.7");
    expect(letIn.status, letIn.html).toBe(303);
  });

  it("from one network beyond its own are not those of its neighbours", async () => {
    const { email } = await createPerson();
    await Promise.all(Array.from({ length: 60 }, () => signIn(email, "guess", "203.0.113.1")));
    const letIn = await signIn(email, PASSWORD, "203.0.113.2");
    expect(letIn.status, letIn.html).toBe(303);
  });

  it("are a hundred from networks far apart, and from then on slowed for all", async () => {
    const { email } = await createPerson();
    const guess = (index: number) => signIn(email, "guess", `2001:db8:${index % 12}:1::1`);
    const statuses = (await Promise.all(Array.from({ length: 120 }, (_, index) => guess(index)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(PER_ACCOUNT_ANYWHERE);
    expect((await signIn(email, PASSWORD, "198.51.100.7")).status).toBe(429);
    vi.setSystemTime(start + 15 * MINUTE);
    expect((await signIn(email, PASSWORD, "198.51.100.7")).status).toBe(303);
  });

  it("are counted and refused alike for an unknown account", async () => {
    const { email } = await createPerson();
    const tried = async (account: string, block: string) => {
      const answers: Page[] = [];
      const guess = async (index: number) => {
        answers.push(await signIn(account, "guess", `2001:db8:${block}:${index % 3}::1`));
      };
      for (const index of [0, 1, 2]) await guess(index);
      // The counters of the site, its block and the account: a guess at an unknown account costs a password hash.
      await database.update(signInAttempts).set({ attempts: 18 }).where(eq(signInAttempts.attempts, 3));
      for (const index of [3, 4, 5, 6]) await guess(index);
      return answers.map((answer) => [answer.status, answer.text.replaceAll(account, "")]);
    };
    const unknown = await tried("nobody-here@example.com", "aa");
    expect(unknown.map(([status]) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(unknown).toEqual(await tried(email, "bb"));
  });

  it("are a hundred from all networks together", async () => {
    const { email } = await createPerson();
    await signIn(email, "guess");
    await raiseTo(PER_ACCOUNT_ANYWHERE - 1, ALL_NETWORKS);
    expect((await signIn(email, "guess", "203.0.113.2")).status).toBe(401);
    const refused = await signIn(email, PASSWORD, "203.0.113.3");
    expect(refused.status, refused.html).toBe(429);
    vi.setSystemTime(start + 15 * MINUTE);
    expect((await signIn(email, PASSWORD, "203.0.113.3")).status).toBe(303);
  });

  it("from a network that has made its fifty are not counted against the account", async () => {
    const { email } = await createPerson();
    await guessFrom("203.0.113.9");
    await raiseAddressTo(PER_ADDRESS);
    await database.delete(signInAttempts).where(like(signInAttempts.key, "account:%"));
    expect((await signIn(email, "guess", "203.0.113.9")).status).toBe(429);
    expect(await attemptsOf("account", ALL_NETWORKS)).toEqual([]);
  });

  it("do not delay other accounts", async () => {
    const [locked, other] = [await createPerson(), await createPerson()];
    for (let attempt = 0; attempt <= PER_ACCOUNT; attempt++) await signIn(locked.email, "guess");
    expect((await signIn(locked.email, PASSWORD)).status).toBe(429);
    expect((await signIn(other.email, PASSWORD)).status).toBe(303);
  });

  it("are forgotten with signing in", async () => {
    const { email } = await createPerson();
    for (let round = 0; round < 2; round++) {
      for (let attempt = 0; attempt < PER_ACCOUNT - 1; attempt++) {
        expect((await signIn(email, "guess")).status).toBe(401);
      }
      expect((await signIn(email, PASSWORD)).status).toBe(303);
    }
    expect(await attemptsOf("account")).toEqual([]);
  });

  it("are forgotten alone: those of another account stay", async () => {
    const [one, other] = [await createPerson(), await createPerson()];
    await signIn(other.email, "guess");
    await signIn(one.email, "guess", "203.0.113.2");
    expect((await signIn(one.email, PASSWORD)).status).toBe(303);
    expect(await attemptsOf("account", ALL_NETWORKS)).toEqual([1]);
  });

  it("cannot be multiplied by guessing at once", async () => {
    const { email } = await createPerson();
    const answers = await Promise.all(Array.from({ length: 15 }, () => signIn(email, "guess")));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(PER_ACCOUNT);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

describe("attempts of an address", () => {
  it("are fifty in a quarter of an hour, over all accounts", async () => {
    const { email } = await createPerson();
    await guessFrom("203.0.113.9");
    await raiseAddressTo(PER_ADDRESS - 1);
    expect((await guessFrom("203.0.113.9")).status).toBe(401);
    expect((await signIn(email, PASSWORD, "203.0.113.9")).status).toBe(429);
    expect((await signIn(email, PASSWORD, "203.0.113.10")).status).toBe(303);
    vi.setSystemTime(start + 15 * MINUTE);
    expect((await signIn(email, PASSWORD, "203.0.113.9")).status).toBe(303);
  });

  it("are counted for the whole /64 of IPv6, however it is written", async () => {
    const { email } = await createPerson();
    await guessFrom("2001:db8:0:7::1");
    await raiseAddressTo(PER_ADDRESS - 2);
    expect((await guessFrom("2001:db8::7:aaaa:bbbb:cccc:dddd")).status).toBe(401);
    expect((await guessFrom("2001:0db8:0000:0007:ffff:ffff:ffff:ffff")).status).toBe(401);
    expect((await signIn(email, PASSWORD, "2001:DB8:0:7:1:2:3:4")).status).toBe(429);
    expect((await signIn(email, PASSWORD, "2001:db8:0:8::1")).status).toBe(303);
    expect((await signIn(email, PASSWORD, "2001:db8::1")).status).toBe(303);
  });

  it("of IPv4 written as IPv6 are counted for one address, not for all IPv4", async () => {
    const { email } = await createPerson();
    await guessFrom("::ffff:203.0.113.9");
    await raiseAddressTo(PER_ADDRESS);
    expect((await guessFrom("203.0.113.9")).status).toBe(429);
    expect((await signIn(email, PASSWORD, "::ffff:203.0.113.10")).status).toBe(303);
  });

  it("are kept only as a hash of it", async () => {
    await signIn("nobody@example.com", "guess", "203.0.113.77");
    const rows = JSON.stringify(await database.select().from(signInAttempts));
    expect(rows).toMatch(/account:[0-9a-f]{64}/);
    expect(rows).toMatch(/address:[0-9a-f]{64}/);
    expect(rows).not.toContain("203.0.113.77");
    expect(rows).not.toContain("nobody");
  });
});

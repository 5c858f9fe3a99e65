// Parts of a studio's gate by themselves, in an object's storage: hour, last uses, known access.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { KnownKey, StudioAccess } from "../../src/db/access-queries.ts";
import { asApiKeyId } from "../../src/domain/ids.ts";
import { KnownAccess } from "../../src/gate/known-access.ts";
import { LastUses } from "../../src/gate/last-uses.ts";
import { SlidingHour } from "../../src/gate/sliding-hour.ts";

const NOW = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
const HOUR = 3_600_000;

/** In a gate of no studio, with empty tables. */
const inStorage = (look: (storage: DurableObjectStorage) => void) =>
  runInDurableObject(env.STUDIO_GATE.get(env.STUDIO_GATE.newUniqueId()), (_, { storage }) => look(storage));

const KEY: KnownKey = { id: asApiKeyId(7), kind: "live", permission: "all", expiresAt: null, isRevoked: false };
const accessWith = (...keys: readonly (readonly [string, KnownKey])[]): StudioAccess => ({
  plan: "pro",
  keys: new Map(keys),
});

describe("the access that a gate knows", () => {
  it("is none before the database was read, and all of it after an eviction", async () => {
    await inStorage((storage) => {
      const fresh = new KnownAccess(storage);
      expect([fresh.current, fresh.readAt]).toEqual([undefined, 0]);
      const ended: KnownKey = { id: asApiKeyId(8), kind: "test", permission: "read", expiresAt: NOW, isRevoked: true };
      const access = accessWith(["hash of 7", KEY], ["hash of 8", ended]);
      fresh.store(access, NOW);
      for (const known of [fresh, new KnownAccess(storage)]) {
        expect([known.current, known.readAt]).toEqual([access, NOW]);
      }
    });
  });

  it("is none again once the database has no such studio", async () => {
    await inStorage((storage) => {
      const known = new KnownAccess(storage);
      known.store(accessWith(["hash", KEY]), NOW);
      known.store(undefined, NOW + 1);
      expect([known.current, known.readAt]).toEqual([undefined, NOW + 1]);
      expect(new KnownAccess(storage).current).toBeUndefined();
      expect(storage.sql.exec("SELECT * FROM known_keys").toArray()).toEqual([]);
    });
  });

  it("is read anew after an update: an older version's keys, which have no kinds, are dropped", async () => {
    await inStorage((storage) => {
      storage.sql.exec("CREATE TABLE keys (hash TEXT PRIMARY KEY)");
      new KnownAccess(storage);
      expect(storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'keys'").toArray()).toEqual([]);
    });
  });

  it("has its keys written again only if one changed", async () => {
    await inStorage((storage) => {
      const writtenAfter = (...keys: readonly (readonly [string, KnownKey])[]) => {
        const known = new KnownAccess(storage);
        known.store(undefined, NOW);
        known.store(accessWith(["hash", KEY], ["other", KEY]), NOW);
        storage.sql.exec("DELETE FROM known_keys");
        known.store(accessWith(...keys), NOW);
        return storage.sql.exec("SELECT * FROM known_keys").toArray().length;
      };
      const other = ["other", KEY] as const;
      expect(writtenAfter(["hash", KEY], other)).toBe(0);
      expect(writtenAfter(["hash", KEY]), "one fewer").toBe(1);
      expect(writtenAfter(["hash", KEY], other, ["third", KEY]), "one more").toBe(3);
      expect(writtenAfter(["another hash", KEY], other)).toBe(2);
      expect(writtenAfter(["hash", { ...KEY, id: asApiKeyId(9) }], other)).toBe(2);
      expect(writtenAfter(["hash", { ...KEY, kind: "test" }], other)).toBe(2);
      expect(writtenAfter(["hash", { ...KEY, permission: "read" }], other)).toBe(2);
      expect(writtenAfter(["hash", { ...KEY, expiresAt: NOW }], other)).toBe(2);
      expect(writtenAfter(["hash", { ...KEY, isRevoked: true }], other)).toBe(2);
    });
  });
});

describe("the last uses that a gate knows", () => {
  it("are exact in memory, and stored once a minute at most, also after an eviction", async () => {
    await inStorage(({ sql }) => {
      const key = asApiKeyId(7);
      const stored = () => new LastUses(sql).all().get(key);
      const uses = new LastUses(sql);
      expect([...uses.all()]).toEqual([]);
      uses.note(key, NOW);
      expect([uses.all().get(key), stored()]).toEqual([NOW, NOW]);
      uses.note(key, NOW + MINUTE - 1);
      expect([uses.all().get(key), stored()]).toEqual([NOW + MINUTE - 1, NOW]);
      uses.note(key, NOW + MINUTE);
      expect(stored()).toBe(NOW + MINUTE);
      new LastUses(sql).note(key, NOW + 2 * MINUTE - 1);
      expect(stored()).toBe(NOW + MINUTE);
      uses.note(asApiKeyId(8), NOW + MINUTE + 1);
      expect([...new LastUses(sql).all().keys()].sort()).toEqual([7, 8]);
    });
  });

  it("are stored after a step of the clock back too", async () => {
    await inStorage(({ sql }) => {
      const key = asApiKeyId(7);
      const uses = new LastUses(sql);
      uses.note(key, NOW);
      uses.note(key, NOW - HOUR);
      expect(new LastUses(sql).all().get(key)).toBe(NOW - HOUR);
    });
  });
});

describe("the hour that a gate counts", () => {
  it("frees a place to the millisecond, and says the seconds until then", async () => {
    await inStorage(({ sql }) => {
      const hour = new SlidingHour(sql);
      expect(hour.admit(NOW, 2)).toEqual({ admitted: true, remaining: 1, secondsUntilFree: 3_600 });
      expect(hour.admit(NOW + 500, 2)).toEqual({ admitted: true, remaining: 0, secondsUntilFree: 3_600 });
      expect(hour.admit(NOW + 1_000, 2)).toEqual({ admitted: false, remaining: 0, secondsUntilFree: 3_599 });
      expect(hour.admit(NOW + HOUR - 1, 2)).toEqual({ admitted: false, remaining: 0, secondsUntilFree: 1 });
      expect([hour.used(NOW + HOUR - 1), hour.used(NOW + HOUR)]).toEqual([2, 1]);
      expect(hour.admit(NOW + HOUR, 2)).toEqual({ admitted: true, remaining: 0, secondsUntilFree: 1 });
    });
  });

  it("frees a place of a smaller limit only after the surplus has gone", async () => {
    await inStorage(({ sql }) => {
      const hour = new SlidingHour(sql);
      for (const second of [0, 1, 2, 3]) hour.admit(NOW + second * 1_000, 10);
      const decision = hour.admit(NOW + 4_000, 2);
      // The hour has 4 of 2: the third of them is the first whose end frees a place.
      expect(decision).toEqual({ admitted: false, remaining: 0, secondsUntilFree: 3_598 });
    });
  });

  it("lets no admission move into the future if the clock steps back", async () => {
    await inStorage(({ sql }) => {
      const hour = new SlidingHour(sql);
      hour.admit(NOW, 3);
      // By the clock that asks, the first admission leaves five seconds later.
      expect(hour.admit(NOW - 5_000, 3)).toMatchObject({ admitted: true, secondsUntilFree: 3_605 });
      expect(hour.used(NOW + HOUR - 1)).toBe(2);
      expect(hour.used(NOW + HOUR)).toBe(0);
    });
  });

  it("forgets no admission at a clock that was an hour ahead for a moment", async () => {
    await inStorage(({ sql }) => {
      const hour = new SlidingHour(sql);
      hour.admit(NOW, 1);
      expect(hour.used(NOW + HOUR)).toBe(0);
      expect(hour.used(NOW + 1)).toBe(1);
      expect(hour.admit(NOW + 1, 1).admitted).toBe(false);
    });
  });

  it("goes on after an eviction, also beyond the length of its ring", async () => {
    await inStorage(({ sql }) => {
      const hour = new SlidingHour(sql);
      for (let number = 0; number < 2_500; number++) hour.admit(NOW + number * 2_000, 2_000);
      const last = NOW + 2_499 * 2_000;
      const used = hour.used(last);
      expect(used).toBe(1_800);
      const woken = new SlidingHour(sql);
      expect(woken.used(last)).toBe(used);
      expect(woken.admit(last, 1_801)).toEqual(hour.admit(last, 1_801));
    });
  });
});

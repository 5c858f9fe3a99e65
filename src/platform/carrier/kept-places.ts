// Places that a carrier has found, kept in KV for all studios of the deployment.
//
// A copy may be stale by a minute, and a miss proves nothing: then the carrier is asked.

import { z } from "zod";
import { CARRIERS, type CarrierId } from "../../domain/carrier/carriers.ts";
import { asStudioId, type StudioId } from "../../domain/ids.ts";
import type { CarrierPlace } from "./carrier.ts";

/** Letters of a city, or letters of a branch in a city. */
export type PlaceQuestion =
  | { readonly of: "cities"; readonly carrier: CarrierId; readonly letters: string }
  | { readonly of: "branches"; readonly carrier: CarrierId; readonly cityRef: string; readonly letters: string };

export interface KeptPlaces {
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  readonly places: readonly CarrierPlace[];
}

/** An answer to renew, and the studio that had asked for it. */
export interface OldPlaces {
  readonly question: PlaceQuestion;
  readonly studioId: StudioId;
  /** The end of its retention, in seconds since 1970: renewing it does not put that off. */
  readonly expiration: number;
}

export interface PlaceCopies {
  /** Never rejects: an unreadable copy is none. */
  readonly read: (question: PlaceQuestion) => Promise<KeptPlaces | undefined>;
  readonly keep: (
    question: PlaceQuestion,
    places: readonly CarrierPlace[],
    studioId: StudioId,
    expiration?: number,
  ) => Promise<void>;
  /** The answers from before `before`, at most ten thousand. */
  readonly readOld: (before: number) => Promise<readonly OldPlaces[]>;
}

/** An answer that people still ask for comes back by their next question after this time. */
const KEPT_SECONDS = 14 * 86_400;
/** KV lists a thousand names a call. */
const MAX_LISTS = 10;

const placeSchema = z.object({ ref: z.string(), name: z.string(), kind: z.enum(["city", "branch", "locker"]) });
const keptSchema = z.object({ askedAt: z.number(), places: z.array(placeSchema) });
const noteSchema = z.object({ askedAt: z.number(), studioId: z.number() });

export function kvPlaceCopies(namespace: KVNamespace): PlaceCopies {
  return {
    async read(question) {
      const kept = await namespace.get(nameOf(question), "json").catch(() => null);
      return keptSchema.safeParse(kept).data;
    },
    async keep(question, places, studioId, expiration) {
      const askedAt = Date.now();
      const end = expiration === undefined ? { expirationTtl: KEPT_SECONDS } : { expiration };
      const metadata: z.output<typeof noteSchema> = { askedAt, studioId };
      await namespace.put(nameOf(question), JSON.stringify({ askedAt, places }), { ...end, metadata });
    },
    async readOld(before) {
      const old: OldPlaces[] = [];
      let cursor: string | undefined;
      for (let lists = 0; lists < MAX_LISTS; lists++) {
        const listed = await namespace.list<unknown>(cursor === undefined ? {} : { cursor });
        for (const { name, expiration, metadata } of listed.keys) {
          const note = noteSchema.safeParse(metadata).data;
          const question = questionOf(name);
          if (note === undefined || question === undefined || expiration === undefined) continue;
          if (note.askedAt < before) old.push({ question, studioId: asStudioId(note.studioId), expiration });
        }
        if (listed.list_complete) break;
        cursor = listed.cursor;
      }
      return old;
    },
  };
}

function nameOf(question: PlaceQuestion): string {
  const { of, carrier, letters } = question;
  return [of, carrier, of === "branches" ? question.cityRef : "", letters].join("/");
}

function questionOf(name: string): PlaceQuestion | undefined {
  const [of, named, cityRef = "", ...rest] = name.split("/");
  const carrier = CARRIERS.find((id) => id === named);
  const letters = rest.join("/");
  if (carrier === undefined) return undefined;
  if (of === "cities") return { of, carrier, letters };
  return of === "branches" ? { of, carrier, cityRef, letters } : undefined;
}

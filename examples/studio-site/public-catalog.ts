// The visitors' catalog: the choices, without the studio's costs.

import type { StudioClient } from "@studio-integration/client";

/** Time for which a reading of the studio's catalog is shown. Each takes five requests of the studio's hour. */
const MAX_AGE_MILLISECONDS = 300_000;
/** Pause after a failed reading. */
const PAUSE_AFTER_FAILURE_MILLISECONDS = 30_000;
/** A reading that takes longer counts as lost: a Worker may have ended it together with the request that began it. */
const LONGEST_READING_SECONDS = 20;
/** Period in which visitors during the first reading look for its end. */
const LOOK_AGAIN_MILLISECONDS = 50;

export interface PublicCatalog {
  readonly studio: string;
  readonly currency: string;
  readonly materials: readonly {
    readonly id: number;
    readonly name: string;
    readonly color: string | null;
    readonly colorHex: string | null;
    readonly technology: string;
  }[];
  readonly qualities: readonly {
    readonly id: number;
    readonly name: string;
    readonly description: string | null;
    readonly technology: string;
    readonly isDefault: boolean;
  }[];
  readonly finishings: readonly {
    readonly id: number;
    readonly name: string;
    readonly description: string | null;
    /** Null: fits every technology. */
    readonly technology: string | null;
  }[];
  readonly deliveryMethods: readonly { readonly id: number; readonly name: string }[];
}

/**
 * Reads the catalog once in some minutes for all visitors: the studio's hour of requests is for prices. One visitor
 * waits for the reading; the others are shown the last one meanwhile, and also if a reading fails.
 *
 * @throws the reading's error, as long as none has succeeded
 */
export function publicCatalog(client: StudioClient): () => Promise<PublicCatalog> {
  let catalog: PublicCatalog | undefined;
  let failure: { readonly error: unknown } | undefined;
  let nextReadingAt = 0;
  return async () => {
    for (;;) {
      if (performance.now() >= nextReadingAt) {
        // Marked before it begins, so that no second one begins. Visitors share the mark and the catalog, and not the
        // reading's promise: a Worker's request cannot await another request's promise.
        nextReadingAt = performance.now() + LONGEST_READING_SECONDS * 1000;
        failure = undefined;
        try {
          catalog = await readCatalog(client);
          nextReadingAt = performance.now() + MAX_AGE_MILLISECONDS;
        } catch (error) {
          failure = { error };
          nextReadingAt = performance.now() + PAUSE_AFTER_FAILURE_MILLISECONDS;
          // For the site's operator: visitors do not notice.
          if (catalog !== undefined) console.error(error instanceof Error ? error.message : error);
        }
      }
      if (catalog !== undefined) return catalog;
      if (failure !== undefined) throw failure.error;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MILLISECONDS));
    }
  };
}

async function readCatalog(client: StudioClient): Promise<PublicCatalog> {
  const options = { timeoutSeconds: LONGEST_READING_SECONDS };
  const [me, materials, qualities, finishings, { deliveryMethods }] = await Promise.all([
    client.me(options),
    client.materials.list(options),
    client.printingQualities.list(options),
    client.finishings.list(options),
    client.delivery.settings(options),
  ]);
  // Lists every field, so that a new field of the API stays private.
  return {
    studio: me.studioTitle,
    currency: me.currency.code,
    materials: materials
      .filter(({ status }) => status === "active")
      .map(({ id, name, color, colorHex, technology }) => ({ id, name, color, colorHex, technology: technology.name })),
    qualities: qualities
      .filter(({ isActive }) => isActive)
      .map(({ id, name, description, technology, isDefault }) => {
        return { id, name, description, technology: technology.name, isDefault };
      }),
    finishings: finishings.map(({ id, name, description, technology }) => {
      return { id, name, description, technology: technology?.name ?? null };
    }),
    deliveryMethods: deliveryMethods.filter(({ isActive }) => isActive).map(({ id, name }) => ({ id, name })),
  };
}

// The catalog that visitors see: what may be chosen, and nothing of what it costs the studio.

import type { StudioClient } from "@studio-integration/client";

/** How long one reading of the studio's catalog is shown. Each takes five requests of the studio's hour. */
const MAX_AGE_MILLISECONDS = 300_000;
/** How long nobody reads it after a reading that failed. */
const PAUSE_AFTER_FAILURE_MILLISECONDS = 30_000;
/** A reading that takes longer counts as lost: a Worker may have ended it together with the request that began it. */
const LONGEST_READING_SECONDS = 20;
/** How often those who came before the first reading ended look whether it has. */
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
 * Reads the catalog once in some minutes, however many visitors come: the studio's hour of requests is for prices. One visitor
 * waits for the reading; the others are shown the last one meanwhile, and also where a reading fails.
 *
 * @throws whatever the reading threw, as long as none has succeeded
 */
export function publicCatalog(client: StudioClient): () => Promise<PublicCatalog> {
  let catalog: PublicCatalog | undefined;
  let failure: { readonly error: unknown } | undefined;
  let nextReadingAt = 0;
  return async () => {
    for (;;) {
      if (performance.now() >= nextReadingAt) {
        // Marked before it begins, so that no second one begins. Only the mark and what was read are shared, and not the
        // reading's promise: a Worker's request cannot wait for that of another.
        nextReadingAt = performance.now() + LONGEST_READING_SECONDS * 1000;
        failure = undefined;
        try {
          catalog = await readCatalog(client);
          nextReadingAt = performance.now() + MAX_AGE_MILLISECONDS;
        } catch (error) {
          failure = { error };
          nextReadingAt = performance.now() + PAUSE_AFTER_FAILURE_MILLISECONDS;
          // For whoever runs the site: visitors do not notice.
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
  // Field by field: a field that the API gains is not shown before somebody decides so.
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

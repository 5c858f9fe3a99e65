// The catalog that visitors see: what may be chosen, and nothing of what it costs the studio.

import type { StudioClient } from "@studio-integration/client";

/** How long one reading of the studio's catalog is shown. */
const MAX_AGE_MILLISECONDS = 60_000;

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

/** Reads the catalog about once a minute, however many visitors come: the studio's hour of requests is for prices. */
export function publicCatalog(client: StudioClient): () => Promise<PublicCatalog> {
  let read: { readonly catalog: PublicCatalog; readonly at: number } | undefined;
  return async () => {
    // What was read is shared, not the reading: a Worker's request cannot wait for that of another.
    if (read === undefined || Date.now() - read.at > MAX_AGE_MILLISECONDS) {
      read = { catalog: await readCatalog(client), at: Date.now() };
    }
    return read.catalog;
  };
}

async function readCatalog(client: StudioClient): Promise<PublicCatalog> {
  const [me, materials, qualities, finishings, { deliveryMethods }] = await Promise.all([
    client.me(),
    client.materials.list(),
    client.printingQualities.list(),
    client.finishings.list(),
    client.delivery.settings(),
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

// Slug of a delivery method: made of its first name, so that a site may depend on it.

import { type SQL, sql } from "drizzle-orm";
import { deliveryMethods } from "../../db/schema.ts";
import type { StudioId } from "../../domain/ids.ts";
import { latinSlugOf } from "../../platform/latin-slug.ts";

/** Such as `method-12`, which stands for an id. */
const NAMED_BY_ID = /^method-\d+$/;

/**
 * A method's slug, from its name. The migration that added the column does the same to the names of that time.
 *
 * @returns null if the name has no letters for it, or its slug looks like an id
 */
export function slugOf(name: string): string | null {
  const slug = latinSlugOf(name);
  return slug === "" || NAMED_BY_ID.test(slug) ? null : slug;
}

/** A new method's slug, from its name; null if another method of the studio has this slug, even under another name. */
export function freeSlug(studioId: StudioId, name: string): SQL {
  const slug = slugOf(name);
  return sql`(SELECT ${slug} WHERE NOT EXISTS (SELECT 1 FROM ${deliveryMethods} AS other
    WHERE other.studio_id = ${studioId} AND other.slug = ${slug}))`;
}

/** A method's slug; made from its id if the name gave none of its own. */
export function shownSlug({ id, slug }: { readonly id: number; readonly slug: string | null }): string {
  return slug ?? `method-${id}`;
}

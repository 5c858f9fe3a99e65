// Slug of a delivery method: made of its first name, so that a site may depend on it.

import { type SQL, sql } from "drizzle-orm";
import { deliveryMethods } from "../../db/schema.ts";
import type { StudioId } from "../../domain/ids.ts";

/** Ukrainian letters in Latin ones, by the Cabinet of Ministers' resolution 55 of 2010; Russian letters that it lacks after them. */
const LATIN: Readonly<Record<string, string>> = {
  а: "a",
  б: "b",
  в: "v",
  г: "h",
  ґ: "g",
  д: "d",
  е: "e",
  є: "ie",
  ж: "zh",
  з: "z",
  и: "y",
  і: "i",
  ї: "i",
  й: "i",
  к: "k",
  л: "l",
  м: "m",
  н: "n",
  о: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  у: "u",
  ф: "f",
  х: "kh",
  ц: "ts",
  ч: "ch",
  ш: "sh",
  щ: "shch",
  ю: "iu",
  я: "ia",
  ё: "e",
  ы: "y",
  э: "e",
};

/** The letters that are another at the beginning of a word. */
const LATIN_AT_FIRST: Readonly<Record<string, string>> = { є: "ye", ї: "yi", й: "y", ю: "yu", я: "ya" };

/** The soft and the hard sign, and apostrophes, are not written. */
const NOT_WRITTEN = "ьъ'’ʼ";

/** Such as `method-12`, which stands for an id. */
const NAMED_BY_ID = /^method-\d+$/;

/**
 * A name in small Latin letters, digits and hyphens: "Нова Пошта" is `nova-poshta`. The migration that added the column does the
 * same to the names of that time.
 *
 * @returns null if the name has no such letters, or its slug looks like an id
 */
export function slugOf(name: string): string | null {
  let slug = "";
  // зг is zgh, so that it is not read as ж.
  for (const letter of name.normalize("NFC").toLowerCase().replaceAll("зг", "zgh")) {
    if (NOT_WRITTEN.includes(letter)) continue;
    const beginsWord = slug === "" || slug.endsWith("-");
    const written = /[a-z0-9]/.test(letter) ? letter : LATIN[letter];
    if (written === undefined) slug += beginsWord ? "" : "-";
    else slug += (beginsWord ? LATIN_AT_FIRST[letter] : undefined) ?? written;
  }
  slug = slug.replace(/-$/, "");
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

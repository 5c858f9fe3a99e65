// Slug: a name in small Latin letters, digits and hyphens, so that a site may depend on it.

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

/** "Нова Пошта" is `nova-poshta`. @returns "" if the name has no such letters */
export function latinSlugOf(name: string): string {
  let slug = "";
  // зг is zgh, so that it is not read as ж.
  for (const letter of name.normalize("NFC").toLowerCase().replaceAll("зг", "zgh")) {
    if (NOT_WRITTEN.includes(letter)) continue;
    const beginsWord = slug === "" || slug.endsWith("-");
    const written = /[a-z0-9]/.test(letter) ? letter : LATIN[letter];
    if (written === undefined) slug += beginsWord ? "" : "-";
    else slug += (beginsWord ? LATIN_AT_FIRST[letter] : undefined) ?? written;
  }
  return slug.replace(/-$/, "");
}

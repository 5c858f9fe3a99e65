// Customers: spelling of names and phone numbers, at the API and in the storefront's form, and locales.

/** Cyrillic letters, white space, hyphens and apostrophes, at least one letter: carriers print no other names. */
export function isCyrillicName(name: string): boolean {
  return /^(?:(?=\p{L})\p{Script=Cyrillic}|[\s'’ʼ-])+$/u.test(name) && /\p{L}/u.test(name);
}

/** First and last name. A dash, after the personal data were erased. */
export function fullName({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  return `${firstName} ${lastName}`.trim() || "—";
}

/** The number without the characters between its digits; undefined if it has no + with a country code, or cannot be dialled. */
export function barePhoneNumber(typed: string): string | undefined {
  const bare = withoutSeparators(typed);
  return /^\+[1-9]\d{6,14}$/.test(bare) ? bare : undefined;
}

/** A number as people in Ukraine type it: one that begins with 0 or 380 is of +380. The API takes + and a country code only. */
export function phoneNumberTyped(typed: string): string | undefined {
  return barePhoneNumber(withoutSeparators(typed).replace(/^(?:380|0)(\d{9})$/, "+380$1"));
}

function withoutSeparators(typed: string): string {
  return typed.replace(/[\s\-()[\].]/g, "");
}

// A locale, of a studio too, is a language, perhaps with a script and a region, such as uk or en-GB.

/** The longest tag that RFC 5646 (4.4.1) asks to provide for. An order keeps its customer's language as it was sent. */
export const MAX_LOCALE_CHARACTERS = 35;

/** The tag in its proper spelling; undefined for other texts, and for extensions that nothing here reads. */
export function localeOf(tag: string): string | undefined {
  try {
    const proper = new Intl.Locale(tag).toString();
    return /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/.test(proper) ? proper : undefined;
  } catch {
    return undefined;
  }
}

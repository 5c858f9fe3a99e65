// Locales of studios and customers: a language, perhaps with a script and a region, such as uk or en-GB.

/** The longest tag that RFC 5646 (4.4.1) asks to provide for. What an order says of its customer's language is kept as it is sent. */
export const MAX_LOCALE_CHARACTERS = 35;

/** The tag as it is written properly; undefined for what is none, or carries extensions that nothing here reads. */
export function localeOf(tag: string): string | undefined {
  try {
    const proper = new Intl.Locale(tag).toString();
    return /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/.test(proper) ? proper : undefined;
  } catch {
    return undefined;
  }
}

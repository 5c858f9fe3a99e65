// How a customer's name and phone number are written, at the API and in the order page's form alike.

/** Cyrillic letters, white space, hyphens and apostrophes, at least one letter: carriers print no other names. */
export function isCyrillicName(name: string): boolean {
  return /^(?:(?=\p{L})\p{Script=Cyrillic}|[\s'’ʼ-])+$/u.test(name) && /\p{L}/u.test(name);
}

/** The number without what people write between the digits; undefined where it has no + with a country code, or cannot be dialled. */
export function barePhoneNumber(typed: string): string | undefined {
  const bare = typed.replace(/[\s\-()[\].]/g, "");
  return /^\+[1-9]\d{6,14}$/.test(bare) ? bare : undefined;
}

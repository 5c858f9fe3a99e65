// IBAN (ISO 13616): the number of a bank account, with two check digits.

const FORM = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** The number as banks write it to each other, in capitals without spaces; undefined if its form or its check digits are wrong. */
export function ibanOf(typed: string): string | undefined {
  const iban = typed.replace(/\s/g, "").toUpperCase();
  if (!FORM.test(iban)) return undefined;
  // Letters count from 10 on, and the country with the check digits stands last (ISO 7064, MOD 97-10).
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((character) => Number.parseInt(character, 36)).join("");
  return BigInt(digits) % 97n === 1n ? iban : undefined;
}

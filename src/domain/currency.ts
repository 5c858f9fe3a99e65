// Currencies that a studio can price in. All have hundredths as their minor unit.

/** Ids are stored with every studio and order: a row may be added, never changed. */
export const CURRENCIES = [
  { id: 1, code: "UAH", symbol: "₴" },
  { id: 2, code: "EUR", symbol: "€" },
  { id: 3, code: "USD", symbol: "$" },
  { id: 4, code: "PLN", symbol: "zł" },
  { id: 5, code: "GBP", symbol: "£" },
] as const;

export type Currency = (typeof CURRENCIES)[number];
export type CurrencyId = Currency["id"];

export const CURRENCY_IDS: readonly CurrencyId[] = CURRENCIES.map(({ id }) => id);

/** @throws Error for an id outside the table, which the database's CHECK keeps out */
export function currencyOf(id: CurrencyId): Currency {
  const currency = CURRENCIES.find((candidate) => candidate.id === id);
  if (currency === undefined) throw new Error(`no currency has id ${id}`);
  return currency;
}

export type CurrencyCode = Currency["code"];

export function currencyOfCode(code: CurrencyCode): Currency {
  const currency = CURRENCIES.find((candidate) => candidate.code === code);
  if (currency === undefined) throw new Error(`no currency has the code ${code}`);
  return currency;
}

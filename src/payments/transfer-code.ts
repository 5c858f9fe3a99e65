// Transfer code: the text of a QR code from which a bank's app fills in a transfer.
//
// In hryvnias by the rules of the National Bank of Ukraine (format 002), as a link that a phone opens too. In euros by the European
// Payments Council (EPC069-12, version 002). No other currency of the service has a format that both count on.

import type { Currency } from "../domain/currency.ts";
import { formatMinorUnits, type MinorUnits } from "../domain/money.ts";
import { toBase64Url } from "../platform/base64url.ts";

export interface Payee {
  readonly payeeName: string | null;
  /** Without spaces. */
  readonly payeeIban: string | null;
  /** The code of the company or person in Ukraine's register; hryvnias are not transferred without it. */
  readonly payeeCode: string | null;
}

interface Transfer {
  readonly amount: MinorUnits;
  readonly currency: Currency;
  /** One line. */
  readonly purpose: string;
}

const MAX_PURPOSE_CHARACTERS = 140;
const LINK = "https://bank.gov.ua/qr/";

/** Countries of SEPA by the European Payments Council's list (EPC409-09): its code is of use to no other bank. */
const SEPA_COUNTRIES: ReadonlySet<string> = new Set(
  "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA".split(
    " ",
  ),
);

/** Undefined if the studio has not stated its account, or there is no format for it. */
export function transferCode({ payeeName, payeeIban, payeeCode }: Payee, transfer: Transfer): string | undefined {
  if (payeeName === null || payeeIban === null || transfer.amount <= 0) return undefined;
  const { code } = transfer.currency;
  // An amount of whole units has no fraction in either format's examples.
  const amount = `${code}${formatMinorUnits(transfer.amount).replace(/\.00$/, "")}`;
  const purpose = transfer.purpose.slice(0, MAX_PURPOSE_CHARACTERS);
  const head = (kind: string) => ["BCD", "002", "1", kind, "", payeeName, payeeIban, amount];
  const country = payeeIban.slice(0, 2);
  if (code === "EUR" && SEPA_COUNTRIES.has(country)) return [...head("SCT"), "", "", purpose].join("\n");
  if (code !== "UAH" || payeeCode === null || country !== "UA") return undefined;
  const lines = [...head("UCT"), payeeCode, "", "", purpose, ""].map((line) => `${line}\n`).join("");
  return `${LINK}${toBase64Url(new TextEncoder().encode(lines))}`;
}

// Payment in a letter: the sum asked for, and the transfer to copy, as the order's own page shows them.

import type { Language } from "../domain/person.ts";
import { askedPayment } from "../pages/asked-payment.ts";
import { howToPayWords } from "../pages/how-to-pay.words.ts";
import type { Payee } from "../payments/transfer-code.ts";
import type { Letter } from "./letter.tsx";
import type { Told } from "./told.store.ts";

/**
 * Undefined for an order without a page of its own: a site that places its orders by the API may take payments itself. Letters have no
 * pictures, so the bank's QR code stays on that page.
 */
export function letterPayment({ order, payee, requisites }: Told, language: Language): Letter["payment"] {
  const shown = order === undefined || order.customerToken === null ? undefined : askedPayment(language, order, payee);
  if (shown === undefined) return undefined;
  const words = howToPayWords(language);
  const { sums, asked, transfer, settled } = shown;
  const account = transfer === null ? [] : accountOf(payee, requisites, language);
  return {
    title: words.title,
    sums: [
      // The summary of the items ends with the sum of all.
      ...sums.filter(({ label }) => label !== words.owed).map((sum) => ({ ...sum, isLast: false })),
      ...(asked === null ? [] : [{ ...asked, isLast: true }]),
    ],
    facts: transfer === null ? [] : [...account, [words.purposeTitle, transfer.purpose]],
    hint: settled ?? (transfer?.code === undefined ? null : words.codeOnPage),
  };
}

/** Empty if the requisites, which are the studio's own text, have the account already. */
function accountOf(
  { payeeName, payeeIban, payeeCode }: Payee,
  requisites: string | null,
  language: Language,
): Letter["facts"] {
  if (payeeIban === null || requisites?.replace(/\s/g, "").includes(payeeIban) === true) return [];
  const words = howToPayWords(language);
  const facts = [
    [words.payeeName, payeeName],
    [words.payeeIban, payeeIban],
    [words.payeeCode, payeeCode],
  ] as const;
  return facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]));
}

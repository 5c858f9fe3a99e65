// Sheet of an invoice or a receipt: black on white in every theme, the same for studio and customer.

import type { DocumentContent } from "../db/column-types.ts";
import type { issuedDocuments } from "../db/schema.ts";
import { paidSum } from "../documents/document-content.ts";
import { currencyOf } from "../domain/currency.ts";
import { minorUnits } from "../domain/money.ts";
import { documentSheetWords } from "./document-sheet.words.ts";
import { calendarDay, date, money, wholeNumber } from "./format.ts";
import { paymentMethodNames } from "./payment-method.words.ts";
import { sumInWords } from "./sum-in-words.ts";

type ShownDocument = Pick<typeof issuedDocuments.$inferSelect, "kind" | "content" | "issuedAt"> & {
  /** Null: not issued yet. */
  readonly number: number | null;
};

const NOTHING_RECEIVED = { receivedMinor: 0, dueMinor: 0, advanceMinor: null } satisfies DocumentContent["asks"];

/** The document speaks its own language, and not the page's. */
export function DocumentSheet({ document: { kind, content, number, issuedAt } }: { readonly document: ShownDocument }) {
  const { language, studio, customer, orderNumber, lines, payments } = content;
  const words = documentSheetWords(language);
  const currency = currencyOf(content.currencyId);
  const amount = (minor: number) => money(language, minorUnits(minor), currency);
  const { receivedMinor, dueMinor, advanceMinor } = content.asks ?? NOTHING_RECEIVED;
  const isPaidInPart = receivedMinor > 0;
  const sums: readonly (readonly [name: string, minor: number, isShown: boolean])[] = [
    [words.total, content.totalMinor, true],
    [words.received, receivedMinor, isPaidInPart],
    [words.toPay, dueMinor, isPaidInPart],
    [words.advance, advanceMinor ?? 0, advanceMinor !== null],
  ];
  const asked = isPaidInPart ? dueMinor : content.totalMinor;
  const counted = payments === undefined ? asked : paidSum(payments);
  const inWords = sumInWords(language, minorUnits(counted), currency);
  return (
    <article class="paper" lang={language}>
      <header>
        <h2>{number === null ? words.draft[kind] : words.numbered[kind](number)}</h2>
        <p>{words.dated(date(language, issuedAt, "long"))}</p>
      </header>
      <dl>
        <dt>{words.studio}</dt>
        <dd>
          <strong>{studio.payeeName ?? studio.title}</strong>
          {studio.payeeName === null || studio.payeeName === studio.title ? null : <p>{studio.title}</p>}
          {studio.payeeCode === null ? null : <p>{words.code(studio.payeeCode)}</p>}
          {studio.payeeIban === null ? null : <p>IBAN {studio.payeeIban}</p>}
          {studio.requisites === null ? null : <p class="paper-lines">{studio.requisites}</p>}
        </dd>
        <dt>{words.customer}</dt>
        <dd>{customer || "—"}</dd>
        <dt>{words.basis}</dt>
        <dd>{words.order(orderNumber)}</dd>
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">№</th>
            <th scope="col">{words.line}</th>
            <th scope="col" class="number">
              {words.quantity}
            </th>
            <th scope="col" class="number">
              {words.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, place) => (
            <tr>
              <td>{place + 1}</td>
              <th scope="row">{words.lines[line.kind](line.name)}</th>
              <td class="number">{wholeNumber(language, line.quantity)}</td>
              <td class="number">{amount(line.amountMinor)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums
            .filter(([, , isShown]) => isShown)
            .map(([name, minor]) => (
              <tr>
                <th scope="row" colspan={3}>
                  {name}
                </th>
                <td class="number">{amount(minor)}</td>
              </tr>
            ))}
        </tfoot>
      </table>
      {payments === undefined ? null : <Payments content={content} payments={payments} amount={amount} />}
      {inWords === undefined ? null : (
        <p>
          {words.inWords}: <strong>{inWords}</strong>
        </p>
      )}
      <p class="paper-signature">{words.signature}</p>
      {kind === "receipt" ? <p>{words.notFiscal}</p> : null}
    </article>
  );
}

interface PaymentsProps {
  readonly content: DocumentContent;
  readonly payments: NonNullable<DocumentContent["payments"]>;
  readonly amount: (minor: number) => string;
}

function Payments({ content: { language }, payments, amount }: PaymentsProps) {
  const words = documentSheetWords(language);
  const methods = paymentMethodNames(language);
  return (
    <table>
      <caption>{words.payments}</caption>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          <th scope="col">{words.method}</th>
          <th scope="col" class="number">
            {words.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map(({ paidOn, method, amountMinor }) => (
          <tr>
            <th scope="row">{calendarDay(language, paidOn, "long")}</th>
            <td>{amountMinor < 0 ? `${words.refund}: ${methods[method]}` : methods[method]}</td>
            <td class="number">{amount(amountMinor)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colspan={2}>
            {words.paid}
          </th>
          <td class="number">{amount(paidSum(payments))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

// Payment of an order, for its customer: its sums, and a bank's QR code of the sum asked for.

import { formatMinorUnits } from "../../domain/money.ts";
import type { CustomerOrder } from "../../orders/customer-order.store.ts";
import { askedPayment, type Transfer } from "../../pages/asked-payment.ts";
import { howToPayWords } from "../../pages/how-to-pay.words.ts";
import { QrCode } from "../../pages/qr-code.tsx";
import type { Payee } from "../../payments/transfer-code.ts";
import { customerPagesWords } from "../kit/customer-pages.words.ts";
import type { StorefrontView } from "../kit/page-context.ts";

interface HowToPayProps {
  readonly view: StorefrontView;
  readonly order: CustomerOrder["order"];
  readonly payee: Payee;
}

/** An order from before payments were noted shows nothing. */
export function HowToPay({ view: { language }, order, payee }: HowToPayProps) {
  const shown = askedPayment(language, order, payee);
  if (shown === undefined) return null;
  const { sums, asked, transfer, settled } = shown;
  return (
    <section class="card" aria-labelledby="payment">
      <h2 id="payment">{howToPayWords(language).title}</h2>
      {sums.map(({ label, amount }) => (
        <p class="sent-top-up">
          <span>{label}</span>
          <span>{amount}</span>
        </p>
      ))}
      {asked === null ? null : (
        <p class="sent-total">
          <span>{asked.label}</span>
          <span>{asked.amount}</span>
        </p>
      )}
      {transfer === null ? null : <TransferDetails language={language} transfer={transfer} />}
      {settled === null ? null : <p>{settled}</p>}
    </section>
  );
}

interface TransferProps {
  readonly language: StorefrontView["language"];
  readonly transfer: Transfer;
}

/** The sum and the purpose to copy, and the code if the studio has stated its account. */
function TransferDetails({ language, transfer: { amount, currency, purpose, code } }: TransferProps) {
  const words = howToPayWords(language);
  const isLink = code?.startsWith("https:") === true;
  return (
    <>
      <p class="hint">{words.byTransfer}</p>
      <Copied language={language} id="payment-sum" label={words.sum} text={formatMinorUnits(amount)} />
      <Copied language={language} id="payment-purpose" label={words.purposeTitle} text={purpose} />
      {code === undefined ? null : (
        <>
          <p class="hint">{words.code}</p>
          <QrCode address={code} label={words.codeOf} {...(isLink ? { sign: currency.symbol } : {})} />
          {isLink ? (
            <p>
              <a class="button" href={code} rel="noopener noreferrer">
                {words.openBank}
              </a>
            </p>
          ) : null}
        </>
      )}
    </>
  );
}

interface CopiedProps {
  readonly language: StorefrontView["language"];
  readonly id: string;
  readonly label: string;
  readonly text: string;
}

function Copied({ language, id, label, text }: CopiedProps) {
  const words = customerPagesWords(language);
  return (
    <>
      <label for={id}>{label}</label>
      <div class="copied-address">
        <input id={id} readonly value={text} />
        <button type="button" data-copy={id} data-copied={words.copied} hidden>
          {words.copy}
        </button>
      </div>
    </>
  );
}

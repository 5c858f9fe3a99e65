// Answer to a price request: its text, its price, and the order that it has become.

import { currencyOf } from "../../domain/currency.ts";
import { formatMinorUnits, minorUnits } from "../../domain/money.ts";
import type { Language } from "../../domain/person.ts";
import { type FormState, shownDecimal, textOf } from "../../pages/form-values.ts";
import { calendarDay, dateAndTime } from "../../pages/format.ts";
import { dayFromNow } from "../../platform/calendar.ts";
import { priceStanding } from "../../price-requests/named-price.ts";
import { FILE_PRICES, ITEM_PRICES } from "../../price-requests/price-request.request.ts";
import type { PriceRequest, PriceRequestDetails } from "../../price-requests/price-request.store.ts";
import { FaultSummary, Input, PostForm, TextArea } from "../kit/form.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { orderAddress } from "../orders/orders.page.tsx";
import { namedTotal, requestAddress } from "./requests.page.tsx";
import { requestsWords } from "./requests.words.ts";

interface AnswerProps {
  readonly details: PriceRequestDetails;
  /** The refused answer, as typed. */
  readonly form: FormState | undefined;
}

/** Each form carries the shown version. */
export function AnswerCard({ details, form }: AnswerProps) {
  const studio = useStudio();
  const { language } = useView();
  const words = requestsWords(language);
  const { request, personName, order } = details;
  const address = requestAddress(studio, request.id);
  const isClosed = request.status === "closed";
  return (
    <section class="card" aria-labelledby="answer">
      <h2 id="answer">{words.answerTitle}</h2>
      {personName === null ? null : (
        <p class="hint">{words.changedBy(personName, dateAndTime(language, request.updatedAt))}</p>
      )}
      <PriceNow request={request} />
      {order === undefined ? (
        <>
          <AnswerForm details={details} form={form} />
          {request.namedPrice === null || isClosed ? null : (
            <PostForm action={`${address}/withdraw`} class="stack">
              <input type="hidden" name="version" value={request.version} />
              <button type="submit">{words.withdraw}</button>
            </PostForm>
          )}
          <PostForm action={`${address}/${isClosed ? "reopen" : "close"}`} class="stack">
            <input type="hidden" name="version" value={request.version} />
            <button type="submit">{isClosed ? words.reopen : words.close}</button>
            {isClosed ? null : <p class="hint">{words.closeHint}</p>}
          </PostForm>
        </>
      ) : (
        <>
          <p>
            {words.accepted} <a href={orderAddress(studio, order.id)}>{words.toOrder(order.number)}</a>
          </p>
          {request.answer === null ? null : <p class="comment">{request.answer}</p>}
        </>
      )}
    </section>
  );
}

/** The price that is named now, and the day until which it holds. */
function PriceNow({ request }: { readonly request: PriceRequest }) {
  const studio = useStudio();
  const { language } = useView();
  const words = requestsWords(language);
  const { namedPrice } = request;
  const total = namedTotal(language, request);
  if (namedPrice === null || total === undefined) return null;
  const standing = priceStanding(request, studio.record, dayFromNow(0));
  return (
    <p class="row">
      <strong>{total}</strong>
      {namedPrice.readyOn === null ? null : <span>{words.readyOnDay(calendarDay(language, namedPrice.readyOn))}</span>}
      {standing === "open" ? (
        <span class="muted">{words.validUntilDay(calendarDay(language, namedPrice.validUntil))}</span>
      ) : null}
      {standing === "expired" ? <span class="badge warn">{words.expired}</span> : null}
    </p>
  );
}

function AnswerForm({ details, form }: AnswerProps) {
  const studio = useStudio();
  const { language } = useView();
  const words = requestsWords(language);
  const { request, items, attachments } = details;
  const shown = { faults: {}, ...form, values: { ...answerFields(language, details), ...form?.values } };
  const { symbol } = currencyOf(studio.record.currencyId);
  const price = { form: shown, unit: symbol, inputmode: "decimal", autocomplete: "off", optional: true } as const;
  return (
    <PostForm action={`${requestAddress(studio, request.id)}/answer`} class="stack">
      <FaultSummary form={shown} />
      <input type="hidden" name="version" value={request.version} />
      <TextArea form={shown} name="answer" label={words.answer} hint={words.answerHint} rows={4} optional />
      <h3>{words.priceTitle}</h3>
      <p class="hint">{words.priceHint}</p>
      {items.map(({ item }, index) => (
        <Input
          {...price}
          name={`${ITEM_PRICES}.${item.id}`}
          label={words.priceOf(index + 1, item.originalFileName, item.quantity)}
        />
      ))}
      {attachments.map(({ id, fileName }, index) => (
        <Input
          {...price}
          name={`${FILE_PRICES}.${id}`}
          label={words.priceOf(items.length + index + 1, fileName, 1)}
          {...(items.length === 0 ? {} : { hint: words.filePriceHint })}
        />
      ))}
      <div class="fields">
        <Input form={shown} name="readyOn" label={words.readyOn} type="date" optional />
        <Input
          form={shown}
          name="validUntil"
          label={words.validUntil}
          hint={words.validUntilHint}
          type="date"
          optional
        />
      </div>
      <button type="submit" class="primary">
        {request.answer === null && request.namedPrice === null ? words.sendAnswer : words.changeAnswer}
      </button>
    </PostForm>
  );
}

/** The stored answer as the form shows it. Days that have passed are left out: they have to be named anew. */
export function answerFields(
  language: Language,
  { request }: Pick<PriceRequestDetails, "request">,
): Record<string, string> {
  const { answer, namedPrice } = request;
  const today = dayFromNow(0);
  const stillAhead = (day: string | null | undefined) => (day != null && day >= today ? day : "");
  const amounts = (name: string, prices: Readonly<Record<string, number>> = {}) =>
    Object.fromEntries(
      Object.entries(prices).map(([id, minor]) => [
        `${name}.${id}`,
        shownDecimal(language, formatMinorUnits(minorUnits(minor))),
      ]),
    );
  return {
    answer: textOf(answer),
    readyOn: stillAhead(namedPrice?.readyOn),
    validUntil: stillAhead(namedPrice?.validUntil),
    ...amounts(ITEM_PRICES, namedPrice?.items),
    ...amounts(FILE_PRICES, namedPrice?.files),
  };
}

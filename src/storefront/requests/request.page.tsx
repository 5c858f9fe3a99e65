// Page of a price request, for its customer: its items, its status, the studio's answer.

import { dateAndTime, fileSize } from "../../pages/format.ts";
import type { PriceRequestDetails, PriceRequestItem } from "../../price-requests/price-request.store.ts";
import {
  ChosenOptions,
  COPY_SCRIPT,
  Contact,
  CUSTOMER_PAGES_STYLE,
  KeepAddress,
  Requisites,
} from "../kit/customer-pages.tsx";
import { customerPagesWords } from "../kit/customer-pages.words.ts";
import { Frame, type FramedStudio } from "../kit/frame/frame.tsx";
import type { StorefrontView } from "../kit/page-context.ts";
import { NamedPriceCard, type NamedPriceProps } from "./named-price.tsx";
import { customerRequestWords } from "./request.words.ts";

interface RequestPageProps extends Omit<NamedPriceProps, "terms"> {
  readonly studio: FramedStudio;
  /** Sentence about a form that was not taken. */
  readonly alert?: string;
}

export function CustomerRequestPage({ studio, alert, ...shown }: RequestPageProps) {
  const { view, details, standing, form } = shown;
  const { request, items, attachments, order } = details;
  const { language } = view;
  const words = customerRequestWords(language);
  const common = customerPagesWords(language);
  const title = words.title(request.id);
  return (
    <Frame view={view} studio={studio} title={title} styles={[CUSTOMER_PAGES_STYLE]} scripts={[COPY_SCRIPT]}>
      <div class="status-page">
        <header class="opening">
          <h1>{title}</h1>
          <p>
            <strong>{sentenceOf(view, details, standing)}</strong>
          </p>
          <p>
            {words.sent}{" "}
            <time datetime={new Date(request.createdAt).toISOString()}>{dateAndTime(language, request.createdAt)}</time>
          </p>
          {request.status === "new" ? <p>{words.noPrice}</p> : null}
          {order === undefined ? null : (
            <p>
              <a class="button primary" href={`${view.base}/orders/${order.customerToken}${view.query}`}>
                {words.toOrder}
              </a>
            </p>
          )}
        </header>
        {alert === undefined && form === undefined ? null : (
          <p class="status-alert" role="alert">
            {alert ?? words.faults}
          </p>
        )}
        {request.answer === null ? null : (
          <section class="studio-answer card" aria-labelledby="answer">
            <h2 id="answer">{words.answer}</h2>
            <p class="plain-text">{request.answer}</p>
          </section>
        )}
        <NamedPriceCard {...shown} terms={studio.terms} />
        <div class="status-columns">
          <section aria-labelledby="items">
            <h2 id="items">{common.items}</h2>
            <ol class="sent-items">
              {items.map((item) => (
                <SentItem view={view} shown={item} />
              ))}
              {attachments.map(({ fileName, sizeBytes, said }) => (
                <li class="sent-item card">
                  <h3>{fileName}</h3>
                  <p>{fileSize(language, sizeBytes)}</p>
                  <p class="hint">{said ?? words.attached}</p>
                </li>
              ))}
            </ol>
            {request.comment === null ? null : (
              <>
                <h3>{common.comment}</h3>
                <p class="plain-text">{request.comment}</p>
              </>
            )}
          </section>
          <div class="status-page">
            <KeepAddress view={view} text={common.keepTextOfRequest} />
            <Contact view={view} contact={request.contact} />
            <Requisites view={view} requisites={studio.requisites} />
          </div>
        </div>
      </div>
    </Frame>
  );
}

function sentenceOf(
  { language }: StorefrontView,
  { request, order }: PriceRequestDetails,
  standing: RequestPageProps["standing"],
): string {
  const words = customerRequestWords(language);
  if (order !== undefined) return words.accepted(order.number);
  return standing === "open" ? words.named : words.statuses[request.status];
}

function SentItem({ view, shown }: { readonly view: StorefrontView; readonly shown: PriceRequestItem }) {
  const { item, material, quality, finishings } = shown;
  return (
    <li class="sent-item card">
      <h3>{item.originalFileName}</h3>
      <ChosenOptions
        view={view}
        material={material}
        color={material?.color ?? null}
        quality={quality}
        finishings={finishings}
        quantity={item.quantity}
      />
      <p class="hint">{item.said ?? customerRequestWords(view.language).reasons[item.reason]}</p>
    </li>
  );
}

// One price request: customer, items, and the studio's answer.

import { fullName } from "../../domain/customer.ts";
import type { OutboxMessage } from "../../outbox/sending.store.ts";
import type { FormState } from "../../pages/form-values.ts";
import { dateAndTime, fileSize } from "../../pages/format.ts";
import type { Attachment } from "../../price-requests/attachments.store.ts";
import { type NewOfSender, SENDER_TRAITS } from "../../price-requests/clear-inbox.store.ts";
import type { PriceRequestDetails, PriceRequestItem } from "../../price-requests/price-request.store.ts";
import { ContactFacts } from "../kit/contact-facts.tsx";
import { CopiedAddress } from "../kit/copied-text.tsx";
import { PostForm } from "../kit/form.tsx";
import { materialName, Swatch } from "../kit/item/material.tsx";
import { ModelPicture } from "../kit/item/model-picture.tsx";
import { Layout } from "../kit/layout.tsx";
import { SentMessages } from "../kit/told/told.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { orderSourceName } from "../orders/order-source.words.ts";
import { AnswerCard } from "./answer.tsx";
import { inboxAddress, namedTotal, requestAddress } from "./requests.page.tsx";
import { requestsWords } from "./requests.words.ts";

interface RequestProps {
  readonly details: PriceRequestDetails;
}

interface RequestPageProps extends RequestProps {
  /** The signed links to the items' files, as paths of this service, by item id. */
  readonly downloadPaths: ReadonlyMap<number, string>;
  readonly details: RequestProps["details"] & {
    readonly newOfSender: NewOfSender;
    readonly messages: readonly OutboxMessage[];
  };
  /** The absolute address of the customer's page of the request. */
  readonly customerPage: string;
  /** The refused answer, as typed. */
  readonly form?: FormState | undefined;
  /** The request changed after the person opened it. */
  readonly isStale?: boolean;
}

export function RequestPage(props: RequestPageProps) {
  const studio = useStudio();
  const { language } = useView();
  const { details, downloadPaths, form, isStale = false } = props;
  const words = requestsWords(language);
  const { request, items, attachments, order } = details;
  const price = namedTotal(language, request);
  return (
    <Layout
      title={words.requestTitle(request.id)}
      actions={
        <a class="button" href={inboxAddress(studio, request.status)}>
          {words.toInbox}
        </a>
      }
    >
      <p class="row">
        {order === undefined ? (
          <span class={request.status === "new" ? "badge warn" : "badge"}>{words.statuses[request.status]}</span>
        ) : (
          <span class="badge good">{words.ordered}</span>
        )}
        <span class="muted">
          {words.sent}{" "}
          <time datetime={new Date(request.createdAt).toISOString()}>{dateAndTime(language, request.createdAt)}</time>
          {" · "}
          {words.source}: {orderSourceName(language, request.source)}
        </span>
      </p>
      {isStale ? (
        <section class="fault-summary meanwhile" role="alert">
          <p>{words.meanwhile}</p>
          {request.answer === null ? null : <p>{words.storedNow(request.answer)}</p>}
          {price === undefined ? null : <p>{words.storedPrice(price)}</p>}
          <p>{order === undefined ? words.meanwhileThen : words.accepted}</p>
        </section>
      ) : null}
      <div class="order">
        <div class="stack">
          <AnswerCard details={details} form={form} />
          <section class="stack" aria-labelledby="items">
            <h2 id="items">{words.items(items.length + attachments.length)}</h2>
            {items.map((item, index) => (
              <Item
                address={requestAddress(studio, request.id)}
                shown={item}
                position={index + 1}
                downloadPath={downloadPaths.get(item.item.id)}
              />
            ))}
            {attachments.map((attachment, index) => (
              <AttachedFile
                address={requestAddress(studio, request.id)}
                attachment={attachment}
                position={items.length + index + 1}
              />
            ))}
          </section>
        </div>
        <div class="stack">
          <Customer {...props} />
          <Sender {...props} />
          <SentMessages messages={details.messages} page={requestAddress(studio, request.id)} />
        </div>
      </div>
    </Layout>
  );
}

interface ItemProps {
  /** The request's path. */
  readonly address: string;
  readonly shown: PriceRequestItem;
  /** Counted from 1. */
  readonly position: number;
  readonly downloadPath: string | undefined;
}

function Item({ address, shown: { item, ...chosen }, position, downloadPath }: ItemProps) {
  const view = useView();
  const words = requestsWords(view.language);
  return (
    <article class="card" aria-labelledby={`item-${item.id}`}>
      <h3 id={`item-${item.id}`}>
        {position}. {item.originalFileName}
      </h3>
      <ModelPicture modelId={item.modelId} fileName={item.originalFileName} size="item" />
      <RequestedChoices item={{ item, ...chosen }} />
      {downloadPath === undefined ? null : (
        <p class="row">
          <a class="button small" href={downloadPath}>
            {words.download}
          </a>
          <a class="button small" href={`${address}/items/${item.id}/model`}>
            {words.view}
          </a>
        </p>
      )}
    </article>
  );
}

/** A file that was never opened, here neither: it can only be saved. */
function AttachedFile({
  address,
  attachment: { id, fileName, sizeBytes, said },
  position,
}: {
  readonly address: string;
  readonly attachment: Attachment;
  readonly position: number;
}) {
  const { language } = useView();
  const words = requestsWords(language);
  return (
    <article class="card" aria-labelledby={`attachment-${id}`}>
      <h3 id={`attachment-${id}`}>
        {position}. {fileName}
      </h3>
      <dl>
        <dt>{words.size}</dt>
        <dd>{fileSize(language, sizeBytes)}</dd>
        <dt>{words.reason}</dt>
        <dd>
          {said ?? words.attached} {said === null ? null : <span class="hint">{words.reasonHint}</span>}
        </dd>
      </dl>
      <p class="hint">{words.unopened}</p>
      <p class="row">
        <a class="button small" href={`${address}/attachments/${id}`} download>
          {words.downloadFile}
        </a>
      </p>
    </article>
  );
}

export function RequestedChoices({ item }: { readonly item: PriceRequestItem }) {
  const view = useView();
  const words = requestsWords(view.language);
  const { material, quality, finishings } = item;
  return (
    <dl>
      <dt>{words.quantity}</dt>
      <dd>{item.item.quantity}</dd>
      <dt>{words.material}</dt>
      <dd>
        {material === undefined ? (
          words.notChosen
        ) : (
          <>
            <Swatch colorHex={material.colorHex} /> {materialName(material.name, material.color)}
          </>
        )}
      </dd>
      <dt>{words.quality}</dt>
      <dd>{quality?.name ?? words.notChosen}</dd>
      <dt>{words.finishings}</dt>
      <dd>{finishings.map(({ name }) => name).join(", ") || words.notChosen}</dd>
      <dt>{words.reason}</dt>
      <dd>
        {words.reasons[item.item.reason]} {item.item.said} <span class="hint">{words.reasonHint}</span>
      </dd>
    </dl>
  );
}

function Customer({ details: { request }, customerPage }: RequestPageProps) {
  const { language } = useView();
  const words = requestsWords(language);
  const { contact, comment, consentedAt } = request;
  return (
    <section class="card" aria-labelledby="customer">
      <h2 id="customer">{words.contact}</h2>
      <p>
        <strong>{fullName(contact)}</strong>
      </p>
      <dl>
        <ContactFacts contact={contact} words={words} />
        <dt>{words.consented}</dt>
        <dd>
          <time datetime={new Date(consentedAt).toISOString()}>{dateAndTime(language, consentedAt)}</time>
        </dd>
      </dl>
      {comment === null ? null : (
        <>
          <h3>{words.comment}</h3>
          <p class="comment">{comment}</p>
        </>
      )}
      <h3>{words.customerPage}</h3>
      <CopiedAddress id="customer-page" text={customerPage} label={words.customerPage} />
      <p class="hint">{words.customerPageHint}</p>
    </section>
  );
}

/** Against a flood: closes all new requests of a sender, by a common trait. */
function Sender({ details: { request, newOfSender } }: RequestPageProps) {
  const view = useView();
  const studio = useStudio();
  const words = requestsWords(view.language);
  const itself = request.status === "new" ? 1 : 0;
  const traits = SENDER_TRAITS.filter((trait) => newOfSender[trait] > itself);
  if (traits.length === 0) return null;
  return (
    <section class="card" aria-labelledby="sender">
      <h2 id="sender">{words.senderTitle}</h2>
      <p class="hint">{words.senderHint}</p>
      {traits.map((trait) => (
        <PostForm action={`${requestAddress(studio, request.id)}/clear-sender`} class="stack">
          <input type="hidden" name="trait" value={trait} />
          <button type="submit">{words.clear[trait](newOfSender[trait])}</button>
        </PostForm>
      ))}
    </section>
  );
}

// Documents of an order: its card on the order's page, the draft before issuing, and the issued document.

import type { orders } from "../../db/schema.ts";
import type { DocumentDraft, IssuedDocument } from "../../documents/documents.store.ts";
import { DOCUMENT_KINDS, type DocumentKind } from "../../domain/order.ts";
import { LANGUAGES } from "../../domain/person.ts";
import { DocumentSheet } from "../../pages/document-sheet.tsx";
import { documentSheetWords } from "../../pages/document-sheet.words.ts";
import { date } from "../../pages/format.ts";
import { OWN_LANGUAGE_NAMES } from "../../pages/words.ts";
import { PostForm } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import type { StudioView } from "../kit/panel-context.ts";
import { useStudio, useView } from "../kit/view-context.ts";
import { documentWords } from "./documents.words.ts";

type ListedDocument = Pick<IssuedDocument, "id" | "kind" | "number" | "issuedAt">;
type Order = Pick<typeof orders.$inferSelect, "id" | "status" | "paidMinor">;

interface OrderDocumentsProps {
  readonly order: Order;
  readonly documents: readonly ListedDocument[];
}

/** The issued ones, and the ways to another. */
export function OrderDocuments({ order, documents }: OrderDocumentsProps) {
  const studio = useStudio();
  const { language } = useView();
  const words = documentWords(language);
  const kinds = DOCUMENT_KINDS.filter((kind) => kind === "invoice" || (order.paidMinor ?? 0) > 0);
  return (
    <section class="card" aria-labelledby="documents">
      <h2 id="documents">{words.documents}</h2>
      {documents.length === 0 ? <p class="hint">{words.none}</p> : null}
      <ul>
        {documents.map((document) => (
          <li class="row">
            <DocumentLink orderId={order.id} document={document} />
            <time class="hint" datetime={new Date(document.issuedAt).toISOString()}>
              {date(language, document.issuedAt)}
            </time>
          </li>
        ))}
      </ul>
      {order.status === "cancelled" ? null : (
        <p class="row">
          {kinds.map((kind) => (
            <a class="button" href={draftAddress(studio, order.id, kind)}>
              {words.create[kind]}
            </a>
          ))}
        </p>
      )}
    </section>
  );
}

interface DraftProps {
  readonly draft: DocumentDraft;
  /** The form was sent for a draft that would differ by now. */
  readonly isChanged: boolean;
}

/** Asks before a number is given out for good. */
export function DocumentDraftPage({ draft, isChanged }: DraftProps) {
  const view = useView();
  const studio = useStudio();
  const words = documentWords(view.language);
  const { kind, order, content, refusal, issued } = draft;
  const address = draftAddress(studio, order.id, kind);
  return (
    <Layout title={words.draftOf[kind](order.number)} actions={<BackToOrder orderId={order.id} />}>
      {isChanged ? (
        <p class="fault-summary" role="alert">
          {words.meanwhile}
        </p>
      ) : null}
      <nav class="tabs" aria-label={words.language}>
        {LANGUAGES.map((language) => (
          <a
            href={`${address}?language=${language}`}
            lang={language}
            aria-current={language === content.language ? "page" : undefined}
          >
            {OWN_LANGUAGE_NAMES[language]}
          </a>
        ))}
      </nav>
      {content.studio.payeeName === null && content.studio.requisites === null ? (
        <p class="warning">
          {words.noRequisites}
          {studio.role === "owner" ? <a href={`${studio.base}/order-page`}>{words.fillRequisites}</a> : null}
        </p>
      ) : null}
      {refusal === null && issued === undefined ? (
        <PostForm action={address} class="row">
          <input type="hidden" name="language" value={content.language} />
          <input type="hidden" name="seen" value={draft.fingerprint} />
          <p>{words.draftText}</p>
          <button type="submit" class="primary">
            {words.issue[kind]}
          </button>
        </PostForm>
      ) : (
        <p class="warning">
          {issued === undefined ? null : (
            <>
              {words.issuedBefore} <DocumentLink orderId={order.id} document={issued} />
            </>
          )}
          {refusal === null ? null : words.refused[refusal]}
        </p>
      )}
      <DocumentSheet document={issued ?? { kind, content, number: null, issuedAt: Date.now() }} />
    </Layout>
  );
}

export function IssuedDocumentPage({ document }: { readonly document: IssuedDocument }) {
  const { language } = useView();
  return (
    <Layout
      title={documentSheetWords(language).numbered[document.kind](document.number)}
      actions={
        <>
          <BackToOrder orderId={document.orderId} />
          <button type="button" class="primary" data-print hidden>
            {documentSheetWords(language).print}
          </button>
        </>
      }
    >
      <DocumentSheet document={document} />
    </Layout>
  );
}

function BackToOrder({ orderId }: { readonly orderId: number }) {
  const studio = useStudio();
  return (
    <a class="button" href={orderPath(studio, orderId)}>
      {documentWords(useView().language).backToOrder}
    </a>
  );
}

interface DocumentLinkProps {
  readonly orderId: number;
  readonly document: Pick<ListedDocument, "id" | "kind" | "number">;
}

function DocumentLink({ orderId, document: { id, kind, number } }: DocumentLinkProps) {
  const studio = useStudio();
  const { language } = useView();
  return <a href={documentAddress(studio, orderId, id)}>{documentSheetWords(language).numbered[kind](number)}</a>;
}

export function documentAddress(studio: StudioView, orderId: number, id: number): string {
  return `${orderPath(studio, orderId)}/documents/${id}`;
}

function draftAddress(studio: StudioView, orderId: number, kind: DocumentKind): string {
  return `${orderPath(studio, orderId)}/${kind}`;
}

function orderPath({ base }: StudioView, orderId: number): string {
  return `${base}/orders/${orderId}`;
}

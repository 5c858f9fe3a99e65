// Documents of an order: drafts of invoices and receipts, and issued ones. Staff issue them too.

import { Hono } from "hono";
import { issueSchema } from "../../documents/document.request.ts";
import {
  type DocumentDraft,
  draftDocument,
  issueDocument,
  readDocument,
  readOrderToDocument,
} from "../../documents/documents.store.ts";
import { ChangedMeanwhile } from "../../domain/errors.ts";
import { DOCUMENT_KINDS, type DocumentKind } from "../../domain/order.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../domain/person.ts";
import { languageOf } from "../../http/language.ts";
import { pathId } from "../../http/request/path-id.ts";
import { readForm } from "../../pages/form-values.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { DocumentDraftPage, documentAddress, IssuedDocumentPage } from "./documents.page.tsx";
import { documentWords } from "./documents.words.ts";

export const documentRoutes = new Hono<PanelEnv>().get("/:id/documents/:documentId", async (context) => {
  const { id, documentId } = context.req.param();
  const document = await readDocument(context.var.tenant.db, pathId(id), pathId(documentId));
  return render(context, <IssuedDocumentPage document={document} />);
});

for (const kind of DOCUMENT_KINDS) {
  documentRoutes
    .get(`/:id/${kind}`, async (context) => {
      const language = languageOf(context.req.query("language") ?? "");
      return showDraft(context, await draftOf(context, kind, pathId(context.req.param("id")), language));
    })
    .post(`/:id/${kind}`, async (context) => {
      const { view, studio, tenant, session } = context.var;
      const id = pathId(context.req.param("id"));
      const form = await readForm(context, issueSchema);
      if (!form.ok) return showDraft(context, await draftOf(context, kind, id), 400);
      const { language, seen } = form.fields;
      const draft = await draftOf(context, kind, id, language);
      try {
        const { document, isNew } = await issueDocument(tenant.db, draft, { seen, personId: session.person.id });
        const words = documentWords(view.language);
        const told = isNew && draft.order.customerToken !== null ? [words.toCustomer] : [];
        return await redirectWithNotice(context, documentAddress(studio, id, document.id), {
          text: [words.issued[kind](document.number), ...told].join(" "),
        });
      } catch (error) {
        if (!(error instanceof ChangedMeanwhile)) throw error;
        return showDraft(context, await draftOf(context, kind, id, language), 409);
      }
    });
}

/** @param asked undefined: the language of the order's customer, else the studio's */
async function draftOf(
  { var: { studio, tenant } }: PanelContext,
  kind: DocumentKind,
  orderId: number,
  asked?: Language,
): Promise<DocumentDraft> {
  const rows = await readOrderToDocument(tenant.db, orderId);
  const ofCustomer = languageOf(rows.order.contact.locale) ?? languageOf(studio.record.locale) ?? DEFAULT_LANGUAGE;
  return draftDocument(kind, rows, asked ?? ofCustomer);
}

function showDraft(
  context: PanelContext,
  draft: DocumentDraft,
  status: 200 | 400 | 409 = 200,
): Response | Promise<Response> {
  return render(context, <DocumentDraftPage draft={draft} isChanged={status === 409} />, status);
}

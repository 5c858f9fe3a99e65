// Page of an invoice or a receipt, for the order's customer.

import type { IssuedDocument } from "../../documents/documents.store.ts";
import { DocumentSheet } from "../../pages/document-sheet.tsx";
import { documentSheetWords } from "../../pages/document-sheet.words.ts";
import { Frame, type FramedStudio } from "../kit/frame/frame.tsx";
import type { StorefrontView } from "../kit/page-context.ts";
import { customerOrderWords } from "./order.words.ts";

interface CustomerDocumentProps {
  readonly view: StorefrontView;
  readonly studio: FramedStudio;
  readonly document: IssuedDocument;
  /** The path of the order's page. */
  readonly orderPath: string;
}

export function CustomerDocumentPage({ view, studio, document, orderPath }: CustomerDocumentProps) {
  const words = documentSheetWords(view.language);
  const title = words.numbered[document.kind](document.number);
  return (
    <Frame view={view} studio={studio} title={title} styles={["document.css"]} scripts={["print-button.js"]}>
      <header class="document-bar">
        <h1>{title}</h1>
        <a class="button" href={`${orderPath}${view.query}`}>
          {customerOrderWords(view.language).title(document.content.orderNumber)}
        </a>
        <button type="button" class="primary" data-print hidden>
          {words.print}
        </button>
      </header>
      <DocumentSheet document={document} />
    </Frame>
  );
}

// GET /{slug}/orders/{token}: an order's own page. POST …/cancel: its customer cancels it while it is pending.
// GET …/documents/{id}: an invoice or a receipt. GET …/items/{id}/picture: the picture of an item's model.
// GET …/again: the order page, which begins with the order's parts.
//
// All but the last stay open if the studio closes its order page.

import { Hono } from "hono";
import { z } from "zod";
import { askableCarrier, carrierRead } from "../../carrier/carrier-account.store.ts";
import { wholeShelfReads } from "../../catalog/product/shelf.store.ts";
import { offerOf, offerReads } from "../../catalog/storefront-offer.store.ts";
import { documentOfCustomerReads, requireDocument } from "../../documents/documents.store.ts";
import { ChangedMeanwhile } from "../../domain/errors.ts";
import { MAX_QUANTITY } from "../../domain/order.ts";
import { limitedBody } from "../../http/request/limited-body.ts";
import { linesField } from "../../http/request/name-field.ts";
import { pathId } from "../../http/request/path-id.ts";
import { fileNameOf } from "../../models/chosen-models.ts";
import { cancelAsCustomer } from "../../orders/change-order.ts";
import {
  type CustomerOrder,
  customerOrderReads,
  modelOfCustomerReads,
  orderedPartsReads,
  readOrderOfCustomer,
  toCustomerOrder,
  toOrderedParts,
} from "../../orders/customer-order.store.ts";
import { type FormState, readForm, refused } from "../../pages/form-values.ts";
import { answerThumbnail } from "../../pages/thumbnail.ts";
import type { StorefrontContext, StorefrontEnv, StorefrontView } from "../kit/page-context.ts";
import { renderPage } from "../kit/render.tsx";
import { openStudioWith, requireOpen } from "../kit/studio.middleware.ts";
import { type BasketFilling, servedFiles } from "../page/basket-filling.ts";
import { publicCatalog } from "../page/public-catalog.ts";
import { StorefrontPage } from "../page/storefront.page.tsx";
import { toShelfProduct } from "../shelf/shelf.ts";
import { CustomerDocumentPage } from "./document.page.tsx";
import { CustomerOrderPage } from "./order.page.tsx";
import { customerOrderWords } from "./order.words.ts";

const MAX_REASON_CHARACTERS = 2000;

const cancellationSchema = z.object({ comment: linesField(MAX_REASON_CHARACTERS).optional() });

/** Each opens the studio itself, so that the order comes with it. */
export const orderPageRoutes = new Hono<StorefrontEnv>();

orderPageRoutes.get("/:token", async (context) => {
  const customerToken = context.req.param("token");
  const shown = toCustomerOrder(await openStudioWith(context, (db) => customerOrderReads(db, { customerToken })));
  return showOrder(context, shown);
});

orderPageRoutes.get("/:token/documents/:documentId", async (context) => {
  const { token, documentId } = context.req.param();
  const id = pathId(documentId);
  const { documents } = await openStudioWith(context, (db) => documentOfCustomerReads(db, token, id));
  const { view, studio, settings } = context.var;
  return renderPage(
    context,
    <CustomerDocumentPage
      view={view}
      studio={{ ...settings, title: studio.title }}
      document={requireDocument(documents)}
      orderPath={pathOf(view, token)}
    />,
  );
});

orderPageRoutes.get("/:token/items/:itemId/picture", async (context) => {
  const { token, itemId } = context.req.param();
  const item = pathId(itemId);
  const rows = await openStudioWith(context, (db) => modelOfCustomerReads(db, token, item));
  return answerThumbnail(context.var.tenant.modelFiles, rows.models);
});

orderPageRoutes.get("/:token/again", async (context) => {
  const customerToken = context.req.param("token");
  const rows = await openStudioWith(context, (db) => ({
    ...orderedPartsReads(db, { customerToken }),
    ...offerReads(db),
    ...wholeShelfReads(db),
    carriers: carrierRead(db),
  }));
  const { studio, settings, view } = context.var;
  const { order, parts } = toOrderedParts(rows);
  requireOpen(settings, view);
  const { totalPriceMinor: totalMinor, currencyId, priority, createdAt } = order;
  const filling: BasketFilling = {
    ...{ totalMinor, currencyId, createdAt },
    priority: priority?.slug ?? null,
    from: {
      kind: "order",
      orderNumber: order.number,
      lost: parts.flatMap((part) => (part.model || isOfProduct(part) ? [] : [nameOf(part)])),
    },
    items: parts.filter((part) => !isOfProduct(part)).flatMap(itemAgain),
    products: parts.flatMap(productAgain),
    onShelf: rows.shelf.map((row) => toShelfProduct(row, view)),
    files: await servedFiles(context, rows.models),
  };
  const catalog = publicCatalog(offerOf(rows, view));
  const carrier = askableCarrier(rows.carriers);
  const maxFileMegabytes = Number(context.env.MAX_FILE_MEGABYTES);
  const page = <StorefrontPage {...{ view, studio, settings, catalog, maxFileMegabytes, carrier, filling }} />;
  return renderPage(context, page, 200, { hasProducts: rows.shelf.length > 0 });
});

type OrderedPart = ReturnType<typeof toOrderedParts>["parts"][number];

function nameOf({ item: { originalFileName, productTitle }, model }: OrderedPart): string {
  return productTitle ?? originalFileName ?? (model === undefined ? "" : fileNameOf(model));
}

function isOfProduct({ item }: OrderedPart): boolean {
  return item.productId !== null;
}

/** A product's first item has its pieces; its further prints have none. */
function productAgain(part: OrderedPart): BasketFilling["products"] {
  const { productId, productColorId: colorId, productPieces } = part.item;
  if (productId === null || productPieces === null) return [];
  return [{ productId, colorId, quantity: Math.min(productPieces, MAX_QUANTITY), title: nameOf(part) }];
}

/** Stands for an entry that the item does not name: the page chooses the nearest one on offer. */
const NO_ENTRY = 0;

/** Empty for a part whose model is deleted. */
function itemAgain(part: OrderedPart): BasketFilling["items"] {
  const { item, model } = part;
  if (model === undefined) return [];
  const { materialId, printingQualityId, finishingIds, quantity } = item;
  return [
    {
      ...{ sha256: model.sha256, originalFileName: nameOf(part), finishingIds, quantity },
      materialId: materialId ?? NO_ENTRY,
      printingQualityId: printingQualityId ?? NO_ENTRY,
    },
  ];
}

export const cancellationRoutes = new Hono<StorefrontEnv>().post("/:token/cancel", limitedBody, async (context) => {
  const { tenant, view } = context.var;
  const token = context.req.param("token");
  const shown = await orderOf(context, token);
  const form = await readForm(context, cancellationSchema);
  if (!form.ok) return showOrder(context, shown, form.state, 400);
  try {
    await cancelAsCustomer(tenant.db, shown.order.id, form.fields.comment || null);
    tenant.tell("orders");
    tenant.sendMessages();
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    const now = await orderOf(context, token);
    // A form sent twice finds the order cancelled already.
    if (now.order.status !== "cancelled") {
      return showOrder(
        context,
        now,
        refused(form.typed, { form: [customerOrderWords(view.language).notPending] }),
        409,
      );
    }
  }
  return context.redirect(`${pathOf(view, token)}${view.query}`, 303);
});

/** @throws NotFound */
function orderOf({ var: { tenant } }: StorefrontContext, token: string): Promise<CustomerOrder> {
  return readOrderOfCustomer(tenant.db, token);
}

function showOrder(
  context: StorefrontContext,
  shown: CustomerOrder,
  cancellation?: FormState,
  status: 200 | 400 | 409 = 200,
): Response | Promise<Response> {
  const { view, studio, settings } = context.var;
  return renderPage(
    context,
    <CustomerOrderPage
      // A refused form is shown at the form's address, but links lead to the order's page.
      view={{ ...view, path: pathOf(view, shown.order.customerToken ?? "") }}
      studio={{ ...settings, title: studio.title }}
      shown={shown}
      canOrderAgain={
        settings.isOpen && shown.items.some(({ item }) => item.modelId !== null || item.productId !== null)
      }
      {...(cancellation && { cancellation })}
    />,
    status,
  );
}

function pathOf({ base }: StorefrontView, token: string): string {
  return `${base}/orders/${token}`;
}

// GET /{slug}/products: the shelf, its products' own pages, and their offers for the order page's script.

import { Hono } from "hono";
import { z } from "zod";
import { shelfDescription, shelfReads, shelvedProductReads, shelvedReads } from "../../catalog/product/shelf.store.ts";
import { linkedId } from "../../http/request/path-id.ts";
import { MAX_ITEMS } from "../../items/item.schema.ts";
import { Frame } from "../kit/frame/frame.tsx";
import { keptPage } from "../kit/kept-page.ts";
import type { StorefrontContext, StorefrontEnv } from "../kit/page-context.ts";
import { renderPage } from "../kit/render.tsx";
import { openStudioWith, requireOpen } from "../kit/studio.middleware.ts";
import type { ProductOffers } from "../wire.ts";
import { ShelfProductPage } from "./product.page.tsx";
import { ShelfPage } from "./shelf.page.tsx";
import { shelfOf, toShelfProduct } from "./shelf.ts";
import { shelfWords } from "./shelf.words.ts";

const MAX_PRODUCTS_ON_PAGE = 24;

/** Beyond this page no shelf reaches; each page of an address would be another copy at the edge. */
const pageField = z.coerce.number().int().min(1).max(100).catch(1);

/** Texts that are no ids are left out. */
function idsIn(text: string): number[] {
  const ids = text.split(",").map(linkedId);
  return ids.filter((id) => id !== undefined).slice(0, MAX_ITEMS);
}

/** Opens the studio itself, so that the products come with it. */
export const shelfRoutes = new Hono<StorefrontEnv>();

shelfRoutes.get("/", (context) => {
  const page = pageField.parse(context.req.query("page"));
  return keptPage(context, page === 1 ? {} : { page: String(page) }, () => answerShelf(context, page));
});

async function answerShelf(context: StorefrontContext, page: number): Promise<Response> {
  const stretch = { limit: MAX_PRODUCTS_ON_PAGE, offset: (page - 1) * MAX_PRODUCTS_ON_PAGE };
  const rows = await openStudioWith(context, (db) => shelfReads(db, stretch), "nearest copy");
  const { view, studio, settings } = context.var;
  requireOpen(settings, view);
  const shelf = shelfOf(rows.shelf, MAX_PRODUCTS_ON_PAGE, view);
  return renderPage(context, <ShelfPage {...{ view, studio, settings, shelf, page }} />, 200, { hasProducts: true });
}

/** Not from a copy: the order page's script asks when a piece may have been sold since. */
shelfRoutes.get("/offers", async (context) => {
  const ids = idsIn(context.req.query("ids") ?? "");
  const rows = await openStudioWith(context, (db) => shelvedReads(db, ids));
  const { view, settings } = context.var;
  requireOpen(settings, view);
  const answer: ProductOffers = { products: rows.shelf.map((row) => toShelfProduct(row, view)) };
  return context.json(answer, 200);
});

shelfRoutes.get("/:id", (context) => {
  return keptPage(context, {}, () => answerProduct(context, context.req.param("id")));
});

async function answerProduct(context: StorefrontContext, id: string): Promise<Response> {
  // No row has the id 0: a text that is no id has the page of a product that is gone.
  const rows = await openStudioWith(context, (db) => shelvedProductReads(db, linkedId(id) ?? 0), "nearest copy");
  const { view, studio, settings } = context.var;
  requireOpen(settings, view);
  const [row] = rows.shelf;
  if (row === undefined) return gonePage(context);
  const product = toShelfProduct(row, view);
  const description = shelfDescription(row, view);
  return renderPage(context, <ShelfProductPage {...{ view, studio, settings, product, description }} />, 200, {
    hasProducts: true,
  });
}

function gonePage(context: StorefrontContext): Response | Promise<Response> {
  const { view, studio, settings } = context.var;
  const words = shelfWords(view.language);
  return renderPage(
    context,
    <Frame view={view} studio={{ ...settings, title: studio.title }} title={words.gone}>
      <div class="message">
        <h1>{words.gone}</h1>
        <p>{words.goneText}</p>
        <p>
          <a href={`${view.base}/products${view.query}`}>{words.toShelf}</a>
        </p>
        <p>
          <a href={`${view.base}${view.query}`}>{words.toPage}</a>
        </p>
      </div>
    </Frame>,
    404,
  );
}

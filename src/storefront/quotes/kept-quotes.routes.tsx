// POST /{slug}/quotes/keep and GET /{slug}/quotes/{token}: a quote kept by a link, and the page that begins with it.

import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { z } from "zod";
import { askableCarrier, carrierRead } from "../../carrier/carrier-account.store.ts";
import { wholeShelfReads } from "../../catalog/product/shelf.store.ts";
import { offerOf, offerReads } from "../../catalog/storefront-offer.store.ts";
import { limitedBody } from "../../http/request/limited-body.ts";
import { sign } from "../../platform/signature.ts";
import { keepQuote, keptQuoteReads } from "../../quotes/kept-quotes.store.ts";
import { type AgreedQuote, hasExpired, readQuote } from "../../quotes/signed-quote.ts";
import { Frame } from "../kit/frame/frame.tsx";
import { REPORT_INPUT, throwInputFaults } from "../kit/input-faults.ts";
import type { StorefrontContext, StorefrontEnv } from "../kit/page-context.ts";
import { renderPage } from "../kit/render.tsx";
import { StorefrontError } from "../kit/storefront-error.ts";
import { openStudioWith, requireOpen } from "../kit/studio.middleware.ts";
import { type BasketFilling, servedFiles } from "../page/basket-filling.ts";
import { publicCatalog } from "../page/public-catalog.ts";
import { StorefrontPage } from "../page/storefront.page.tsx";
import { toShelfProduct } from "../shelf/shelf.ts";
import { takeKeptQuote } from "../visitors/day-limits.ts";
import type { KeptQuoteLink } from "../wire.ts";
import { keptQuoteWords } from "./kept-quotes.words.ts";

/** Opens the studio itself, so that the quote and the offer come with it. */
export const keptQuotePageRoutes = new Hono<StorefrontEnv>().get("/:token", async (context) => {
  const readsOfQuote = await keptQuoteReads(context.req.param("token"));
  const rows = await openStudioWith(context, (db) => ({
    ...readsOfQuote(db),
    ...offerReads(db),
    ...wholeShelfReads(db),
    carriers: carrierRead(db),
  }));
  const { studio, settings, view } = context.var;
  requireOpen(settings, view);
  const [kept] = rows.kept;
  if (kept === undefined) return gonePage(context);
  const catalog = publicCatalog(offerOf(rows, view));
  const carrier = askableCarrier(rows.carriers);
  const maxFileMegabytes = Number(context.env.MAX_FILE_MEGABYTES);
  const { quote, createdAt, expiresAt } = kept;
  const files = await servedFiles(context, rows.models);
  const { products = [] } = quote;
  const onShelf = rows.shelf.map((row) => toShelfProduct(row, view));
  const filling: BasketFilling = { ...quote, products, onShelf, from: { kind: "quote", expiresAt }, createdAt, files };
  const page = <StorefrontPage {...{ view, studio, settings, catalog, maxFileMegabytes, carrier, filling }} />;
  return renderPage(context, page, 200, { hasProducts: onShelf.length > 0 });
});

const keepSchema = z.object({ token: z.string() });

export const keptQuoteRoutes = new Hono<StorefrontEnv>();

keptQuoteRoutes.post(
  "/keep",
  limitedBody,
  zValidator("json", keepSchema, throwInputFaults, REPORT_INPUT),
  async (context) => {
    const { tenant, view } = context.var;
    const quote = await agreedQuote(context, context.req.valid("json").token);
    await takeKeptQuote(context, quote.id);
    // The token is derived from the quote, so that keeping it again gives the same link.
    const token = await sign(context.env.LINK_SECRET, "kept-quote", `${quote.studioId} ${quote.id}`);
    const expiresAt = await keepQuote(tenant.db, token, quote);
    const link: KeptQuoteLink = {
      address: `${view.origin}${view.base}/quotes/${token}`,
      expiresAt: new Date(expiresAt).toISOString(),
    };
    return context.json(link, 201);
  },
);

/** @throws StorefrontError for a token of another studio, an altered one, or an expired one */
async function agreedQuote({ env, var: { tenant, view } }: StorefrontContext, token: string): Promise<AgreedQuote> {
  const words = keptQuoteWords(view.language);
  const quote = await readQuote(token, tenant.studioId, [env.LINK_SECRET, env.LINK_SECRET_PREVIOUS]);
  if (quote !== undefined && !hasExpired(quote)) return quote;
  const message = quote === undefined ? words.noQuote : words.expired;
  throw new StorefrontError({ status: 400, reason: "invalid", message, faults: { token: [message] } });
}

function gonePage(context: StorefrontContext): Response | Promise<Response> {
  const { view, studio, settings } = context.var;
  const words = keptQuoteWords(view.language);
  return renderPage(
    context,
    <Frame view={view} studio={{ ...settings, title: studio.title }} title={words.gone}>
      <div class="message">
        <h1>{words.gone}</h1>
        <p>{words.goneText}</p>
        <p>
          <a href={`${view.base}${view.query}`}>{words.toPage}</a>
        </p>
      </div>
    </Frame>,
    404,
  );
}

// POST /{slug}/quotes: what a whole basket costs, signed, so that it can be ordered as it was shown.

import { Hono } from "hono";
import { limitedBody } from "../../http/limited-body.ts";
import type { StorefrontEnv } from "../kit/page-context.ts";
import { readJson } from "../kit/read-request.ts";
import { stillSlicing } from "../kit/still-slicing.ts";
import type { QuoteAnswer } from "../wire.ts";
import { offerQuote } from "./offer-quote.ts";
import { basketSchema, toBasket } from "./quotes.request.ts";

export const storefrontQuoteRoutes = new Hono<StorefrontEnv>().post("/", limitedBody, async (context) => {
  const { items } = await readJson(context, basketSchema);
  const offered = await offerQuote(context, toBasket(items));
  if (offered.outcome === "slicing") return stillSlicing(context, offered.files);
  const answer: QuoteAnswer = { status: "quoted", ...offered.quote };
  return context.json(answer, 200);
});

// POST /{slug}/quotes: prices a whole basket, and signs the quote for an order at this price.

import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { limitedBody } from "../../http/request/limited-body.ts";
import { REPORT_INPUT, throwInputFaults } from "../kit/input-faults.ts";
import type { StorefrontEnv } from "../kit/page-context.ts";
import { stillSlicing } from "../kit/still-slicing.ts";
import type { QuoteAnswer } from "../wire.ts";
import { offerQuote } from "./offer-quote.ts";
import { basketSchema, toBasket } from "./quotes.request.ts";

export const storefrontQuoteRoutes = new Hono<StorefrontEnv>().post(
  "/",
  limitedBody,
  zValidator("json", basketSchema, throwInputFaults, REPORT_INPUT),
  async (context) => {
    const offered = await offerQuote(context, toBasket(context.req.valid("json")));
    if (offered.outcome === "slicing") return stillSlicing(context, offered.files);
    const answer: QuoteAnswer = { status: "quoted", ...offered.quote };
    return context.json(answer, 200);
  },
);

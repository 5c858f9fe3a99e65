// GET /{slug}/delivery/cities, …/branches and …/estimate: places by letters, and the carriage's price and day.
//
// The carrier's silence is an answer of its own: the visitor then types the place, and orders all the same.

import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { branchesQuery, citiesQuery, estimateQuery } from "../../carrier/places.request.ts";
import { suggestEstimate, suggestPlaces } from "../../carrier/suggest.ts";
import type { EstimateAnswer } from "../../domain/carrier/suggestions.ts";
import { currencyOf } from "../../domain/currency.ts";
import { estimateSentence } from "../../pages/carriage-estimate.ts";
import { REPORT_INPUT, throwInputFaults } from "../kit/input-faults.ts";
import type { StorefrontContext, StorefrontEnv } from "../kit/page-context.ts";
import { countCarrierCall } from "../visitors/carrier-calls.ts";

export const placeRoutes = new Hono<StorefrontEnv>();

placeRoutes.get("/cities", zValidator("query", citiesQuery, throwInputFaults, REPORT_INPUT), async (context) => {
  const { letters } = context.req.valid("query");
  return context.json(await suggestPlaces(askerOf(context), { of: "cities" }, letters));
});

placeRoutes.get("/branches", zValidator("query", branchesQuery, throwInputFaults, REPORT_INPUT), async (context) => {
  const { city, letters } = context.req.valid("query");
  return context.json(await suggestPlaces(askerOf(context), { of: "branches", cityRef: city }, letters));
});

placeRoutes.get("/estimate", zValidator("query", estimateQuery, throwInputFaults, REPORT_INPUT), async (context) => {
  const { studio, view } = context.var;
  const currency = currencyOf(studio.currencyId);
  const estimate = await suggestEstimate(askerOf(context), context.req.valid("query"), currency);
  const answer: EstimateAnswer =
    estimate === undefined
      ? { status: "unavailable" }
      : { status: "estimated", sentence: estimateSentence(view.language, estimate) };
  return context.json(answer);
});

function askerOf(context: StorefrontContext) {
  return { tenant: context.var.tenant, env: context.env, beforeAsking: () => countCarrierCall(context) };
}

// Places by letters and the carriage's estimate, for the panel's forms with an address.

import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { branchesQuery, citiesQuery, estimateQuery } from "../../carrier/places.request.ts";
import { suggestEstimate, suggestPlaces } from "../../carrier/suggest.ts";
import type { EstimateAnswer } from "../../domain/carrier/suggestions.ts";
import { currencyOf } from "../../domain/currency.ts";
import { estimateSentence } from "../../pages/carriage-estimate.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";

export const panelPlaceRoutes = new Hono<PanelEnv>()
  .get("/cities", zValidator("query", citiesQuery), async (context) => {
    const { letters } = context.req.valid("query");
    return context.json(await suggestPlaces(askerOf(context), { of: "cities" }, letters));
  })
  .get("/branches", zValidator("query", branchesQuery), async (context) => {
    const { city, letters } = context.req.valid("query");
    return context.json(await suggestPlaces(askerOf(context), { of: "branches", cityRef: city }, letters));
  })
  .get("/estimate", zValidator("query", estimateQuery), async (context) => {
    const { studio, view } = context.var;
    const currency = currencyOf(studio.record.currencyId);
    const estimate = await suggestEstimate(askerOf(context), context.req.valid("query"), currency);
    const answer: EstimateAnswer =
      estimate === undefined
        ? { status: "unavailable" }
        : { status: "estimated", sentence: estimateSentence(view.language, estimate) };
    return context.json(answer);
  });

function askerOf({ env, var: { tenant } }: PanelContext) {
  return { tenant, env };
}

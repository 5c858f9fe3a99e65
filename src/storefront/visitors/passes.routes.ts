// POST /{slug}/passes: a pass for an hour, for Turnstile's answer.

import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import { NotFound } from "../../domain/errors.ts";
import { limitedBody } from "../../http/request/limited-body.ts";
import { REPORT_INPUT, throwInputFaults } from "../kit/input-faults.ts";
import type { StorefrontEnv } from "../kit/page-context.ts";
import type { VisitorPass } from "../wire.ts";
import { makePass } from "./pass.ts";
import { MAX_ANSWER_LENGTH, requireAnswer } from "./turnstile-check.ts";
import { countedNetworksOf } from "./visitor.ts";

const passSchema = z.object({ turnstile: z.string().min(1).max(MAX_ANSWER_LENGTH) });

/** Without Turnstile's keys no request needs a pass. */
const requireTurnstileKeys = createMiddleware<StorefrontEnv>(async ({ var: { settings } }, next) => {
  if (settings.turnstileSecret === null) throw new NotFound();
  await next();
});

export const passRoutes = new Hono<StorefrontEnv>();

passRoutes.post(
  "/",
  limitedBody,
  requireTurnstileKeys,
  zValidator("json", passSchema, throwInputFaults, REPORT_INPUT),
  async (context) => {
    const { tenant } = context.var;
    const { turnstile } = context.req.valid("json");
    await requireAnswer(context, turnstile, crypto.randomUUID());
    const pass: VisitorPass = await makePass(context.env, {
      studioId: tenant.studioId,
      network: countedNetworksOf(context)?.subnet,
    });
    return context.json(pass, 201);
  },
);

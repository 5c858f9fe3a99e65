// POST /{slug}/passes: a pass for an hour, for Turnstile's answer.

import { Hono } from "hono";
import { z } from "zod";
import { NotFound } from "../../domain/errors.ts";
import { limitedBody } from "../../http/request/limited-body.ts";
import type { StorefrontEnv } from "../kit/page-context.ts";
import { readJson } from "../kit/read-request.ts";
import type { VisitorPass } from "../wire.ts";
import { makePass } from "./pass.ts";
import { MAX_ANSWER_LENGTH, requireAnswer } from "./turnstile-check.ts";
import { countedNetworksOf } from "./visitor.ts";

const passSchema = z.object({ turnstile: z.string().min(1).max(MAX_ANSWER_LENGTH) });

export const passRoutes = new Hono<StorefrontEnv>().post("/", limitedBody, async (context) => {
  const { settings, tenant } = context.var;
  // Nobody needs one: nothing asks for it.
  if (settings.turnstileSecret === null) throw new NotFound();
  const { turnstile } = await readJson(context, passSchema);
  await requireAnswer(context, turnstile, crypto.randomUUID());
  const pass: VisitorPass = await makePass(context.env, {
    studioId: tenant.studioId,
    network: countedNetworksOf(context)?.subnet,
  });
  return context.json(pass, 201);
});

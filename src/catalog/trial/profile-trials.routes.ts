// POST /operator/studios/{id}/profile-trials: the operator's commands try slice profiles before they write them.
//
// It is not part of the API that studios use.

import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { checkProfile, type SliceProfile } from "../../../slicer-service/src/contract/profile.ts";
import { asStudioId } from "../../domain/ids.ts";
import type { ApiContext, ApiEnv } from "../../http/context.ts";
import { operatorOnly } from "../../http/middleware/operator-only.middleware.ts";
import { pathId } from "../../http/request/path-id.ts";
import { throwFaults } from "../../http/request/validation.ts";
import { openTenant } from "../../tenant/tenant.ts";
import { MAX_TRIED } from "./combinations.ts";
import { trySlices } from "./try-profiles.ts";

const trialsSchema = z.object({
  slices: z
    .array(z.object({ qualityName: z.string().nullable(), profile: z.unknown().transform(checkedProfile) }))
    .max(MAX_TRIED),
});

export const profileTrialRoutes = new Hono<ApiEnv>()
  .use(operatorOnly)
  .post("/studios/:id/profile-trials", async (context) => {
    const sent = trialsSchema.safeParse(await sentJson(context));
    throwFaults(sent);
    const tenant = openTenant(context.env, asStudioId(pathId(context.req.param("id"))), context.executionCtx);
    return context.json(await trySlices(tenant, sent.data.slices));
  });

/** @throws HTTPException 400 for a body that is no JSON */
async function sentJson({ req }: ApiContext): Promise<unknown> {
  try {
    return await req.json();
  } catch (error) {
    throw error instanceof SyntaxError ? new HTTPException(400) : error;
  }
}

function checkedProfile(value: unknown, check: z.RefinementCtx): SliceProfile {
  const checked = checkProfile(value);
  if ("profile" in checked) return checked.profile;
  for (const message of checked.faults) check.addIssue({ code: "custom", message, input: value });
  return z.NEVER;
}

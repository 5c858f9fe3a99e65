// POST /operator/studios/{id}/profile-trials: the operator's commands try slice profiles before they write them.
//
// It is not part of the API that studios use.

import { Hono } from "hono";
import { z } from "zod";
import { checkProfile, type SliceProfile } from "../../../slicer-service/src/contract/profile.ts";
import { Invalid } from "../../domain/errors.ts";
import { asStudioId } from "../../domain/ids.ts";
import type { ApiEnv } from "../../http/context.ts";
import { operatorOnly } from "../../http/operator-only.middleware.ts";
import { pathId } from "../../http/path-id.ts";
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
    const sent = trialsSchema.safeParse(await context.req.json());
    if (!sent.success) {
      throw new Invalid({ body: [{ en: "holds no slice profiles", uk: "не містить профілів нарізання" }] });
    }
    const tenant = openTenant(context.env, asStudioId(pathId(context.req.param("id"))), context.executionCtx);
    return context.json(await trySlices(tenant, sent.data.slices));
  });

function checkedProfile(value: unknown, check: z.RefinementCtx): SliceProfile {
  const checked = checkProfile(value);
  if ("profile" in checked) return checked.profile;
  check.addIssue({ code: "custom", message: checked.faults.join("; "), input: value });
  return z.NEVER;
}

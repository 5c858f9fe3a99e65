// The operator's commands on API keys: create, list, revoke.

import { Hono } from "hono";
import { z } from "zod";
import { hourlyLimitOf } from "../domain/plan.ts";
import { openStudioGate } from "../gate/studio-gate.ts";
import type { ApiEnv } from "../http/context.ts";
import { addApiKey, readApiKey, readApiKeys, revokeApiKey } from "../studios/api-key.store.ts";
import { jsonBody, option, readStudio, studioSlugOf, toldOrRefused } from "./operator-context.ts";
import { CommandRefused, refuseUnknown } from "./refused.ts";
import { readName } from "./studios.routes.ts";
import { table } from "./text-table.ts";

const keySchema = z.object({ name: option((typed) => readName("--name", typed)) });

/** Below the studio's path. */
export const keyCommands = new Hono<ApiEnv>()
  .get("/", async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    // The oldest first, as their ids.
    const keys = (await readApiKeys(tenant.db)).toReversed();
    if (keys.length === 0) return context.json({ said: `${slug} has no keys yet.` });
    const rows = keys.map(({ id, createdAt, revokedAt, name }) => [
      String(id),
      formatUtcMinute(createdAt),
      revokedAt === null ? "-" : formatUtcMinute(revokedAt),
      name,
    ]);
    return context.json({ said: table([["ID", "CREATED (UTC)", "REVOKED (UTC)", "NAME"], ...rows]) });
  })
  .post("/", jsonBody(keySchema), async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const { name } = context.req.valid("json");
    const { plan, region } = await readStudio(tenant);
    if (hourlyLimitOf(plan) === null) {
      throw new CommandRefused(
        `${slug} has the plan ${plan}, which has no API access. Change the plan first: npm run studio -- plan ${slug} pro`,
      );
    }
    const gate = openStudioGate(context.env, tenant.studioId, region);
    const added = await addApiKey(tenant.db, gate, name, tenant.runToEnd);
    if (added.outcome === "name_taken") {
      throw new CommandRefused(
        `${slug} has a key "${name}" in use already: choose another --name, or revoke that one.`,
      );
    }
    const late = added.isGateTold
      ? ""
      : "\nThe running service could not be told: it may refuse the key for some seconds when it is first used.\n";
    return context.json({
      said: `Key ${added.id}, "${name}", of ${slug}. It is shown only now:\n\n  ${added.secret}\n${late}`,
    });
  })
  .delete("/:id", async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const id = readKeyId(context.req.param("id"), slug);
    const key = await readApiKey(tenant.db, id).catch((error) =>
      refuseUnknown(error, `${slug} has no key ${id}. npm run studio -- keys list ${slug} shows its keys.`),
    );
    if (key.revokedAt !== null) throw new CommandRefused(`Key ${id} of ${slug} is revoked already.`);
    const gate = openStudioGate(context.env, tenant.studioId, (await readStudio(tenant)).region);
    const { name, holds } = await revokeApiKey(tenant.db, gate, id, tenant.runToEnd);
    return context.json({ said: toldOrRefused(`Key ${id}, "${name}", of ${slug} is revoked.`, holds, slug) });
  });

function readKeyId(typed: string, slug: string): number {
  if (/^[1-9]\d{0,14}$/.test(typed)) return Number(typed);
  throw new CommandRefused(
    `A key's id is a number, not "${typed}". npm run studio -- keys list ${slug} shows the keys of ${slug}.`,
  );
}

function formatUtcMinute(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");
}

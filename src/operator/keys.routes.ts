// The operator's commands on API keys: create, list, replace, revoke.

import { Hono } from "hono";
import { z } from "zod";
import { KEY_KINDS, KEY_OVERLAPS, KEY_PERMISSIONS, nextKeyName } from "../domain/api-key.ts";
import { hourlyLimitOf } from "../domain/plan.ts";
import { openStudioGate, type StudioGatePort } from "../gate/studio-gate.ts";
import type { ApiContext, ApiEnv } from "../http/context.ts";
import { comingDayField } from "../http/request/day-range.ts";
import { startOfNextDay } from "../pages/format.ts";
import { dayFromNow } from "../platform/calendar.ts";
import {
  type ApiKey,
  addApiKey,
  isKeyInUse,
  readApiKey,
  readApiKeys,
  replaceApiKey,
  revokeApiKey,
} from "../studios/api-key.store.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { jsonBody, option, readStudio, studioSlugOf, toldOrRefused } from "./operator-context.ts";
import { CommandRefused, refuseUnknown } from "./refused.ts";
import { readName } from "./studios.routes.ts";
import { table } from "./text-table.ts";

const name = option((typed) => readName("--name", typed));
const expires = option(readLastDay).optional();

const keySchema = z.object({
  name,
  kind: option((typed) => readChoice("--kind", KEY_KINDS, typed)).default("live"),
  permission: option((typed) => readChoice("--permission", KEY_PERMISSIONS, typed)).default("all"),
  expires,
});
const replacementSchema = z.object({
  name: name.optional(),
  overlap: option((typed) => readChoice("--overlap", KEY_OVERLAPS, typed)).default("day"),
  expires,
});

/** Below the studio's path. */
export const keyCommands = new Hono<ApiEnv>()
  .get("/", async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    // The oldest first, as their ids.
    const keys = (await readApiKeys(tenant.db)).toReversed();
    if (keys.length === 0) return context.json({ said: `${slug} has no keys yet.` });
    const rows = keys.map(({ id, kind, permission, createdAt, expiresAt, revokedAt, name }) => [
      ...[String(id), kind, permission, formatUtcMinute(createdAt)],
      expiresAt === null ? "-" : formatUtcMinute(expiresAt),
      revokedAt === null ? "-" : formatUtcMinute(revokedAt),
      name,
    ]);
    const titles = ["ID", "KIND", "PERMISSION", "CREATED (UTC)", "ENDS (UTC)", "REVOKED (UTC)", "NAME"];
    return context.json({ said: table([titles, ...rows]) });
  })
  .post("/", jsonBody(keySchema), async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const { expires: expiresAt = null, ...choice } = context.req.valid("json");
    const gate = await gateOfPlanWithApi(context, slug);
    const added = await addApiKey(tenant.db, gate, { ...choice, expiresAt }, tenant.runToEnd);
    if (added.outcome === "name_taken") throw nameTaken(slug, choice.name);
    return context.json({ said: saidOfNew(added, choice.name, slug) });
  })
  .post("/:id/replacements", jsonBody(replacementSchema), async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const { name: typed, overlap, expires: expiresAt = null } = context.req.valid("json");
    const old = await keyNamed(tenant, context.req.param("id"), slug);
    const gate = await gateOfPlanWithApi(context, slug);
    const inUse = (await readApiKeys(tenant.db)).filter((key) => isKeyInUse(key, Date.now()));
    const replacement = typed ?? nextKeyName(old.name, inUse.map(nameOf));
    const changes = { name: replacement, expiresAt, overlap };
    const added = await replaceApiKey(tenant.db, gate, old.id, changes, tenant.runToEnd);
    if (added.outcome === "name_taken") throw nameTaken(slug, replacement);
    if (added.outcome === "over") {
      throw new CommandRefused(`Key ${old.id} of ${slug} has ended or is revoked: keys create makes a new one.`);
    }
    const ends = `Key ${old.id}, "${old.name}", ends at ${formatUtcMinute(added.old.expiresAt ?? 0)} UTC.`;
    return context.json({ said: `${saidOfNew(added, replacement, slug)}\n${ends}` });
  })
  .delete("/:id", async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const key = await keyNamed(tenant, context.req.param("id"), slug);
    const { id } = key;
    if (key.revokedAt !== null) throw new CommandRefused(`Key ${id} of ${slug} is revoked already.`);
    const gate = openStudioGate(context.env, tenant.studioId, (await readStudio(tenant)).region);
    const { holds } = await revokeApiKey(tenant.db, gate, id, tenant.runToEnd);
    return context.json({ said: toldOrRefused(`Key ${id}, "${key.name}", of ${slug} is revoked.`, holds, slug) });
  });

/** The key that was typed. @throws CommandRefused */
async function keyNamed(tenant: Tenant, typed: string, slug: string): Promise<ApiKey> {
  const id = readKeyId(typed, slug);
  return readApiKey(tenant.db, id).catch((error) =>
    refuseUnknown(error, `${slug} has no key ${id}. npm run studio -- keys list ${slug} shows its keys.`),
  );
}

/** @throws CommandRefused if the studio's plan has no API */
async function gateOfPlanWithApi({ env, var: { tenant } }: ApiContext, slug: string): Promise<StudioGatePort> {
  const { plan, region } = await readStudio(tenant);
  if (hourlyLimitOf(plan) !== null) return openStudioGate(env, tenant.studioId, region);
  throw new CommandRefused(
    `${slug} has the plan ${plan}, which has no API access. Change the plan first: npm run studio -- plan ${slug} pro`,
  );
}

function nameTaken(slug: string, taken: string): CommandRefused {
  return new CommandRefused(`${slug} has a key "${taken}" in use already: choose another --name, or revoke that one.`);
}

interface NewSecret {
  readonly id: number;
  readonly secret: string;
  readonly isGateTold: boolean;
}

function saidOfNew({ id, secret, isGateTold }: NewSecret, named: string, slug: string): string {
  const late = isGateTold
    ? ""
    : "\nThe running service could not be told: it may refuse the key for some seconds when it is first used.\n";
  return `Key ${id}, "${named}", of ${slug}. It is shown only now:\n\n  ${secret}\n${late}`;
}

function nameOf({ name }: ApiKey): string {
  return name;
}

/** @throws CommandRefused */
function readChoice<const Choice extends string>(named: string, choices: readonly Choice[], typed: string): Choice {
  const choice = choices.find((one) => one === typed);
  if (choice !== undefined) return choice;
  throw new CommandRefused(`${named} must be one of ${choices.join(", ")}, not "${typed}".`);
}

/** The end of the last day, in the studios' time zone. @throws CommandRefused */
function readLastDay(typed: string): number {
  const day = comingDayField.safeParse(typed);
  if (day.success) return startOfNextDay(day.data);
  throw new CommandRefused(`--expires is a key's last day, from today on, such as ${dayFromNow(90)}, not "${typed}".`);
}

function readKeyId(typed: string, slug: string): number {
  if (/^[1-9]\d{0,14}$/.test(typed)) return Number(typed);
  throw new CommandRefused(
    `A key's id is a number, not "${typed}". npm run studio -- keys list ${slug} shows the keys of ${slug}.`,
  );
}

function formatUtcMinute(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");
}

// API keys: create, list, replace, end, revoke.

import { Hono } from "hono";
import { z } from "zod";
import {
  isKeyEnded,
  KEY_KINDS,
  KEY_OVERLAPS,
  KEY_PERMISSIONS,
  type KeyEnd,
  MAX_KEY_NAME_CHARACTERS,
  nextKeyName,
} from "../../domain/api-key.ts";
import { NotFound } from "../../domain/errors.ts";
import { hourlyLimitOf } from "../../domain/plan.ts";
import type { StudioUse } from "../../gate/studio-gate.object.ts";
import { openStudioGate, type StudioGatePort } from "../../gate/studio-gate.ts";
import { comingDayField, LAST_PLANNED_DAY } from "../../http/request/day-range.ts";
import { nameField } from "../../http/request/name-field.ts";
import { pathId } from "../../http/request/path-id.ts";
import { sentenceOf } from "../../pages/fault.words.ts";
import { EMPTY_FORM, type FormState, readForm, refused } from "../../pages/form-values.ts";
import { startOfNextDay } from "../../pages/format.ts";
import { dayFromNow } from "../../platform/calendar.ts";
import { logError } from "../../platform/error-log.ts";
import {
  type ApiKey,
  addApiKey,
  changeKeyEnd,
  isKeyInUse,
  readApiKey,
  readApiKeys,
  replaceApiKey,
  revokeApiKey,
} from "../../studios/api-key.store.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv, View } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { KeyEndPage, ReplaceKeyPage, RevokePage } from "./key-change.page.tsx";
import { endWords, lastDayOf } from "./key-end.tsx";
import { type CreatedKey, KeysPage } from "./keys.page.tsx";
import { keyWords } from "./keys.words.ts";

const nameOfKey = nameField(MAX_KEY_NAME_CHARACTERS);
/** Not sent: no end. */
const lastDay = comingDayField.optional();

const keyForm = z.object({
  name: nameOfKey,
  kind: z.enum(KEY_KINDS).default("live"),
  permission: z.enum(KEY_PERMISSIONS).default("all"),
  lastDay,
});
const replaceForm = z.object({ name: nameOfKey, overlap: z.enum(KEY_OVERLAPS), lastDay });
const endForm = z.object({ lastDay });
/** The exact end before a change; not sent: none. No calendar has a day for much greater numbers. */
const restoreForm = z.object({
  expiresAt: z.coerce.number().int().positive().max(startOfNextDay(LAST_PLANNED_DAY)).optional(),
});

export const keyRoutes = new Hono<PanelEnv>()
  .get("/", (context) => show(context))
  .post("/", async (context) => {
    const { tenant } = context.var;
    // The page explains that the plan has no API access.
    if (!hasAccess(context)) return show(context, {}, 403);
    const form = await readForm(context, keyForm);
    if (!form.ok) return show(context, { form: form.state }, 400);
    const { lastDay: day, ...choice } = form.fields;
    const key = { ...choice, expiresAt: endOf(day) };
    const added = await addApiKey(tenant.db, gateOf(context), key, goOnAfter(context));
    if (added.outcome === "name_taken") {
      return show(context, { form: refused(form.typed, nameTaken(context)) }, 400);
    }
    return show(context, { created: { name: key.name, ...added } });
  })
  .get("/:id/replace", async (context) => {
    const { studio, tenant } = context.var;
    const keys = await readApiKeys(tenant.db);
    const id = idIn(context);
    const apiKey = keys.find((key) => key.id === id);
    if (apiKey === undefined) throw new NotFound();
    const inUse = keys.filter((key) => isKeyInUse(key, Date.now()));
    if (!inUse.includes(apiKey) || !hasAccess(context)) return context.redirect(`${studio.base}/keys`, 303);
    const taken = inUse.map((key) => key.name);
    const values = { name: nextKeyName(apiKey.name, taken), overlap: "day", lastDay: lastDayAfter(apiKey) };
    return render(context, <ReplaceKeyPage apiKey={apiKey} form={{ ...EMPTY_FORM, values }} />);
  })
  .post("/:id/replace", async (context) => {
    const { view, tenant } = context.var;
    if (!hasAccess(context)) return show(context, {}, 403);
    const id = idIn(context);
    const refuse = async (form: FormState) => {
      const page = <ReplaceKeyPage apiKey={await readApiKey(tenant.db, id)} form={form} />;
      return render(context, page, 400);
    };
    const form = await readForm(context, replaceForm);
    if (!form.ok) return refuse(form.state);
    const { lastDay: day, ...replacement } = form.fields;
    const changes = { ...replacement, expiresAt: endOf(day) };
    const replaced = await replaceApiKey(tenant.db, gateOf(context), id, changes, goOnAfter(context));
    switch (replaced.outcome) {
      case "added":
        return show(context, { created: { ...replaced, name: replacement.name } });
      case "name_taken":
        return refuse(refused(form.typed, nameTaken(context)));
      case "over":
        return refuse(refused(form.typed, { form: [keyWords(view.language).isOver(replaced.name)] }));
    }
  })
  .get("/:id/end", async (context) => {
    const { studio, tenant } = context.var;
    const apiKey = await readApiKey(tenant.db, idIn(context));
    if (apiKey.revokedAt !== null) return context.redirect(`${studio.base}/keys`, 303);
    const values = { lastDay: lastDayOf(apiKey.expiresAt) };
    return render(context, <KeyEndPage apiKey={apiKey} form={{ ...EMPTY_FORM, values }} />);
  })
  .post("/:id/end", async (context) => {
    const form = await readForm(context, endForm);
    return form.ok ? changeEnd(context, endOf(form.fields.lastDay)) : refuseEnd(context, form.state);
  })
  .post("/:id/end/restore", async (context) => {
    const form = await readForm(context, restoreForm);
    return form.ok ? changeEnd(context, form.fields.expiresAt ?? null) : refuseEnd(context, form.state);
  })
  .get("/:id/revoke", async (context) => {
    const { studio, tenant } = context.var;
    const [apiKey, use] = await Promise.all([readApiKey(tenant.db, idIn(context)), useOf(gateOf(context))]);
    if (apiKey.revokedAt !== null) return context.redirect(`${studio.base}/keys`, 303);
    return render(context, <RevokePage apiKey={apiKey} use={use} />);
  })
  .post("/:id/revoke", async (context) => {
    const { view, studio, tenant } = context.var;
    const words = keyWords(view.language);
    const { name, holds } = await revokeApiKey(tenant.db, gateOf(context), idIn(context), goOnAfter(context));
    const text = holds ? words.revoked(name) : words.revokedButAdmitted(name);
    return redirectWithNotice(context, `${studio.base}/keys`, { text });
  });

function saidOf({ language }: View, name: string, expiresAt: KeyEnd): string {
  const words = keyWords(language);
  if (expiresAt === null) return words.endRemoved(name);
  const say = isKeyEnded(expiresAt, Date.now()) ? words.ended : words.endChanged;
  return say(name, endWords(language, expiresAt));
}

async function changeEnd(context: PanelContext, expiresAt: KeyEnd): Promise<Response> {
  const { view, studio, tenant } = context.var;
  const words = keyWords(view.language);
  const path = `${studio.base}/keys`;
  const id = idIn(context);
  const changed = await changeKeyEnd(tenant.db, gateOf(context), id, expiresAt, goOnAfter(context));
  switch (changed.outcome) {
    case "revoked":
      return context.redirect(path, 303);
    case "name_taken":
      return refuseEnd(context, { values: { lastDay: lastDayOf(expiresAt) }, faults: { form: [words.nameInUse] } });
    case "changed": {
      const { before, holds } = changed;
      const said = saidOf(view, before.name, expiresAt);
      const fields = { expiresAt: before.expiresAt === null ? "" : String(before.expiresAt) };
      return redirectWithNotice(context, path, {
        text: holds ? said : `${said} ${words.endUntold}`,
        ...(before.expiresAt === expiresAt ? {} : { undo: { action: `${path}/${id}/end/restore`, fields } }),
      });
    }
  }
}

async function refuseEnd(context: PanelContext, form: FormState): Promise<Response> {
  const apiKey = await readApiKey(context.var.tenant.db, idIn(context));
  return render(context, <KeyEndPage apiKey={apiKey} form={form} />, 400);
}

interface Shown {
  readonly created?: CreatedKey;
  readonly form?: FormState;
}

async function show(context: PanelContext, shown: Shown = {}, status: 200 | 400 | 403 = 200): Promise<Response> {
  const { tenant } = context.var;
  const [keys, use] = await Promise.all([readApiKeys(tenant.db), useOf(gateOf(context))]);
  return render(context, <KeysPage keys={keys} use={use} {...shown} />, status);
}

function hasAccess({ var: { studio } }: PanelContext): boolean {
  return hourlyLimitOf(studio.record.plan) !== null;
}

function idIn(context: PanelContext): number {
  return pathId(context.req.param("id") ?? "");
}

/** A key works through its last day. */
function endOf(day: string | undefined): KeyEnd {
  return day === undefined ? null : startOfNextDay(day);
}

/** The last day of a replacement: as many days from now as the old key had in all; "" if it had no end. */
function lastDayAfter({ createdAt, expiresAt }: ApiKey): string {
  if (expiresAt === null) return "";
  return dayFromNow(Math.max(1, Math.round((expiresAt - createdAt) / 86_400_000)));
}

function nameTaken({ var: { view } }: PanelContext) {
  return { name: [sentenceOf(view.language, "taken")] };
}

function gateOf(context: PanelContext): StudioGatePort {
  return openStudioGate(context.env, context.var.tenant.studioId, context.var.studio.record.region);
}

/** Lets a failed message to the gate be repeated after the response. */
function goOnAfter(context: PanelContext): (work: Promise<unknown>) => void {
  return (work) => context.executionCtx.waitUntil(work);
}

/** undefined if the gate does not answer: keys can be listed and revoked without it. */
async function useOf(gate: StudioGatePort): Promise<StudioUse | undefined> {
  try {
    return await gate.use();
  } catch (error) {
    logError({ failed: "use" }, error);
    return undefined;
  }
}

// API keys: create, list, revoke.

import { Hono } from "hono";
import { z } from "zod";
import { hourlyLimitOf } from "../../domain/plan.ts";
import type { StudioUse } from "../../gate/studio-gate.object.ts";
import { openStudioGate, type StudioGatePort } from "../../gate/studio-gate.ts";
import { nameField } from "../../http/request/name-field.ts";
import { pathId } from "../../http/request/path-id.ts";
import { sentenceOf } from "../../pages/fault.words.ts";
import { type FormState, readForm, refused } from "../../pages/form-values.ts";
import { logError } from "../../platform/error-log.ts";
import { addApiKey, readApiKey, readApiKeys, revokeApiKey } from "../../studios/api-key.store.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { KeysPage, RevokePage } from "./keys.page.tsx";
import { keyWords } from "./keys.words.ts";

const keyForm = z.object({ name: nameField(100) });

export const keyRoutes = new Hono<PanelEnv>()
  .get("/", (context) => show(context))
  .post("/", async (context) => {
    const { view, studio, tenant } = context.var;
    // The page explains that the plan has no API access.
    if (hourlyLimitOf(studio.record.plan) === null) return show(context, {}, 403);
    const form = await readForm(context, keyForm);
    if (!form.ok) return show(context, { form: form.state }, 400);
    const { name } = form.fields;
    const added = await addApiKey(tenant.db, gateOf(context), name, goOnAfter(context));
    if (added.outcome === "name_taken") {
      const faults = { name: [sentenceOf(view.language, "taken")] };
      return show(context, { form: refused(form.typed, faults) }, 400);
    }
    return show(context, { created: { name, ...added } });
  })
  .get("/:id/revoke", async (context) => {
    const { studio, tenant } = context.var;
    const id = pathId(context.req.param("id"));
    const [apiKey, use] = await Promise.all([readApiKey(tenant.db, id), useOf(gateOf(context))]);
    if (apiKey.revokedAt !== null) return context.redirect(`${studio.base}/keys`, 303);
    return render(context, <RevokePage apiKey={apiKey} use={use} />);
  })
  .post("/:id/revoke", async (context) => {
    const { view, studio, tenant } = context.var;
    const words = keyWords(view.language);
    const id = pathId(context.req.param("id"));
    const { name, holds } = await revokeApiKey(tenant.db, gateOf(context), id, goOnAfter(context));
    const text = holds ? words.revoked(name) : words.revokedButAdmitted(name);
    return redirectWithNotice(context, `${studio.base}/keys`, { text });
  });

interface Shown {
  readonly created?: { readonly name: string; readonly secret: string; readonly isGateTold: boolean };
  readonly form?: FormState;
}

async function show(context: PanelContext, shown: Shown = {}, status: 200 | 400 | 403 = 200): Promise<Response> {
  const { tenant } = context.var;
  const [keys, use] = await Promise.all([readApiKeys(tenant.db), useOf(gateOf(context))]);
  return render(context, <KeysPage keys={keys} use={use} {...shown} />, status);
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

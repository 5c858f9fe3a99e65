// Guards of posted forms: they come from a page of ours, in this browser.

import { createMiddleware } from "hono/factory";
import { isRead } from "../../http/context.ts";
import { FORM_TOKEN_FIELD } from "../../pages/form-values.ts";
import type { PanelEnv } from "./panel-context.ts";
import { foreignFormPage } from "./render.tsx";
import { askToSendAgain } from "./resume.tsx";

/**
 * Refuses a form that another site's page posts. Every browser names the origin of a post; what names none is no browser, and
 * has the token of no page.
 */
export const refuseForeignForms = createMiddleware<PanelEnv>(async (context, next) => {
  if (!isRead(context.req.method)) {
    const origin = context.req.header("Origin");
    if (origin !== new URL(context.req.url).origin) return foreignFormPage(context);
  }
  await next();
});

/**
 * Refuses a form without the token of this browser's session. It may be our own, from before the person signed in anew: they
 * are shown what they typed, and send it again themselves.
 */
export const guardForms = createMiddleware<PanelEnv>(async (context, next) => {
  if (isRead(context.req.method)) return next();
  const body = await context.req.parseBody({ all: true });
  if (body[FORM_TOKEN_FIELD] !== context.var.view.formToken) return askToSendAgain(context);
  await next();
});

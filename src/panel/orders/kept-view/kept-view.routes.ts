// Keeping a person's own columns and filters, and resetting them.

import { Hono } from "hono";
import { NotFound } from "../../../domain/errors.ts";
import { asStudioId } from "../../../domain/ids.ts";
import { typedValuesOf } from "../../../pages/form-values.ts";
import { keepView } from "../../../people/kept-view.store.ts";
import type { KeptViews } from "../../../people/person.ts";
import type { Notice } from "../../kit/notice.schema.ts";
import { redirectWithNotice } from "../../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../../kit/panel-context.ts";
import { panelPath } from "../../kit/session.middleware.tsx";
import { keptBoard, keptList, viewToKeep } from "./kept-view.ts";
import { keptViewWords } from "./kept-view.words.ts";

export const keptViewRoutes = new Hono<PanelEnv>()
  .post("/:page", async (context) => {
    const { view } = context.var;
    const words = keptViewWords(view.language);
    const page = pageOf(context.req.param("page"));
    const { query, columns, back } = await typedValuesOf(context);
    const json = viewToKeep(page, textOf(query), [columns ?? []].flat());
    const address = panelPath(textOf(back));
    if (json === undefined) return redirectWithNotice(context, address, { text: words.none });
    const notice = { text: words.kept, ...undoOf(context, page, address) };
    await keep(context, page, json);
    return redirectWithNotice(context, address, notice);
  })
  .post("/:page/reset", async (context) => {
    const { view, studio } = context.var;
    const page = pageOf(context.req.param("page"));
    const address = `${studio.base}/orders${page === "list" ? "?view=list" : ""}`;
    const notice = { text: keptViewWords(view.language).resetDone, ...undoOf(context, page, address) };
    await keep(context, page, null);
    return redirectWithNotice(context, address, notice);
  });

/** @throws NotFound if no page keeps views by that name */
function pageOf(name: string): keyof KeptViews {
  if (name !== "board" && name !== "list") throw new NotFound();
  return name;
}

function keep({ var: { people, studio, session } }: PanelContext, page: keyof KeptViews, json: string | null) {
  const member = { studioId: asStudioId(studio.record.id), personId: session.person.id };
  return keepView(people, member, page, json);
}

/** The view before the change, put back. */
function undoOf(
  { var: { studio } }: PanelContext,
  page: keyof KeptViews,
  back: string,
): Required<Pick<Notice, "undo">> {
  const { query, columns, isKept } = page === "board" ? keptBoard(studio) : keptList(studio);
  const action = `${studio.base}/kept-views/${page}`;
  if (!isKept) return { undo: { action: `${action}/reset`, fields: {} } };
  return { undo: { action, fields: { query, "columns[]": [...columns], back } } };
}

function textOf(value: string | readonly string[] | undefined): string {
  return typeof value === "string" ? value : "";
}

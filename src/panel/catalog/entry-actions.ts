// What the catalog's lists share: moving, archiving and restoring an entry, and who sets prices.

import { createMiddleware } from "hono/factory";
import { z } from "zod";
import { isOwnersField, type PricedKind } from "../../catalog/catalog.request.ts";
import { type CatalogKind, moveEntry } from "../../catalog/catalog-changes.store.ts";
import type { Language } from "../../domain/person.ts";
import { pathId } from "../../http/request/path-id.ts";
import { sentenceOf } from "../../pages/fault.words.ts";
import { type FormState, readForm, refused, type TypedValues, typedValuesOf } from "../../pages/form-values.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { ownersOnlyPage } from "../kit/render.tsx";
import { catalogWords } from "./catalog.words.ts";
import { type CatalogPart, partPath } from "./catalog-frame.tsx";

/** The id of the path. @throws NotFound */
export function entryId(context: PanelContext): number {
  return pathId(context.req.param("id") ?? "");
}

/**
 * Refuses a form of who is not the owner where it carries a field that prices are computed from. Which these are stands beside
 * the fields, in `catalog.request.ts`.
 */
export const keepPricesToOwner = (kind: PricedKind) =>
  createMiddleware<PanelEnv>(async (context, next) => {
    if (context.req.method === "POST" && context.var.studio.role !== "owner") {
      const typed = await typedValuesOf(context);
      if (Object.keys(typed).some((name) => isOwnersField(kind, name))) return ownersOnlyPage(context);
    }
    await next();
  });

const moveForm = z.object({ direction: z.enum(["up", "down"]) });

/** Moves the path's entry, and leads back to its list, where it can be undone. */
export async function respondToMove(context: PanelContext, kind: CatalogKind, part: CatalogPart): Promise<Response> {
  const { tenant, studio, view } = context.var;
  const id = entryId(context);
  const form = await readForm(context, moveForm);
  const list = partPath(studio, part);
  if (!form.ok) return context.redirect(list, 303);
  const { direction } = form.fields;
  const moved = await moveEntry(tenant.db, kind, id, direction);
  if (moved === undefined) return context.redirect(list, 303);
  return redirectWithNotice(context, list, {
    text: catalogWords(view.language).moved(moved),
    undo: {
      action: `${partPath(studio, part, id)}/move`,
      fields: { direction: direction === "up" ? "down" : "up" },
    },
  });
}

/** The form of a new entry whose name, or what else tells it from others, an entry on offer has already. */
export function takenName(language: Language, typed: TypedValues, field: "name" | "title"): FormState {
  return refused(typed, { [field]: [sentenceOf(language, "taken")] });
}

/** @param fields what restoring needs to know */
export function respondArchived(
  context: PanelContext,
  part: CatalogPart,
  { id, name }: { readonly id: number; readonly name: string },
  fields: Record<string, string> = {},
): Promise<Response> {
  const { studio, view } = context.var;
  return redirectWithNotice(context, partPath(studio, part), {
    text: catalogWords(view.language).archived(name),
    undo: { action: `${partPath(studio, part, id)}/restore`, fields },
  });
}

export function respondRestored(
  context: PanelContext,
  part: CatalogPart,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<Response> {
  const { studio, view } = context.var;
  return redirectWithNotice(context, partPath(studio, part), {
    text: catalogWords(view.language).restored(name),
    undo: { action: `${partPath(studio, part, id)}/archive`, fields: {} },
  });
}

/** @param word a further sentence of the notice */
export function respondSaved(
  context: PanelContext,
  part: CatalogPart,
  name: string,
  done: "created" | "saved",
  word = "",
): Promise<Response> {
  const { studio, view } = context.var;
  const text = `${catalogWords(view.language)[done](name)}${word}`;
  return redirectWithNotice(context, partPath(studio, part), { text });
}

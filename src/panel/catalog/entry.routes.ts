// Routes that every catalog kind has: archiving, restoring and moving an entry; and the saving of a form's own fields.

import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { OwnParameters } from "../../../slicer-service/src/contract/process-parameters.ts";
import type { CatalogFields } from "../../catalog/catalog-field.ts";
import { CATALOG, isOwnersField } from "../../catalog/catalog-kinds.ts";
import type { CatalogKind } from "../../catalog/catalog-rows.ts";
import { moveEntry, setOnOffer } from "../../catalog/entries.store.ts";
import { pathId } from "../../http/request/path-id.ts";
import { sentenceOf } from "../../pages/fault.words.ts";
import { type FormState, readForm, refused, type TypedValues, typedValuesOf } from "../../pages/form-values.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { ownersOnlyPage } from "../kit/render.tsx";
import { catalogWords } from "./catalog.words.ts";
import { entryPath } from "./catalog-frame.tsx";

/** The id of the path. @throws NotFound */
export function entryId(context: PanelContext): number {
  return pathId(context.req.param("id") ?? "");
}

/** Refuses a form of staff that carries an owner's field of the kind: prices are computed from these. */
export const keepPricesToOwner = (kind: CatalogKind) =>
  createMiddleware<PanelEnv>(async (context, next) => {
    if (context.req.method === "POST" && context.var.studio.role !== "owner") {
      const typed = await typedValuesOf(context);
      if (Object.keys(typed).some((name) => isOwnersField(kind, name))) return ownersOnlyPage(context);
    }
    await next();
  });

const moveForm = z.object({ direction: z.enum(["up", "down"]) });

/** Archives, restores and moves a kind's entries. Each leads back to the list, where it can be undone. */
export function entryRoutes(kind: CatalogKind) {
  return new Hono<PanelEnv>()
    .post("/:id/archive", async (context) => {
      const id = entryId(context);
      return respondArchived(context, kind, { id, name: await setOnOffer(context.var.tenant.db, kind, id, false) });
    })
    .post("/:id/restore", async (context) => {
      const id = entryId(context);
      return respondRestored(context, kind, { id, name: await setOnOffer(context.var.tenant.db, kind, id, true) });
    })
    .post("/:id/move", async (context) => {
      const { tenant, studio, view } = context.var;
      const id = entryId(context);
      const form = await readForm(context, moveForm);
      const list = entryPath(studio, kind);
      if (!form.ok) return context.redirect(list, 303);
      const { direction } = form.fields;
      const moved = await moveEntry(tenant.db, kind, id, direction);
      if (moved === undefined) return context.redirect(list, 303);
      return redirectWithNotice(context, list, {
        text: catalogWords(view.language).moved(moved),
        undo: {
          action: `${entryPath(studio, kind, id)}/move`,
          fields: { direction: direction === "up" ? "down" : "up" },
        },
      });
    });
}

/**
 * The columns that a form carried: a field that it does not have stays as it is, and only one that was sent empty is cleared. A
 * box that is not ticked sends nothing, so a form that has it is told by its name.
 *
 * @param boxes names of the boxes that the form has
 */
export function carriedColumns<Row extends object>(
  fields: CatalogFields,
  typed: TypedValues,
  row: Row,
  boxes: readonly string[] = [],
): { [Column in keyof Row]?: Exclude<Row[Column], undefined> } {
  const left = Object.entries(fields).flatMap(([name, { column }]) =>
    Object.hasOwn(typed, name) || boxes.includes(name) ? [] : [column],
  );
  const carried = Object.entries(row).filter(([column, value]) => value !== undefined && !left.includes(column));
  // Columns are left out, and none is added.
  return Object.fromEntries(carried) as { [Column in keyof Row]?: Exclude<Row[Column], undefined> };
}

/** The parameters that a form leaves: those that it states, and those of before that it does not carry. */
export function carriedParameters(
  before: OwnParameters | null,
  typed: TypedValues,
  stated: OwnParameters | null,
): OwnParameters {
  const kept = Object.entries(before ?? {}).filter(([name]) => !Object.hasOwn(typed, name));
  return { ...Object.fromEntries(kept), ...stated };
}

/** The form of a new entry whose name, or what else tells it from others, an entry on offer has already. */
export function takenName({ var: { view } }: PanelContext, kind: CatalogKind, typed: TypedValues): FormState {
  return refused(typed, { [CATALOG[kind].title]: [sentenceOf(view.language, "taken")] });
}

/** @param fields what restoring needs to know */
export function respondArchived(
  context: PanelContext,
  kind: CatalogKind,
  { id, name }: { readonly id: number; readonly name: string },
  fields: Record<string, string> = {},
): Promise<Response> {
  const { studio, view } = context.var;
  return redirectWithNotice(context, entryPath(studio, kind), {
    text: catalogWords(view.language).archived(name),
    undo: { action: `${entryPath(studio, kind, id)}/restore`, fields },
  });
}

export function respondRestored(
  context: PanelContext,
  kind: CatalogKind,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<Response> {
  const { studio, view } = context.var;
  return redirectWithNotice(context, entryPath(studio, kind), {
    text: catalogWords(view.language).restored(name),
    undo: { action: `${entryPath(studio, kind, id)}/archive`, fields: {} },
  });
}

/** @param word a further sentence of the notice */
export function respondSaved(
  context: PanelContext,
  kind: CatalogKind,
  name: string,
  done: "created" | "saved",
  word = "",
): Promise<Response> {
  const { studio, view } = context.var;
  const text = `${catalogWords(view.language)[done](name)}${word}`;
  return redirectWithNotice(context, entryPath(studio, kind), { text });
}

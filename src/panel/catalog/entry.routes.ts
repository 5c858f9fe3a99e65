// Routes of every catalog kind: archive, restore, move; and helpers that save the fields of a form.

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

/** @throws NotFound for a path without an id */
export function entryId(context: PanelContext): number {
  return pathId(context.req.param("id") ?? "");
}

/** Refuses a form from staff with an owner's field: prices are computed from these. */
export const keepPricesToOwner = (kind: CatalogKind) =>
  createMiddleware<PanelEnv>(async (context, next) => {
    if (context.req.method === "POST" && context.var.studio.role !== "owner") {
      const typed = await typedValuesOf(context);
      if (Object.keys(typed).some((name) => isOwnersField(kind, name))) return ownersOnlyPage(context);
    }
    await next();
  });

const moveForm = z.object({ direction: z.enum(["up", "down"]) });

/** Archive, restore and move. Each leads back to the list, with a notice that can undo it. */
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
 * Keeps the columns whose fields the form carried: a missing field stays as stored, only a field sent empty is cleared.
 * An unticked box sends nothing, so the form's boxes are passed by name.
 *
 * @param boxes names of the form's checkboxes
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
  // Filtered entries of `row`: each column keeps its type.
  return Object.fromEntries(carried) as { [Column in keyof Row]?: Exclude<Row[Column], undefined> };
}

/** The form's parameters, over the stored ones whose fields it did not carry. */
export function carriedParameters(
  before: OwnParameters | null,
  typed: TypedValues,
  stated: OwnParameters | null,
): OwnParameters {
  const kept = Object.entries(before ?? {}).filter(([name]) => !Object.hasOwn(typed, name));
  return { ...Object.fromEntries(kept), ...stated };
}

/** The refused form of a new entry whose title another entry on offer already has. */
export function takenName({ var: { view } }: PanelContext, kind: CatalogKind, typed: TypedValues): FormState {
  return refused(typed, { [CATALOG[kind].title]: [sentenceOf(view.language, "taken")] });
}

/** @param fields hidden fields of the form that restores */
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

/** @param word a further sentence of the notice, with a leading space */
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

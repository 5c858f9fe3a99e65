// Process parameters of resin and powder, with defaults and sources.

import { Hono } from "hono";
import {
  isLayeredTechnology,
  type LayeredTechnology,
} from "../../../../slicer-service/src/contract/process-parameters.ts";
import { findTechnologyBySlug, type Technology } from "../../../../slicer-service/src/contract/technologies.ts";
import { requireOne } from "../../../catalog/entries.store.ts";
import { ownParametersSchema } from "../../../catalog/process-parameters.request.ts";
import { setStudioParameters } from "../../../catalog/process-parameters.store.ts";
import { NotFound } from "../../../domain/errors.ts";
import { redirectWithNotice } from "../../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../../kit/panel-context.ts";
import { render } from "../../kit/render.tsx";
import { overNewest, readSeenForm, undoFields } from "../../kit/seen-form/seen-form.ts";
import { ownersOnly } from "../../kit/session.middleware.tsx";
import { partPath } from "../catalog-frame.tsx";
import { parameterFormValues } from "../parameter-table.tsx";
import { ProcessesPage, ProcessPage } from "./process-parameters.page.tsx";
import { parameterWords } from "./process-parameters.words.ts";

export const processParameterRoutes = new Hono<PanelEnv>()
  .get("/", (context) => {
    return render(context, <ProcessesPage />);
  })
  .get("/:technology", (context) => {
    const { slug } = technologyOfPath(context);
    return render(context, <ProcessPage technology={slug} />);
  })
  .post(
    "/:technology",
    ownersOnly,
    overNewest(async (context) => {
      const { view, studio, tenant } = context.var;
      const { slug, technology } = technologyOfPath(context);
      const record = requireOne(await tenant.db.studio());
      const stored = parameterFormValues(view.language, record.processParameters?.[slug]);
      const form = await readSeenForm(context, ownParametersSchema(technology), { stored });
      if (!form.ok) {
        return render(context, <ProcessPage technology={slug} form={form.state} />, form.status);
      }
      await setStudioParameters(tenant.db, slug, form.fields, record);
      const saved = parameterFormValues(view.language, form.fields);
      const path = `${partPath(studio, "processes")}/${slug}`;
      return redirectWithNotice(context, path, {
        text: parameterWords(view.language).saved(technology.name),
        undo: { action: path, fields: undoFields(stored, saved) },
      });
    }),
  );

/** @throws NotFound for a technology that does not exist, or has no process parameters */
function technologyOfPath(context: PanelContext): {
  readonly slug: LayeredTechnology;
  readonly technology: Technology;
} {
  const slug = context.req.param("technology") ?? "";
  const technology = findTechnologyBySlug(slug);
  if (technology === undefined || !isLayeredTechnology(slug)) throw new NotFound();
  return { slug, technology };
}

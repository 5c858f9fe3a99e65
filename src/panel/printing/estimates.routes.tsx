// Estimates: real figures of finished items, and the owner's correction by them.

import { Hono } from "hono";
import { z } from "zod";
import { pathId } from "../../http/request/path-id.ts";
import {
  acceptCorrection,
  deviationReads,
  deviationsOf,
  type MachineId,
  takeBackCorrection,
} from "../../machine-profiles/correction.store.ts";
import { realFiguresSchema, toRealFigures } from "../../machine-profiles/real-figures.request.ts";
import { finishedReads, joinFinished, recordRealFigures } from "../../machine-profiles/real-figures.store.ts";
import { itemName } from "../../orders/item-name.ts";
import { readForm } from "../../pages/form-values.ts";
import { readPrintItem } from "../../printers/printing-queue.store.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { ownersOnly } from "../kit/session.middleware.tsx";
import { EstimatesPage, type EstimatesPageProps, estimatesPath } from "./estimates.page.tsx";
import { estimateWords } from "./estimates.words.ts";
import { realFigureFormValues } from "./real-figures.tsx";

const basisPoints = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .optional();
const offerForm = z.object({ timeBasisPoints: basisPoints, materialBasisPoints: basisPoints });

export const estimateRoutes = new Hono<PanelEnv>()
  .get("/", (context) => estimatesPage(context))

  .post("/items/:itemId", async (context) => {
    const { view, studio, tenant } = context.var;
    const words = estimateWords(view.language);
    const itemId = pathId(context.req.param("itemId"));
    const form = await readForm(context, realFiguresSchema);
    if (!form.ok) return estimatesPage(context, { refused: { itemId, form: form.state } }, 400);
    const real = toRealFigures(form.fields);
    const { item, figures } = await readPrintItem(tenant.db, itemId);
    await recordRealFigures(tenant.db, itemId, real);
    const isErased = real.minutes === null && real.hundredthsOfGram === null;
    return redirectWithNotice(context, estimatesPath(studio), {
      text: (isErased ? words.erased : words.noted)(itemName(item)),
      ...(figures === undefined
        ? {}
        : {
            undo: {
              action: `${estimatesPath(studio)}/items/${itemId}`,
              fields: sent(realFigureFormValues(view, figures)),
            },
          }),
    });
  })

  .post("/machines/:machineId/accept", ownersOnly, async (context) => {
    const { view, studio, tenant } = context.var;
    const words = estimateWords(view.language);
    const form = await readForm(context, offerForm);
    if (!form.ok) return estimatesPage(context, { fault: words.notAsShown }, 400);
    const { timeBasisPoints, materialBasisPoints } = form.fields;
    const shown = { timeBasisPoints, materialBasisPoints };
    const outcome = await acceptCorrection(tenant.db, machineOfPath(context), shown, words.defaultMachine);
    if (outcome === "not_as_shown") return estimatesPage(context, { fault: words.notAsShown }, 409);
    return redirectWithNotice(context, estimatesPath(studio), { text: words.accepted });
  })

  .post("/machines/:machineId/take-back", ownersOnly, async (context) => {
    const { view, studio, tenant } = context.var;
    await takeBackCorrection(tenant.db, pathId(context.req.param("machineId")));
    return redirectWithNotice(context, estimatesPath(studio), { text: estimateWords(view.language).tookBack });
  });

async function estimatesPage(
  context: PanelContext,
  others: Partial<Pick<EstimatesPageProps, "refused" | "fault">> = {},
  status: 200 | 400 | 409 = 200,
): Promise<Response> {
  const { tenant } = context.var;
  const [machines, figures, ...finished] = await tenant.db.batch([
    ...deviationReads(tenant.db),
    ...finishedReads(tenant.db),
  ]);
  const page = (
    <EstimatesPage deviations={deviationsOf([machines, figures])} finished={joinFinished(...finished)} {...others} />
  );
  return render(context, page, status);
}

function machineOfPath(context: PanelContext): MachineId {
  const machineId = context.req.param("machineId") ?? "";
  return machineId === "default" ? null : pathId(machineId);
}

/** The figures as hidden fields of a notice. */
function sent(values: ReturnType<typeof realFigureFormValues>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? "")]));
}

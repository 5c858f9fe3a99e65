// Chosen orders: confirmed together, and back; their work sheets on one page; their files in one archive.

import { create as contentDisposition } from "content-disposition";
import { Hono } from "hono";
import { type ArchivedFile, zipStream } from "../../../models/zip-stream.ts";
import {
  type ChosenMoved,
  confirmChosen,
  type FileOfOrder,
  MAX_CHOSEN_ORDERS,
  readFilesOfOrders,
  takeBackConfirmations,
} from "../../../orders/chosen-orders.ts";
import { readWorkSheets } from "../../../orders/order-details.store.ts";
import type { ModelFiles } from "../../../platform/ports.ts";
import type { Notice } from "../../kit/notice.schema.ts";
import { redirectWithNotice } from "../../kit/notice.ts";
import type { PanelEnv, View } from "../../kit/panel-context.ts";
import { render } from "../../kit/render.tsx";
import { downloadPaths } from "../download-paths.ts";
import { WorkSheetsPage } from "../work-sheet.page.tsx";
import { readChosenForm, readChosenQuery, refusalOf } from "./chosen-form.ts";
import { chosenOrdersWords } from "./chosen-orders.words.ts";

/** Sizes in an archive without 64-bit fields end at 4 GB; a worker's processor time for checksums ends before. */
const MAX_ARCHIVE_BYTES = 1_000_000_000;

export const chosenOrderRoutes = new Hono<PanelEnv>()
  .post("/confirm", async (context) => {
    const { studio, tenant, session, view } = context.var;
    const { chosen, back } = await readChosenForm(context);
    const refusal = refusalOf(view, chosen);
    if (refusal !== undefined) return redirectWithNotice(context, back, { text: refusal });
    const result = await confirmChosen(tenant.db, chosen, session.person.id);
    const fields = { "orders[]": result.moved.map(({ orderId, version }) => `${orderId}:${version}`), back };
    const undo: Pick<Notice, "undo"> =
      result.moved.length === 0 ? {} : { undo: { action: `${studio.base}/orders/chosen/take-back`, fields } };
    const text = toldOf(view, result, chosenOrdersWords(view.language).confirmed);
    return redirectWithNotice(context, back, { text, ...undo });
  })
  .post("/take-back", async (context) => {
    const { tenant, session, view } = context.var;
    const { chosen, back } = await readChosenForm(context);
    const result = await takeBackConfirmations(tenant.db, chosen.slice(0, MAX_CHOSEN_ORDERS), session.person.id);
    return redirectWithNotice(context, back, {
      text: toldOf(view, result, chosenOrdersWords(view.language).takenBack),
    });
  })
  .get("/work-sheets", async (context) => {
    const { tenant, view } = context.var;
    const { chosen, back } = readChosenQuery(context);
    const refusal = refusalOf(view, chosen);
    if (refusal !== undefined) return redirectWithNotice(context, back, { text: refusal });
    const ids = chosen.map(({ orderId }) => orderId);
    const sheets = await readWorkSheets(tenant.db, ids);
    const missing = ids.filter((id) => !sheets.some(({ order }) => order.id === id));
    const paths = await downloadPaths(
      context,
      sheets.flatMap(({ items }) => items),
    );
    return render(context, <WorkSheetsPage sheets={sheets} downloadPaths={paths} missing={missing} back={back} />);
  })
  .get("/files", async (context) => {
    const { tenant, studio, view } = context.var;
    const { chosen, back } = readChosenQuery(context);
    const words = chosenOrdersWords(view.language);
    const refusal = refusalOf(view, chosen);
    if (refusal !== undefined) return redirectWithNotice(context, back, { text: refusal });
    const ids = chosen.map(({ orderId }) => orderId);
    const files = await readFilesOfOrders(tenant.db, ids);
    const bytes = files.reduce((sum, { model }) => sum + (model?.sizeBytes ?? 0), 0);
    if (bytes > MAX_ARCHIVE_BYTES) return redirectWithNotice(context, back, { text: words.tooLarge });
    const missing = ids.filter((id) => !files.some(({ item }) => item.orderId === id));
    return new Response(zipStream(archivedFiles(view, tenant.modelFiles, files, missing)), {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": contentDisposition(`${studio.record.slug}-orders.zip`),
      },
    });
  });

function toldOf({ language }: View, { moved, refused }: ChosenMoved, done: (count: number) => string): string {
  const words = chosenOrdersWords(language);
  const sentences = { missing: words.missing, changed: words.changed, other_status: words.otherStatus };
  const byReason = Map.groupBy(refused, ({ reason }) => reason);
  return [
    ...(moved.length > 0 ? [done(moved.length)] : []),
    ...[...byReason].map(([reason, those]) => sentences[reason](those.map(({ number }) => number).join(", "))),
  ].join(" ");
}

/** The files in a folder for each order, and at the end a text that names those that are absent. */
async function* archivedFiles(
  { language }: View,
  modelFiles: ModelFiles,
  files: readonly FileOfOrder[],
  missing: readonly number[],
): AsyncGenerator<ArchivedFile> {
  const words = chosenOrdersWords(language);
  const absent = missing.map((id) => words.missing(String(id)));
  for (const { item, order, model } of files) {
    const place = item.position + 1;
    const content = model === undefined ? undefined : await modelFiles.read(model.objectKey);
    if (model === undefined) absent.push(words.noFile(order.number, place));
    else if (content === undefined) absent.push(words.fileGone(order.number, place));
    else {
      const name = item.originalFileName ?? `model.${model.format}`;
      yield { name: `${order.number}/${place} ${nameInArchive(name)}`, content };
    }
  }
  if (absent.length > 0) yield { name: words.notIncluded, content: new TextEncoder().encode(absent.join("\r\n")) };
}

/** Without characters that a file's name must not have on some system, or that lead out of the folder. */
function nameInArchive(name: string): string {
  return name.toWellFormed().replace(/[/\\:*?"<>|\p{Cc}\p{Zl}\p{Zp}]/gu, "_");
}

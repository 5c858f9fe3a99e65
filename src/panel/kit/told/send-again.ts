// The form "send again" beside a message that failed.

import { pathId } from "../../../http/request/path-id.ts";
import { sendAgain } from "../../../outbox/sending.store.ts";
import { redirectWithNotice } from "../notice.ts";
import type { PanelContext } from "../panel-context.ts";
import { toldWords } from "./told.words.ts";

/** Answers `POST …/messages/:messageId/again`. @param page the address to return to */
export async function answerSendAgain(context: PanelContext, page: string): Promise<Response> {
  const { view, tenant } = context.var;
  const words = toldWords(view.language);
  const queued = await sendAgain(tenant.db, pathId(context.req.param("messageId") ?? ""));
  return redirectWithNotice(context, page, { text: queued === undefined ? words.notAgain : words.queued });
}

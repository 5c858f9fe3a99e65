// Price requests: inbox, request with its files, answer.

import { Hono } from "hono";
import { ChangedMeanwhile, NotFound } from "../../domain/errors.ts";
import { PRICE_REQUEST_STATUSES } from "../../domain/price-request.ts";
import { linkedId, pathId } from "../../http/request/path-id.ts";
import { attachedAs } from "../../models/attached-as.ts";
import { type FormState, readForm, refused } from "../../pages/form-values.ts";
import { readAttachment } from "../../price-requests/attachments.store.ts";
import {
  answerRequest,
  closeRequest,
  reopenRequest,
  type SeenRequest,
  withdrawPrice,
} from "../../price-requests/change-price-request.ts";
import { clearSender, restoreCleared } from "../../price-requests/clear-inbox.store.ts";
import {
  requestAnswerSchema,
  requestChangeSchema,
  restoringSchema,
  senderClearingSchema,
  toNamedPrice,
} from "../../price-requests/price-request.request.ts";
import { type PriceRequest, readPriceRequest } from "../../price-requests/price-request.store.ts";
import { readInbox } from "../../price-requests/request-inbox.store.ts";
import { storefrontAddress } from "../kit/addresses.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { answerSendAgain } from "../kit/told/send-again.ts";
import { ModelViewPage } from "../model-view/model-view.page.tsx";
import { shownFile } from "../model-view/shown-file.ts";
import { downloadPaths } from "../orders/download-paths.ts";
import { answerFields } from "./answer.tsx";
import { RequestedChoices, RequestPage } from "./request.page.tsx";
import { InboxPage, inboxAddress, namedTotal, requestAddress } from "./requests.page.tsx";
import { requestsWords } from "./requests.words.ts";

export const panelRequestRoutes = new Hono<PanelEnv>()
  .get("/", async (context) => {
    const { tenant } = context.var;
    // These come from links: a malformed one falls back to the newest new requests.
    const status = PRICE_REQUEST_STATUSES.find((one) => one === context.req.query("status")) ?? "new";
    const before = linkedId(context.req.query("before"));
    const inbox = await readInbox(tenant.db, status, before);
    return render(context, <InboxPage inbox={inbox} status={status} isNewest={before === undefined} />);
  })
  .get("/:id", async (context) => showRequest(context, await requestOf(context)))
  .get("/:id/items/:itemId/model", async (context) => {
    const { view, studio } = context.var;
    const { request, items } = await requestOf(context);
    const itemId = pathId(context.req.param("itemId"));
    const shown = items.find(({ item }) => item.id === itemId);
    if (shown?.model === undefined) throw new NotFound();
    const files = await downloadPaths(context, [shown]);
    const file = files.get(itemId);
    if (file === undefined) throw new NotFound();
    const words = requestsWords(view.language);
    const title = words.toRequest(request.id);
    return render(
      context,
      <ModelViewPage
        back={{ href: requestAddress(studio, request.id), text: title }}
        label={shown.item.originalFileName}
        fileName={shown.item.originalFileName}
        model={shown.model}
        colorHex={shown.material?.colorHex}
        // It may not have been sliced yet: the browser measures it.
        slice={undefined}
        file={file}
        shown={await shownFile(context, shown.model, file)}
      >
        <section class="card" aria-labelledby="item-facts">
          <h2 id="item-facts">{title}</h2>
          <RequestedChoices item={shown} />
        </section>
      </ModelViewPage>,
    );
  })
  .get("/:id/attachments/:attachmentId", async ({ req, var: { tenant } }) => {
    const [requestId, id] = [pathId(req.param("id")), pathId(req.param("attachmentId"))];
    const { objectKey, fileName, sizeBytes } = await readAttachment(tenant.db, requestId, id);
    const body = await tenant.attachedFiles.read(objectKey);
    if (body === undefined) throw new NotFound();
    // The file is a visitor's, of any type: the browser saves it, and never shows it among the panel's own pages.
    return new Response(body, {
      headers: {
        "Content-Disposition": attachedAs(fileName),
        "Content-Length": String(sizeBytes),
        "Content-Type": "application/octet-stream",
        "X-Content-Type-Options": "nosniff",
      },
    });
  })
  .post("/:id/answer", async (context) => {
    const { view, studio, tenant } = context.var;
    const details = await requestOf(context);
    const form = await readForm(context, requestAnswerSchema(details));
    if (!form.ok) return showRequest(context, details, form.state);
    const { version, answer = null } = form.fields;
    const seen = seenBy(context, version);
    const namedPrice = toNamedPrice(form.fields, studio.record.currencyId);
    let answered: PriceRequest;
    try {
      answered = await answerRequest(tenant.db, seen, { answer, namedPrice });
    } catch (error) {
      return showChanged(context, error, refused(form.typed, {}));
    }
    const words = requestsWords(view.language);
    const price = namedTotal(view.language, answered);
    const text = price === undefined ? words.answered : words.priced(price);
    return redirectWithNotice(context, requestAddress(studio, seen.requestId), { text });
  })
  .post("/:id/withdraw", async (context) => {
    const { view, studio, tenant } = context.var;
    const details = await requestOf(context);
    const form = await readForm(context, requestChangeSchema);
    if (!form.ok) return showRequest(context, details, form.state);
    const seen = seenBy(context, form.fields.version);
    let withdrawn: PriceRequest;
    try {
      withdrawn = await withdrawPrice(tenant.db, seen);
    } catch (error) {
      return showChanged(context, error, undefined);
    }
    const address = requestAddress(studio, seen.requestId);
    return redirectWithNotice(context, address, {
      text: requestsWords(view.language).withdrawn,
      undo: {
        action: `${address}/answer`,
        fields: { ...answerFields(view.language, details), version: String(withdrawn.version) },
      },
    });
  })
  .post("/:id/clear-sender", async (context) => {
    const { view, studio, tenant, session } = context.var;
    const form = await readForm(context, senderClearingSchema);
    const details = await requestOf(context);
    if (!form.ok) return showRequest(context, details, form.state);
    const clearing = { requestId: details.request.id, personId: session.person.id, ...form.fields };
    const { requests, closedAt } = await clearSender(tenant.db, clearing);
    return redirectWithNotice(context, inboxAddress(studio, "new"), {
      text: requestsWords(view.language).cleared(requests),
      undo: { action: `${studio.base}/requests/restore-cleared`, fields: { closedAt: String(closedAt) } },
    });
  })
  .post("/restore-cleared", async (context) => {
    const { view, studio, tenant, session } = context.var;
    const form = await readForm(context, restoringSchema);
    // Only a notice has this form, so a person cannot correct it.
    if (!form.ok) throw new NotFound();
    const restored = await restoreCleared(tenant.db, form.fields.closedAt, session.person.id);
    const text = requestsWords(view.language).restored(restored);
    return redirectWithNotice(context, inboxAddress(studio, "new"), { text });
  })
  .post("/:id/messages/:messageId/again", (context) =>
    answerSendAgain(context, requestAddress(context.var.studio, pathId(context.req.param("id")))),
  )
  .post("/:id/close", (context) => change(context, "close"))
  .post("/:id/reopen", (context) => change(context, "reopen"));

type ShownDetails = Awaited<ReturnType<typeof readPriceRequest>>;

/** Each action with its undo. */
const CHANGES = {
  close: { perform: closeRequest, undo: "reopen" },
  reopen: { perform: reopenRequest, undo: "close" },
} as const;

async function change(context: PanelContext, kind: keyof typeof CHANGES): Promise<Response> {
  const { view, studio, tenant } = context.var;
  const form = await readForm(context, requestChangeSchema);
  if (!form.ok) return showRequest(context, await requestOf(context), form.state);
  const seen = seenBy(context, form.fields.version);
  const { perform, undo } = CHANGES[kind];
  let changed: PriceRequest;
  try {
    changed = await perform(tenant.db, seen);
  } catch (error) {
    return showChanged(context, error, undefined);
  }
  const words = requestsWords(view.language);
  const address = requestAddress(studio, seen.requestId);
  return redirectWithNotice(context, address, {
    text: kind === "close" ? words.closed(changed.id) : words.reopened(changed.id),
    undo: { action: `${address}/${undo}`, fields: { version: String(changed.version) } },
  });
}

/** The path's request. @throws NotFound */
function requestOf({ req, var: { tenant } }: PanelContext): ReturnType<typeof readPriceRequest> {
  return readPriceRequest(tenant.db, pathId(req.param("id") ?? ""));
}

function seenBy({ req, var: { session } }: PanelContext, version: number): SeenRequest {
  return { requestId: pathId(req.param("id") ?? ""), version, personId: session.person.id };
}

/** Conflict page: the request as it is now, and the person's typed values. */
async function showChanged(context: PanelContext, error: unknown, form: FormState | undefined): Promise<Response> {
  if (!(error instanceof ChangedMeanwhile)) throw error;
  return renderRequest(context, { details: await requestOf(context), form, isStale: true }, 409);
}

/** The request's page. With a refused answer it shows its faults, and answers 400. */
function showRequest(context: PanelContext, details: ShownDetails, form?: FormState): Promise<Response> {
  return renderRequest(context, { details, form, isStale: false }, form === undefined ? 200 : 400);
}

async function renderRequest(
  context: PanelContext,
  page: {
    readonly details: ShownDetails;
    readonly form: FormState | undefined;
    readonly isStale: boolean;
  },
  status: 200 | 400 | 409,
): Promise<Response> {
  const { studio } = context.var;
  const files = await downloadPaths(context, page.details.items);
  const storefront = storefrontAddress(context.req.url, studio.record.slug);
  const customerPage = `${storefront}/requests/${page.details.request.customerToken}`;
  return render(context, <RequestPage downloadPaths={files} customerPage={customerPage} {...page} />, status);
}

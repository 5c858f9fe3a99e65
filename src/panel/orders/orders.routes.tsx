// Orders: board, list, one order, its moves, delivery, notes and work sheet.

import { Hono } from "hono";
import { ChangedMeanwhile, NotFound } from "../../domain/errors.ts";
import { movesFrom, type OrderStatus } from "../../domain/order.ts";
import { pathId } from "../../http/request/path-id.ts";
import { readBoard } from "../../orders/board.store.ts";
import {
  addNote,
  changeDelivery,
  changeDeliveryPrice,
  changeDueDay,
  type Moved,
  MoveRefused,
  moveOrder,
  passesPrinting,
  type SeenOrder,
  TakesCopiesOff,
  undoDelivery,
} from "../../orders/change-order.ts";
import {
  copiesOnPrintersText,
  deliveryChangeSchema,
  deliveryPriceSchema,
  dueDaySchema,
  moveSchema,
  noteSchema,
  printAgainSchema,
  undoDeliverySchema,
} from "../../orders/order-change.request.ts";
import { type OrderDetails, readOrderDetails, readWorkSheets } from "../../orders/order-details.store.ts";
import { readListedOrders } from "../../orders/order-list.store.ts";
import { type FormState, readForm, refused, type ShownFaults, type TypedValues } from "../../pages/form-values.ts";
import { dayFromNow } from "../../platform/calendar.ts";

import { printAgain } from "../../printers/print-again.store.ts";
import { storefrontAddress } from "../kit/addresses.ts";
import type { Notice } from "../kit/notice.schema.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv, StudioView, View } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { answerSendAgain } from "../kit/told/send-again.ts";
import { BoardPage } from "./board/board.page.tsx";
import { boardAddress, readBoardQuery } from "./board/board-query.ts";
import { contestedFaults, mergeDelivery } from "./delivery-conflict.ts";
import { downloadPaths } from "./download-paths.ts";
import { appliedQuery, keptBoard, keptList } from "./kept-view/kept-view.ts";
import { deliveryPriceText, OrderDetailsPage, type OrderForms, TakesCopiesOffPage } from "./order.page.tsx";
import { orderWords } from "./order.words.ts";
import { readListQuery } from "./order-list-query.ts";
import { statusName } from "./order-status.words.ts";
import { OrderListPage, orderAddress } from "./orders.page.tsx";
import { WorkSheetPage } from "./work-sheet.page.tsx";

/** Value of the form's field `back`. */
const FROM_BOARD = "board";

export const panelOrderRoutes = new Hono<PanelEnv>()
  .get("/", async (context) => {
    const { view, studio, tenant, session } = context.var;
    if (context.req.query("view") !== "list") {
      const query = readBoardQuery(appliedQuery(context.req.query(), keptBoard(studio)));
      const reader = { personId: session.person.id, today: dayFromNow(0) };
      return render(context, <BoardPage board={await readBoard(tenant.db, query, reader)} query={query} />);
    }
    const { filter, start, typed, faults } = readListQuery(
      appliedQuery(context.req.query(), keptList(studio)),
      view.language,
    );
    const page = await readListedOrders(tenant.db, filter, start);
    return render(
      context,
      <OrderListPage page={page} start={start} typed={typed} faults={faults} />,
      Object.keys(faults).length === 0 ? 200 : 400,
    );
  })
  .get("/:id", (context) => showOrder(context, pathId(context.req.param("id"))))
  .get("/:id/work-sheet", async (context) => {
    const { tenant } = context.var;
    const [sheet] = await readWorkSheets(tenant.db, [pathId(context.req.param("id"))]);
    if (sheet === undefined) throw new NotFound();
    const files = await downloadPaths(context, sheet.items);
    return render(context, <WorkSheetPage sheet={sheet} downloadPaths={files} />);
  })
  .post("/:id/move", async (context) => {
    const { view, studio, tenant } = context.var;
    const id = pathId(context.req.param("id"));
    const form = await readForm(context, moveSchema);
    if (!form.ok) return showOrder(context, id, { move: form.state });
    const { version, status, comment, newTrackingNumber, takesOff, putBack } = form.fields;
    const seen = seenBy(context, id, version);
    try {
      const trackingNumber = status === "shipped" ? newTrackingNumber : undefined;
      const moved = await moveOrder(tenant.db, seen, { status, comment, trackingNumber, takesOff, putBack });
      const canUndo = movesFrom(status).includes(moved.from);
      const notice: Notice = {
        text: toldOf(view, status, moved),
        ...(canUndo ? { undo: undoOf(`${orderAddress(studio, id)}/move`, moved, form.typed) } : {}),
      };
      return await redirectWithNotice(context, addressAfterMove(studio, id, form.typed), notice);
    } catch (error) {
      if (error instanceof TakesCopiesOff) {
        const back = addressAfterMove(studio, id, form.typed);
        const page = (
          <TakesCopiesOffPage orderId={id} prints={error.prints} typed={form.typed} to={status} back={back} />
        );
        return render(context, page, 409);
      }
      if (error instanceof MoveRefused) {
        const faults = { form: [refusalOf(context, error)] };
        return showOrder(context, id, { move: refused(form.typed, faults) });
      }
      return showChanged(context, error, seen, { move: refused(form.typed, {}) });
    }
  })
  .post("/:id/messages/:messageId/again", (context) =>
    answerSendAgain(context, orderAddress(context.var.studio, pathId(context.req.param("id")))),
  )
  .post("/:id/items/:itemId/again", async (context) => {
    const { view, studio, tenant, session } = context.var;
    const words = orderWords(view.language);
    const id = pathId(context.req.param("id"));
    const itemId = pathId(context.req.param("itemId"));
    const form = await readForm(context, printAgainSchema);
    if (!form.ok) return showOrder(context, id, { again: { itemId, form: form.state } });
    const { againCopies, againReason, againSeen } = form.fields;
    const again = {
      itemId,
      copies: againCopies,
      reason: againReason,
      personId: session.person.id,
      goodSeen: againSeen,
    };
    const done = await printAgain(tenant.db, again);
    if (done.refusal !== undefined) {
      const faults: ShownFaults =
        done.refusal === "too_many_copies"
          ? { againCopies: [words.againTooMany(done.good)] }
          : { form: [words.againNotInPrint] };
      return showOrder(context, id, { again: { itemId, form: refused(form.typed, faults) } });
    }
    return redirectWithNotice(context, orderAddress(studio, done.orderId), {
      text: words.againDone(done.label),
      link: { href: `${studio.base}/printing`, text: words.toPrinting },
    });
  })
  .post("/:id/delivery", async (context) => {
    const { view, studio, tenant } = context.var;
    const words = orderWords(view.language);
    const id = pathId(context.req.param("id"));
    const form = await readForm(context, deliveryChangeSchema);
    if (!form.ok) return showOrder(context, id, { delivery: form.state });
    const { version, ...details } = form.fields;
    const seen = seenBy(context, id, version);
    try {
      const saved = await changeDelivery(tenant.db, seen, details);
      const notice: Notice =
        saved === undefined
          ? { text: words.nothingChanged }
          : {
              text: words.deliverySaved,
              undo: { action: `${orderAddress(studio, id)}/delivery/undo`, fields: { version: String(saved) } },
            };
      return await redirectWithNotice(context, orderAddress(studio, id), notice);
    } catch (error) {
      return showChanged(context, error, seen, { delivery: refused(form.typed, {}) });
    }
  })
  .post("/:id/delivery/undo", async (context) => {
    const { view, studio, tenant } = context.var;
    const id = pathId(context.req.param("id"));
    const form = await readForm(context, undoDeliverySchema);
    if (!form.ok) return showOrder(context, id, { delivery: form.state });
    const seen = seenBy(context, id, form.fields.version);
    try {
      await undoDelivery(tenant.db, seen);
      const text = orderWords(view.language).deliveryUndone;
      return await redirectWithNotice(context, orderAddress(studio, id), { text });
    } catch (error) {
      return showChanged(context, error, seen, {});
    }
  })
  .post("/:id/due-day", async (context) => {
    const { view, studio, tenant } = context.var;
    const words = orderWords(view.language);
    const id = pathId(context.req.param("id"));
    const form = await readForm(context, dueDaySchema);
    if (!form.ok) return showOrder(context, id, { due: form.state });
    const { version, dueOn, dueReason } = form.fields;
    const seen = seenBy(context, id, version);
    try {
      const changed = await changeDueDay(tenant.db, seen, { dueOn, reason: dueReason });
      if (changed.outcome === "needs_reason") {
        return showOrder(context, id, { due: refused(form.typed, { dueReason: [words.dueReasonMissing] }) });
      }
      if (changed.outcome === "unchanged") {
        return await redirectWithNotice(context, orderAddress(studio, id), { text: words.nothingChanged });
      }
      const fields = { version: String(changed.version), dueOn: changed.before ?? "", dueReason: words.undone };
      return await redirectWithNotice(context, orderAddress(studio, id), {
        text: words.dueSaved,
        undo: { action: `${orderAddress(studio, id)}/due-day`, fields },
      });
    } catch (error) {
      return showChanged(context, error, seen, { due: refused(form.typed, {}) });
    }
  })
  .post("/:id/delivery-price", async (context) => {
    const { view, studio, tenant } = context.var;
    const words = orderWords(view.language);
    const id = pathId(context.req.param("id"));
    const form = await readForm(context, deliveryPriceSchema);
    if (!form.ok) return showOrder(context, id, { deliveryPrice: form.state });
    const { version, deliveryPrice: price, deliveryPriceReason: reason } = form.fields;
    const seen = seenBy(context, id, version);
    const address = orderAddress(studio, id);
    try {
      const changed = await changeDeliveryPrice(tenant.db, seen, { price, reason });
      if (changed === undefined) return await redirectWithNotice(context, address, { text: words.nothingChanged });
      const fields = {
        version: String(changed.version),
        deliveryPrice: deliveryPriceText(changed.before),
        deliveryPriceReason: words.undone,
      };
      const undo = { action: `${address}/delivery-price`, fields };
      return await redirectWithNotice(context, address, { text: words.deliveryPriceSaved, undo });
    } catch (error) {
      return showChanged(context, error, seen, { deliveryPrice: refused(form.typed, {}) });
    }
  })
  .post("/:id/notes", async (context) => {
    const { view, studio, tenant, session } = context.var;
    const id = pathId(context.req.param("id"));
    const form = await readForm(context, noteSchema);
    if (!form.ok) return showOrder(context, id, { note: form.state });
    await addNote(tenant.db, { orderId: id, personId: session.person.id, note: form.fields.note });
    return redirectWithNotice(context, orderAddress(studio, id), { text: orderWords(view.language).noteAdded });
  });

export function seenBy({ var: { session } }: PanelContext, orderId: number, version: number): SeenOrder {
  return { orderId, version, personId: session.person.id };
}

function toldOf({ language }: View, status: OrderStatus, { number, items, unprinted, takenOff }: Moved): string {
  const words = orderWords(language);
  return [
    words.moved(number, statusName(language, status)),
    ...(takenOff.length > 0 ? [words.takenOff(copiesIn(takenOff))] : []),
    ...(status === "printing" && unprinted === 0 ? [words.againWhich] : []),
    ...(unprinted > 0 && passesPrinting(status) ? [words.unprinted(unprinted, items)] : []),
  ].join(" ");
}

/** A move begun on the board returns to it, as it was narrowed. */
function addressAfterMove(studio: StudioView, orderId: number, { back, board }: TypedValues): string {
  if (back !== FROM_BOARD) return orderAddress(studio, orderId);
  if (typeof board !== "string") return `${studio.base}/orders`;
  return boardAddress(studio, readBoardQuery(Object.fromEntries(new URLSearchParams(board))));
}

function copiesIn(prints: Moved["takenOff"]): number {
  return prints.reduce((sum, { copies }) => sum + copies, 0);
}

function undoOf(
  action: string,
  { from, version, takenOff }: Moved,
  { back, board }: TypedValues,
): NonNullable<Notice["undo"]> {
  const returning = {
    ...(typeof back === "string" ? { back } : {}),
    ...(typeof board === "string" ? { board } : {}),
  };
  const putBack = takenOff.length === 0 ? {} : { putBack: copiesOnPrintersText(takenOff) };
  return { action, fields: { version: String(version), status: from, ...returning, ...putBack } };
}

function refusalOf({ var: { view } }: PanelContext, { from, to }: MoveRefused): string {
  const { language } = view;
  const words = orderWords(language);
  const possible = movesFrom(from).map((status) => statusName(language, status));
  const sentence = words.moveRefused(statusName(language, from), statusName(language, to));
  return possible.length === 0 ? `${sentence} ${words.ended}` : `${sentence} ${words.possible(possible.join(", "))}`;
}

/** The order's page. With refused forms it shows their faults, and answers 400. */
export async function showOrder(context: PanelContext, id: number, forms?: OrderForms): Promise<Response> {
  const details = await readOrderDetails(context.var.tenant.db, id);
  return renderOrder(context, { details, forms: forms ?? {} }, forms === undefined ? 200 : 400);
}

/** Conflict page: the order as it is now, the changes meanwhile, and the person's typed values. */
export async function showChanged(
  context: PanelContext,
  error: unknown,
  { orderId, version }: SeenOrder,
  forms: OrderForms,
): Promise<Response> {
  if (!(error instanceof ChangedMeanwhile)) throw error;
  const { view, tenant } = context.var;
  const details = await readOrderDetails(tenant.db, orderId);
  // The person now sees the current version, so the form carries it.
  const asNow = (values: TypedValues, faults: ShownFaults): FormState =>
    refused({ ...values, version: String(details.order.version) }, faults);
  const shown: { -readonly [Form in keyof OrderForms]: OrderForms[Form] } = {};
  for (const name of ["due", "deliveryPrice", "payment", "refund"] as const) {
    const form = forms[name];
    if (form !== undefined) shown[name] = asNow(form.values, {});
  }
  if (forms.move !== undefined) {
    const { newTrackingNumber, ...values } = forms.move.values;
    const { values: merged } = mergeDelivery(details, { trackingNumber: newTrackingNumber }, version);
    shown.move = asNow({ ...values, newTrackingNumber: merged.trackingNumber }, {});
  }
  if (forms.delivery !== undefined) {
    const merged = mergeDelivery(details, forms.delivery.values, version);
    shown.delivery = asNow(merged.values, contestedFaults(view, merged));
  }
  return renderOrder(context, { details, forms: shown, seenVersion: version }, 409);
}

async function renderOrder(
  context: PanelContext,
  page: {
    readonly details: OrderDetails;
    readonly forms: OrderForms;
    readonly seenVersion?: number;
  },
  status: 200 | 400 | 409,
): Promise<Response> {
  const { studio } = context.var;
  const files = await downloadPaths(context, page.details.items);
  const { customerToken } = page.details.order;
  const customerPage =
    customerToken === null
      ? undefined
      : `${storefrontAddress(context.req.url, studio.record.slug)}/orders/${customerToken}`;
  return render(context, <OrderDetailsPage downloadPaths={files} customerPage={customerPage} {...page} />, status);
}

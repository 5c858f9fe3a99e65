// The parcel of an order: its consignment note is made, found again after a lost answer, printed and deleted.

import { Hono } from "hono";
import { z } from "zod";
import { type CarrierAccount, carrierRead } from "../../../carrier/carrier-account.store.ts";
import { askCarrier } from "../../../carrier/open-carrier.ts";
import type { CarrierFault, CarrierSender, NoteField } from "../../../domain/carrier/carriers.ts";
import { ChangedMeanwhile, NotFound } from "../../../domain/errors.ts";
import { FINAL_STATUSES } from "../../../domain/order.ts";
import { pathId } from "../../../http/request/path-id.ts";
import {
  EMPTY_FORM,
  type FormState,
  readForm,
  refused,
  type ShownFaults,
  type TypedValues,
} from "../../../pages/form-values.ts";
import {
  type AskCarrier,
  deleteNote,
  makeConsignmentNote,
  type NoteOutcome,
  reconcileNotes,
} from "../../../parcels/make-note.ts";
import { noteFields, parcelFormSchema } from "../../../parcels/parcel.request.ts";
import { type Parcel, type ParcelOrder, readParcel } from "../../../parcels/parcel.store.ts";
import { LABEL_FORMS } from "../../../platform/carrier/carrier.ts";
import { redirectWithNotice } from "../../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../../kit/panel-context.ts";
import { MessagePage, render } from "../../kit/render.tsx";
import { orderAddress } from "../orders.page.tsx";
import { choicesOf, findNotePlaces, placeFaults } from "./note-places.ts";
import { DeleteNotePage, NoteFormPage, type PlaceChoices } from "./parcel.page.tsx";
import { parcelWords } from "./parcel.words.ts";
import { prefilledNote } from "./prefilled-note.ts";

/** The note that the person saw. */
const deleteForm = z.object({ trackingNumber: z.string() });

export const orderParcelRoutes = new Hono<PanelEnv>()
  .get("/:id/parcel", async (context) => {
    const { order, parcel } = await readParcel(context.var.tenant.db, orderIdOf(context));
    if (parcel?.note != null) return context.redirect(orderAddress(context.var.studio, order.id), 303);
    const { values, isMeasured } = await prefilledNote(context, order);
    return showForm(context, order, { form: { values, faults: {} }, isMeasured });
  })
  .post("/:id/parcel", async (context) => {
    const { view, tenant, session } = context.var;
    const words = parcelWords(view.language);
    const id = orderIdOf(context);
    const form = await readForm(context, parcelFormSchema);
    const { order } = await readParcel(tenant.db, id);
    if (!form.ok) return showForm(context, order, { form: form.state }, 400);
    const refuse = (faults: ShownFaults, choices: PlaceChoices = {}, status: 400 | 503 = 400) =>
      showForm(context, order, { form: refused(form.typed, faults), choices }, status);
    if (FINAL_STATUSES.includes(order.status)) return refuse({ form: [words.ended] });
    const { ask, sender } = await openCarrier(context);
    if (sender === null) return refuse({ form: [words.noSender] });
    const places = await findNotePlaces(ask, form.fields, order);
    if ("fault" in places) return refuse({ form: [outageText(context, places.fault)] }, {}, 503);
    if ("unclear" in places) {
      const { field, candidates } = places.unclear;
      return refuse(placeFaults(context, field, candidates), choicesOf(field, candidates));
    }
    try {
      const fields = noteFields(form.fields, places.city, places.branch);
      const made = makeConsignmentNote(
        tenant.db,
        { ask, sender },
        { orderId: id, personId: session.person.id },
        fields,
      );
      // A browser that hangs up must not lose the carrier's answer.
      tenant.runToEnd(made);
      const outcome = await made;
      if (outcome.outcome !== "fault") return await tellOutcome(context, outcome);
      const { fault } = outcome;
      return fault.reason === "refused"
        ? await showAnew(context, form.typed, refusalFaults(context, fault, words.refused), 400)
        : await showAnew(context, form.typed, { form: [words.faults[fault.reason]] }, 503);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      return showAnew(context, form.typed, { form: [words.changedMeanwhile] }, 409);
    }
  })
  .post("/:id/parcel/check", async (context) => {
    const { view, studio, tenant } = context.var;
    const words = parcelWords(view.language);
    const { order, parcel } = await readParcel(tenant.db, orderIdOf(context));
    const address = orderAddress(studio, order.id);
    if (parcel === undefined || parcel.note === null || parcel.trackingNumber !== null) {
      return context.redirect(address, 303);
    }
    const { ask } = await openCarrier(context);
    const result = (await reconcileNotes(tenant.db, ask, [parcel])).get(parcel.id) ?? "too_early";
    const text = typeof result === "object" ? outageText(context, result.fault) : words.checked[result];
    return redirectWithNotice(context, address, { text });
  })
  .get("/:id/parcel/label/:form", async (context) => {
    const { view, studio } = context.var;
    const words = parcelWords(view.language);
    const labelForm = LABEL_FORMS.find((known) => known === context.req.param("form"));
    const { trackingNumber } = await madeNoteOf(context);
    if (labelForm === undefined) throw new NotFound();
    const { ask } = await openCarrier(context);
    const label = await ask((carrier) => carrier.printLabel({ trackingNumber }, labelForm));
    if (label.answered) {
      return new Response(label.value, {
        headers: {
          "Content-Type": "application/pdf",
          "Content-Disposition": `inline; filename="${trackingNumber}-${labelForm}.pdf"`,
          // The browser's own viewer of PDF has styles in its page.
          "Content-Security-Policy": "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; img-src data:",
        },
      });
    }
    return render(
      context,
      <MessagePage title={words.noLabel}>
        <p>{outageText(context, label.fault)}</p>
        <a href={orderAddress(studio, orderIdOf(context))}>{words.back}</a>
      </MessagePage>,
      503,
    );
  })
  .get("/:id/parcel/delete", async (context) => {
    const parcel = await madeNoteOf(context);
    return render(context, <DeleteNotePage parcel={parcel} form={EMPTY_FORM} />);
  })
  .post("/:id/parcel/delete", async (context) => {
    const { view, studio, tenant, session } = context.var;
    const words = parcelWords(view.language);
    const { parcel: there } = await readParcel(tenant.db, orderIdOf(context));
    const asked = await readForm(context, deleteForm);
    // Sent twice, or from an old page: the note that the person saw is deleted already, and another may stand in its place.
    const isOther = there?.trackingNumber != null && asked.ok && asked.fields.trackingNumber !== there.trackingNumber;
    if (there === undefined || isOther) return context.redirect(orderAddress(studio, orderIdOf(context)), 303);
    const parcel = withNumber(there);
    const { ask } = await openCarrier(context);
    const deleted = deleteNote(tenant.db, ask, parcel, session.person.id);
    tenant.runToEnd(deleted);
    const fault = await deleted;
    if (fault === undefined) {
      return redirectWithNotice(context, orderAddress(studio, parcel.orderId), {
        text: words.deleted(parcel.trackingNumber),
      });
    }
    const faults = { form: [outageText(context, fault, words.notDeleted)] };
    return render(context, <DeleteNotePage parcel={parcel} form={refused({}, faults)} />, 409);
  });

function orderIdOf(context: PanelContext): number {
  return pathId(context.req.param("id") ?? "");
}

type MadeNote = Parcel & { readonly trackingNumber: string };

/** @throws NotFound for an order without a note that the carrier has made */
async function madeNoteOf(context: PanelContext): Promise<MadeNote> {
  return withNumber((await readParcel(context.var.tenant.db, orderIdOf(context))).parcel);
}

/** @throws NotFound */
function withNumber(parcel: Parcel | undefined): MadeNote {
  if (parcel === undefined || parcel.note === null || parcel.trackingNumber === null) throw new NotFound();
  return { ...parcel, trackingNumber: parcel.trackingNumber };
}

interface OpenedCarrier {
  readonly ask: AskCarrier;
  /** null: none is chosen. */
  readonly sender: CarrierSender | null;
}

/** @throws NotFound for a studio without a carrier */
async function accountOf({ var: { tenant } }: PanelContext): Promise<CarrierAccount> {
  const [account] = await carrierRead(tenant.db);
  if (account === undefined) throw new NotFound();
  return account;
}

/** @throws NotFound for a studio without a carrier */
async function openCarrier(context: PanelContext): Promise<OpenedCarrier> {
  const { env } = context;
  const { tenant } = context.var;
  const account = await accountOf(context);
  return { ask: (question) => askCarrier(tenant.db, env, account, question), sender: account.sender };
}

async function showForm(
  context: PanelContext,
  order: ParcelOrder,
  { form, choices = {}, isMeasured }: { form: FormState; choices?: PlaceChoices; isMeasured?: boolean },
  status: 200 | 400 | 409 | 503 = 200,
): Promise<Response> {
  const account = await accountOf(context);
  return render(
    context,
    <NoteFormPage account={account} order={order} form={form} choices={choices} isMeasured={isMeasured} />,
    status,
  );
}

/** The form as typed, over the order as it now is: its address may have been written, or another change may have come between. */
async function showAnew(
  context: PanelContext,
  typed: TypedValues,
  faults: ShownFaults,
  status: 400 | 409 | 503,
): Promise<Response> {
  const { order } = await readParcel(context.var.tenant.db, orderIdOf(context));
  const values = { ...typed, version: String(order.version), requestKey: crypto.randomUUID() };
  return showForm(context, order, { form: refused(values, faults) }, status);
}

/** The form's field of each part of a note. */
const FIELD_OF: Readonly<Record<NoteField, string>> = {
  sender: "form",
  recipientName: "recipientLastName",
  recipientPhone: "recipientPhone",
  city: "cityName",
  branch: "warehouseName",
  street: "streetName",
  building: "buildingNumber",
  weight: "weight",
  size: "length",
  declaredValue: "declaredValue",
  cashOnDelivery: "cashOnDelivery",
  payer: "payer",
  description: "description",
  day: "sentOn",
};

/** The carrier's problems in people's words beside their fields, each with the carrier's own sentence. */
function refusalFaults(
  { var: { view } }: PanelContext,
  { problems }: Extract<CarrierFault, { reason: "refused" }>,
  summary: string,
): ShownFaults {
  const words = parcelWords(view.language);
  const faults: Record<string, string[]> = { form: [summary] };
  for (const { field, said } of problems) {
    const name = field === null ? "form" : FIELD_OF[field];
    const sentence = field === null ? [] : [words.problems[field]];
    faults[name] = [...(faults[name] ?? []), ...sentence, words.said(said)];
  }
  return faults;
}

/** @param summary begins the sentence of a refused content */
function outageText({ var: { view } }: PanelContext, fault: CarrierFault, summary?: string): string {
  const words = parcelWords(view.language);
  if (fault.reason !== "refused") return words.faults[fault.reason];
  return [summary ?? words.refused, ...fault.problems.map(({ said }) => words.said(said))].join(" ");
}

function tellOutcome(context: PanelContext, outcome: Exclude<NoteOutcome, { outcome: "fault" }>): Promise<Response> {
  const { view, studio } = context.var;
  const words = parcelWords(view.language);
  const address = orderAddress(studio, orderIdOf(context));
  switch (outcome.outcome) {
    case "made":
      return redirectWithNotice(context, address, { text: words.made(outcome.trackingNumber) });
    case "there": {
      const text = outcome.parcel.trackingNumber === null ? words.asking : words.there;
      return redirectWithNotice(context, address, { text });
    }
    case "unknown":
      return redirectWithNotice(context, address, { text: words.unknown });
    default:
      return outcome satisfies never;
  }
}

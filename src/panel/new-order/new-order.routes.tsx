// New order of the counter: its form, the models sent with it, its price, and placing it once.

import { Hono } from "hono";
import { Faults, isDomainError, NotFound } from "../../domain/errors.ts";
import { modelIdOf } from "../../domain/ids.ts";
import type { OrderStatus } from "../../domain/order.ts";
import { linkedId } from "../../http/request/path-id.ts";
import { MAX_ITEMS } from "../../items/item.schema.ts";
import { fileNameOf, modelReads, useModels } from "../../models/chosen-models.ts";
import type { SentModel } from "../../models/store-models.ts";
import { acceptFile } from "../../models/upload.ts";
import { type Counter, readCounter } from "../../orders/counter/counter.store.ts";
import {
  counterOrderSchema,
  counterOrderToPlace,
  counterOrderToPrice,
  counterPriceSchema,
  readShownPrices,
} from "../../orders/counter/counter-order.request.ts";
import { findWrittenOrder } from "../../orders/order.store.ts";
import { orderReads, placeOrder, priceOrder } from "../../orders/place-order.ts";
import { readValues, type ShownFaults, type TypedValues, typedValuesOf } from "../../pages/form-values.ts";
import { createToken } from "../../platform/secret-token.ts";
import { retryTransient } from "../../platform/transient-fault.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { newOrderAddress, orderAddress } from "../orders/orders.page.tsx";
import {
  draftContact,
  MODELS_FIELD,
  type ModelOfPart,
  newPart,
  partsIn,
  textIn,
  typedPart,
  withParts,
} from "./draft.ts";
import { productsIn, typedProduct, withProducts } from "./draft-products.ts";
import { limitsOf } from "./model-form.middleware.ts";
import { NewOrderPage } from "./new-order.page.tsx";
import { newOrderWords } from "./new-order.words.ts";
import { orderedAgain } from "./ordered-again.ts";
import { Prices, type ShownPrices } from "./prices.tsx";

/** An answer waits so long for its slices: most are done by then. */
const HOLD_MILLISECONDS = 3_000;

export const newOrderRoutes = new Hono<PanelEnv>()
  .get("/", async (context) => {
    const { tenant } = context.var;
    const [customerId, orderId] = [linkedId(context.req.query("customer")), linkedId(context.req.query("again"))];
    const counter = await readCounter(tenant.db, { ...NOTHING_ASKED, customerId, orderId });
    const isMissing = counter.customer === undefined && customerId !== undefined;
    if (isMissing || (counter.again === undefined && orderId !== undefined)) throw new NotFound();
    const { values, lost } =
      counter.again === undefined
        ? { values: counter.customer === undefined ? {} : draftContact(counter.customer), lost: [] }
        : orderedAgain(counter.again, counter, tenant.studioId);
    const draft = { requestKey: createToken(), ...values };
    const prices: ShownPrices =
      partsIn(draft).length + productsIn(draft).length === 0 ? { state: "none" } : { state: "not_asked" };
    return showDraft(context, { counter, values: draft, prices, faults: {}, lost });
  })
  .post("/", async (context) => {
    const { tenant } = context.var;
    const typed = await typedValuesOf(context);
    const [, pressed = "", named = ""] = /^([a-z]+)(?::(\d+))?$/.exec(textIn(typed, "do")) ?? [];
    const [counter, sent] = await Promise.all([
      readCounter(tenant.db, {
        customer: textIn(typed, "findCustomer"),
        model: textIn(typed, "findModel"),
        customerId: pressed === "customer" ? linkedId(named) : undefined,
        modelId: pressed === "model" ? linkedId(named) : undefined,
        orderId: undefined,
      }),
      keepSent(context),
    ]);
    const known = counter.model;
    const added = [
      ...sent.models,
      ...(known === undefined
        ? []
        : [{ modelId: modelIdOf(tenant.studioId, known.sha256), fileName: fileNameOf(known) }]),
    ];
    const { values, faults } = changedDraft(context, typed, counter, { added, pressed, named });
    const draft = { counter, values, faults: { ...sent.faults, ...faults } };
    if (pressed === "place" && Object.keys(draft.faults).length === 0) return place(context, draft);
    return showPriced(context, draft);
  })
  .post("/prices", async (context) => {
    const { prices, faults } = await pricesOf(context, await typedValuesOf(context));
    const shown = prices.state === "none" ? { ...prices, faults: Object.values(faults).flat() } : prices;
    return render(context, <Prices shown={shown} />);
  });

const NOTHING_ASKED = { customer: "", model: "", customerId: undefined, modelId: undefined, orderId: undefined };

interface Draft {
  readonly counter: Counter;
  readonly values: TypedValues;
  readonly faults: ShownFaults;
}

interface Press {
  readonly added: readonly ModelOfPart[];
  /** The button, and the place or id in its value. */
  readonly pressed: string;
  readonly named: string;
}

/** The values with the added part or product, without the removed one, and with the chosen customer. */
function changedDraft(
  { var: { view } }: PanelContext,
  { do: _, ...typed }: TypedValues,
  counter: Counter,
  { added, pressed, named }: Press,
): Pick<Draft, "values" | "faults"> {
  const parts = partsIn(typed).filter((_part, place) => pressed !== "remove" || String(place) !== named);
  const products = productsIn(typed).filter((_product, place) => pressed !== "unshelve" || String(place) !== named);
  const hasRoom = () => parts.length + products.length < MAX_ITEMS;
  let isLeftOut = false;
  for (const model of added) {
    if (hasRoom()) parts.push(newPart(model, parts.at(-1), counter));
    else isLeftOut = true;
  }
  if (pressed === "product") {
    if (hasRoom()) products.push({ productId: named, colorId: "", quantity: "1" });
    else isLeftOut = true;
  }
  const taken = counter.customer === undefined ? {} : { ...draftContact(counter.customer), findCustomer: "" };
  return {
    values: withProducts(withParts({ ...typed, ...taken }, parts), products),
    faults: isLeftOut ? { [MODELS_FIELD]: [newOrderWords(view.language).tooManyParts(MAX_ITEMS)] } : {},
  };
}

/** Stores the models that the form carries. Each faulty file is said beside the field. */
async function keepSent(
  context: PanelContext,
): Promise<{ readonly models: readonly ModelOfPart[]; readonly faults: ShownFaults }> {
  const { tenant, upload, view } = context.var;
  const faults = new Faults();
  const sent = (upload?.files ?? []).flatMap((file): SentModel[] => {
    const model = acceptFile(file, limitsOf(context), faults);
    return model === undefined ? [] : [{ field: MODELS_FIELD, originalFileName: file.fileName, model }];
  });
  const said = faults.of(MODELS_FIELD).map((fault) => `${fault[view.language]}.`);
  const shown = said.length === 0 ? {} : { [MODELS_FIELD]: said };
  if (sent.length === 0) return { models: [], faults: shown };
  const rows = await retryTransient(() => tenant.db.batchNamed(modelReads(tenant, sent)));
  await Promise.all(useModels(tenant, sent, rows).map(({ kept }) => kept));
  const models = sent.map(({ originalFileName, model }) => ({
    modelId: modelIdOf(tenant.studioId, model.sha256),
    fileName: originalFileName,
  }));
  return { models, faults: shown };
}

type Priced = { readonly prices: ShownPrices; readonly faults: ShownFaults };

/** The prices of the draft as far as it can be priced, and the faults that prevent it. */
async function pricesOf(context: PanelContext, values: TypedValues): Promise<Priced> {
  const { tenant, view } = context.var;
  const parts = partsIn(values);
  const products = productsIn(values);
  if (parts.length + products.length === 0) return { prices: { state: "none" }, faults: {} };
  const form = readValues(view.language, values, counterPriceSchema, {
    items: parts.map(typedPart),
    products: products.map(typedProduct),
  });
  if (!form.ok) return { prices: { state: "none" }, faults: form.state.faults };
  const order = counterOrderToPrice(form.fields, tenant.studioId);
  try {
    const rows = await retryTransient(() => tenant.db.batchNamed(orderReads(tenant, order)));
    const priced = await priceOrder(tenant, order, rows, HOLD_MILLISECONDS);
    if (priced.outcome === "priced") return { prices: { state: "priced", order: priced }, faults: {} };
    return { prices: { state: "slicing", progress: progressOf(priced.files) }, faults: {} };
  } catch (error) {
    return { prices: { state: "none" }, faults: shownFaults(context, error) };
  }
}

function progressOf(files: readonly { readonly state: { readonly progress: number } }[]): number {
  return Math.floor(files.reduce((sum, { state }) => sum + state.progress, 0) / files.length);
}

/** The faults of a refused draft, beside their fields. @throws the error itself if it is none of these */
function shownFaults({ var: { view } }: PanelContext, error: unknown): ShownFaults {
  if (!isDomainError(error)) throw error;
  const words = newOrderWords(view.language);
  if (error.kind === "slicer_unavailable" || error.kind === "overloaded") return { form: [words.unavailable] };
  if (error.faults === null) throw error;
  return Object.fromEntries(
    Object.entries(error.faults).map(([field, said]) => {
      const gone = field.endsWith("modelId") ? words.modelGone : words.gone;
      return [field, [...new Set(said.map((fault) => (fault.isMissing ? gone : asSentence(fault[view.language]))))]];
    }),
  );
}

/** The domain's sentences continue a field's name. */
function asSentence(said: string): string {
  return `${said.charAt(0).toLocaleUpperCase()}${said.slice(1)}.`.replace(/\.\.$/, ".");
}

/** Places the order, if the person saw its price and it still holds. The form's key lets one form place one order. */
async function place(context: PanelContext, draft: Draft): Promise<Response> {
  const { tenant, view, session, studio } = context.var;
  const words = newOrderWords(view.language);
  const items = partsIn(draft.values).map(typedPart);
  const products = productsIn(draft.values).map(typedProduct);
  const form = readValues(view.language, draft.values, counterOrderSchema, { items, products });
  const agreed = readShownPrices(textIn(draft.values, "shownPrices"));
  if (!form.ok) {
    const { items: none, ...faults } = form.state.faults;
    return showPriced(context, {
      ...draft,
      faults: { ...faults, ...(none === undefined ? {} : { [MODELS_FIELD]: [words.noParts] }) },
    });
  }
  if (agreed === undefined) return showPriced(context, { ...draft, faults: { form: [words.lookAtPrice] } });
  const order = counterOrderToPlace(form.fields, tenant.studioId, { personId: session.person.id, agreed });
  const requestKey = `counter:${form.fields.requestKey}`;
  try {
    const [written, rows] = await Promise.all([
      retryTransient(() => findWrittenOrder(tenant.db, requestKey)),
      retryTransient(() => tenant.db.batchNamed(orderReads(tenant, order))),
    ]);
    if (written !== undefined) {
      return await redirectWithNotice(context, orderAddress(studio, written.order.id), {
        text: words.placedAlready(written.order.number),
        link: { href: newOrderAddress(studio), text: words.placeAnother },
      });
    }
    const placing = placeOrder(tenant, order, requestKey, rows, HOLD_MILLISECONDS);
    // Runs on if the browser hangs up: its next sending finds the order.
    tenant.runToEnd(placing);
    const placed = await placing;
    if (placed.outcome !== "placed") {
      const fault = placed.outcome === "slicing" ? words.lookAtPrice : words.priceChanged;
      return showPriced(context, { ...draft, faults: { form: [fault] } }, 409);
    }
    const { id, number } = placed.rows.order;
    const cancelled = { version: "1", status: "cancelled" satisfies OrderStatus, comment: words.undone };
    return await redirectWithNotice(context, orderAddress(studio, id), {
      text: words.placed(number),
      undo: { action: `${orderAddress(studio, id)}/move`, fields: cancelled },
    });
  } catch (error) {
    return showPriced(context, { ...draft, faults: shownFaults(context, error) });
  }
}

/** The page with today's prices and all faults: of the form, and of its parts. */
async function showPriced(context: PanelContext, draft: Draft, status: 400 | 409 = 400): Promise<Response> {
  const { prices, faults } = await pricesOf(context, draft.values);
  const all = { ...faults, ...draft.faults };
  return showDraft(context, { ...draft, prices, faults: all }, Object.keys(all).length === 0 ? 200 : status);
}

async function showDraft(
  context: PanelContext,
  {
    counter,
    values,
    prices,
    faults,
    lost = [],
  }: Draft & { readonly prices: ShownPrices; readonly lost?: readonly string[] },
  status: 200 | 400 | 409 = 200,
): Promise<Response> {
  const { fileMegabytes: file, requestMegabytes: request } = limitsOf(context);
  const form = { values, faults };
  const page = (
    <NewOrderPage counter={counter} form={form} prices={prices} maxMegabytes={{ file, request }} lost={lost} />
  );
  return render(context, page, status);
}

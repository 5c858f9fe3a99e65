// The items of an order: choices, printers, and the breakdown of their prices.

import { type Currency, currencyOf } from "../../domain/currency.ts";
import { minorUnits } from "../../domain/money.ts";
import { TO_BE_PRINTED } from "../../domain/order.ts";
import type { Language } from "../../domain/person.ts";
import { itemName } from "../../orders/item-name.ts";
import type { OrderDetails, OrderItemDetails, SheetItem } from "../../orders/order-details.store.ts";
import { withoutTopUp } from "../../orders/top-up.ts";
import { EMPTY_FORM, type FormState } from "../../pages/form-values.ts";
import { date, dateAndTime, decimal, duration, money, weight } from "../../pages/format.ts";
import {
  adjustmentOf,
  figuresOfOneCopy,
  type MachineHour,
  type PriceBreakdown,
  type PricedStart,
} from "../../pricing/price.ts";
import { FaultSummary, Input, PostForm, RequiredNote } from "../kit/form.tsx";
import { adjustmentInWords } from "../kit/item/adjustment.words.ts";
import { ItemWarnings } from "../kit/item/item-warnings.tsx";
import { materialName, Swatch } from "../kit/item/material.tsx";
import { MeshDownload } from "../kit/item/mesh-download.tsx";
import { ModelPicture } from "../kit/item/model-picture.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { orderWords } from "./order.words.ts";
import { orderAddress } from "./orders.page.tsx";

interface ItemsProps {
  readonly details: OrderDetails;
  /** The signed links to the items' files, as paths of this service, by item id. */
  readonly downloadPaths: ReadonlyMap<number, string>;
  /** The refused form of copies to be printed again, and its item. */
  readonly again?: { readonly itemId: number; readonly form: FormState } | undefined;
}

export function OrderItems({ details, downloadPaths, again }: ItemsProps) {
  const view = useView();
  const words = orderWords(view.language);
  return (
    <section class="stack" aria-labelledby="items">
      <h2 id="items">
        {words.items} <span class="badge">{details.items.length}</span>
      </h2>
      {details.items.map((item, index) => (
        <Item
          details={details}
          shown={{ ...item, item: withoutTopUp(details.order, item.item) }}
          position={index + 1}
          downloadPath={downloadPaths.get(item.item.id)}
          againForm={again?.itemId === item.item.id ? again.form : undefined}
        />
      ))}
      <Sums details={details} />
    </section>
  );
}

/** The sums that the customer pays beside the items: up to the order page's least order, and for the delivery. */
function Sums({ details: { order } }: Pick<ItemsProps, "details">) {
  const { language } = useView();
  const words = orderWords(language);
  const { totalPriceMinor, topUpMinor, deliveryPriceMinor } = order;
  const lines: readonly (readonly [string, number | null])[] = [
    [words.topUp, topUpMinor],
    [words.delivery, deliveryPriceMinor],
    [words.toPay, deliveryPriceMinor === null ? null : totalPriceMinor + deliveryPriceMinor],
  ];
  const stated = lines.flatMap(([name, amount]) => (amount === null ? [] : [[name, minorUnits(amount)] as const]));
  if (stated.length === 0) return null;
  return (
    <div class="card">
      {stated.map(([name, amount]) => (
        <p class="row between">
          <span>{name}</span>
          <strong>{money(language, amount, currencyOf(order.currencyId))}</strong>
        </p>
      ))}
    </div>
  );
}

interface ItemProps extends Omit<ItemsProps, "downloadPaths" | "again"> {
  readonly shown: OrderItemDetails;
  /** Counted from 1. */
  readonly position: number;
  readonly downloadPath: string | undefined;
  readonly againForm: FormState | undefined;
}

function Item({ details, shown, position, downloadPath, againForm }: ItemProps) {
  const studio = useStudio();
  const { language } = useView();
  const words = orderWords(language);
  const { item, quality } = shown;
  const currency = currencyOf(details.order.currencyId);
  return (
    <article class="card" aria-labelledby={`item-${item.id}`}>
      <header class="row item-head">
        <ModelPicture modelId={item.modelId} fileName={item.originalFileName} size="item" />
        <h3 id={`item-${item.id}`}>
          {position}. {itemName(item)}
          {item.productTitle === null || item.originalFileName === null ? null : (
            <span class="small muted"> {item.originalFileName}</span>
          )}
        </h3>
        <ItemState details={details} shown={shown} />
      </header>
      <ItemWarnings warnings={item.warnings} title={words.warnings} />
      <dl>
        <dt>{words.material}</dt>
        <dd>
          <OrderedMaterial shown={shown} />
        </dd>
        <dt>{words.quality}</dt>
        <dd>{quality?.name ?? words.none}</dd>
        <dt>{words.finishings}</dt>
        <dd>{finishingNames(shown) || words.none}</dd>
        <dt>{words.quantity}</dt>
        <dd>
          {words.pieces(item.quantity)}
          {item.shelfCopies === 0 || item.shelfCopies === item.quantity ? null : (
            <p class="hint">{words.fromShelf(item.shelfCopies)}</p>
          )}
        </dd>
        <dt>{words.time}</dt>
        <dd>{duration(language, item.printMinutes)}</dd>
        <dt>{words.weight}</dt>
        <dd>{weight(language, item.weightHundredthsOfGram)}</dd>
        <dt>{words.price}</dt>
        <dd>
          <strong>{money(language, minorUnits(item.priceMinor), currency)}</strong>
        </dd>
      </dl>
      {item.costBreakdown === null ? null : (
        <details open={details.items.length === 1}>
          <summary>{words.breakdown}</summary>
          <ItemBreakdown
            language={language}
            breakdown={item.costBreakdown}
            priceMinor={item.priceMinor}
            quantity={item.quantity}
            currency={currency}
          />
        </details>
      )}
      <Failures shown={shown} />
      <PrintAgain details={details} shown={shown} form={againForm} />
      {downloadPath === undefined ? null : (
        <p class="row">
          <a class="button small" href={downloadPath}>
            {words.download}
          </a>
          <MeshDownload model={shown.model} look="button small" />
          <a class="button small" href={`${orderAddress(studio, details.order.id)}/items/${item.id}/model`}>
            {words.view}
          </a>
        </p>
      )}
    </article>
  );
}

/** Shows the ordered colour: the catalog's may have changed since. */
export function OrderedMaterial({ shown }: { readonly shown: SheetItem }) {
  const view = useView();
  const { item, material } = shown;
  if (material === undefined) return <>{orderWords(view.language).none}</>;
  return (
    <>
      <Swatch colorHex={material.colorHex} /> {materialName(material.name, item.materialColor)}
    </>
  );
}

export function finishingNames({ item: { costBreakdown }, finishings }: SheetItem): string {
  return (costBreakdown?.finishings ?? finishings).map(({ name }) => name).join(", ");
}

function ItemState({ details, shown }: Pick<ItemProps, "details" | "shown">) {
  const view = useView();
  const words = orderWords(view.language);
  const { item, queued } = shown;
  if (item.shelfCopies === item.quantity) return <span class="badge good">{words.allFromShelf}</span>;
  if (item.printedAt !== null) {
    return <span class="badge good">{words.printedAt(date(view.language, item.printedAt))}</span>;
  }
  const good = goodCopiesOf(shown);
  const states = [
    ...(good === 0 ? [] : [<span class="badge good">{words.goodOf(good, item.quantity)}</span>]),
    ...queued.map(({ copies, printer }) => (
      <span class="badge accent">
        {copies === item.quantity ? words.onPrinter(printer) : words.onPrinterCopies(copies, printer)}
      </span>
    )),
  ];
  if (states.length > 0) return <>{states}</>;
  // Later statuses show no reminder: some studios never mark their items as printed.
  return TO_BE_PRINTED.includes(details.order.status) ? <span class="badge">{words.waiting}</span> : null;
}

function Failures({ shown }: Pick<ItemProps, "shown">) {
  const { language } = useView();
  const words = orderWords(language);
  const failed = shown.ended.filter(({ outcome }) => outcome === "failed");
  if (failed.length === 0) return null;
  return (
    <details>
      <summary>
        {words.failures} <span class="badge bad">{failed.reduce((sum, { copies }) => sum + copies, 0)}</span>
      </summary>
      <ul>
        {failed.map(({ copies, printer, reason, minutes, stockTakenHundredthsOfGram, endedAt }) => (
          <li>
            {words.failure(copies, printer)}: {reason}
            <p class="hint">
              {[
                dateAndTime(language, endedAt),
                ...(minutes === null ? [] : [duration(language, minutes)]),
                ...(stockTakenHundredthsOfGram === null ? [] : [weight(language, stockTakenHundredthsOfGram)]),
              ].join(", ")}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The form that has good copies printed again. Open where nothing of the order is left to print. */
function PrintAgain({
  details,
  shown,
  form = EMPTY_FORM,
}: Pick<ItemProps, "details" | "shown"> & { readonly form: FormState | undefined }) {
  const studio = useStudio();
  const { language } = useView();
  const words = orderWords(language);
  const good = goodCopiesOf(shown);
  const { item } = shown;
  const printed = good - item.shelfCopies;
  if (details.order.status !== "printing" || printed === 0) return null;
  const isAllPrinted = details.items.every((one) => one.item.printedAt !== null);
  const values = { againCopies: String(printed), ...form.values };
  return (
    <details open={isAllPrinted || Object.keys(form.faults).length > 0}>
      <summary>{words.again}</summary>
      <PostForm action={`${orderAddress(studio, details.order.id)}/items/${item.id}/again`} class="stack">
        <FaultSummary form={form} />
        <RequiredNote />
        <input type="hidden" name="againSeen" value={String(good)} />
        <Input
          form={{ ...form, values }}
          name="againCopies"
          label={words.againCopies}
          inputmode="numeric"
          autocomplete="off"
        />
        <Input form={form} name="againReason" label={words.againReason} autocomplete="off" />
        <button type="submit">
          {words.again}
          <span class="visually-hidden"> {itemName(item)}</span>
        </button>
      </PostForm>
    </details>
  );
}

/** The item's copies that were printed well, or came from the shelf. Orders that ended long ago have their day only. */
export function goodCopiesOf({ item, ended }: SheetItem): number {
  if (item.printedAt !== null) return item.quantity;
  return ended.reduce((sum, { copies, outcome }) => sum + (outcome === "printed" ? copies : 0), item.shelfCopies);
}

interface BreakdownProps {
  readonly language: Language;
  readonly breakdown: PriceBreakdown;
  readonly priceMinor: number;
  readonly quantity: number;
  readonly currency: Currency;
}

/** The amounts of the breakdown, with a line for each finishing. */
export function ItemBreakdown({ language, breakdown, priceMinor, quantity, currency }: BreakdownProps) {
  const words = orderWords(language);
  const { minimumPriceAdjustment, productPrice, startUp, correction, hourlyRate: machineHour } = breakdown;
  const ofOneCopy = figuresOfOneCopy(breakdown, quantity);
  const amount = (minor: number) => money(language, minorUnits(minor), currency);
  const adjustment = breakdown.adjustments === undefined ? null : amount(adjustmentOf(breakdown));
  const computed: readonly (readonly [label: string, minor: number])[] = [
    [words.materialCost(weight(language, ofOneCopy.weightHundredthsOfGram * quantity)), breakdown.materialCost],
    [words.timeCost(duration(language, ofOneCopy.printMinutes * quantity)), breakdown.timeCost],
    ...breakdown.finishings.map(({ name, price }) => [name, price] as const),
    [words.markup(decimal(language, breakdown.markupBasisPoints, 2)), breakdown.markupAmount],
  ];
  const lines: readonly (readonly [label: string, minor: number])[] = [
    ...(productPrice === undefined ? computed : [[words.productPrice, productPrice] as const]),
    ...(breakdown.adjustments ?? []).map((one) => [adjustmentInWords(language, one), one.amount] as const),
    ...(startUp === undefined ? [] : [[startInWords(language, startUp), startUp.cost] as const]),
    ...(productPrice === undefined ? [[words.setup, breakdown.setupCost] as const] : []),
    ...(minimumPriceAdjustment === 0 ? [] : [[words.minimum, minimumPriceAdjustment] as const]),
  ];
  return (
    <>
      <table class="breakdown">
        <thead class="visually-hidden">
          <tr>
            <th scope="col">{words.cost}</th>
            <th scope="col">{words.amount}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([label, minor]) => (
            <tr>
              <th scope="row">{label}</th>
              <td class="number">{amount(minor)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr class="sum">
            <th scope="row">
              {words.price}
              {quantity === 1 || productPrice !== undefined ? null : (
                <p class="hint">{words.perUnit(amount(breakdown.perUnitPrice), quantity, adjustment)}</p>
              )}
            </th>
            <td class="number">{amount(priceMinor)}</td>
          </tr>
        </tfoot>
      </table>
      {machineHour === undefined ? null : <p class="hint">{hourInWords(language, machineHour, amount)}</p>}
      {correction === undefined ? null : (
        <p class="hint">
          {words.correction(
            duration(language, correction.slicedMinutes),
            decimal(language, correction.timeBasisPoints, 2),
            weight(language, correction.slicedHundredthsOfGram),
            decimal(language, correction.materialBasisPoints, 2),
          )}
        </p>
      )}
    </>
  );
}

function hourInWords(
  language: Language,
  { name, hourlyRate, electricityPerHour }: MachineHour,
  amount: (minor: number) => string,
): string {
  const words = orderWords(language);
  if (electricityPerHour === 0) return words.machineHour(name, amount(hourlyRate));
  return words.machineHourWithElectricity(name, amount(hourlyRate), amount(electricityPerHour));
}

function startInWords(language: Language, startUp: PricedStart): string {
  const words = orderWords(language);
  const { prints, copiesPerPrint, minutesPerPrint, hundredthsOfGramPerPrint } = startUp;
  const start = words.start(prints, duration(language, minutesPerPrint), weight(language, hundredthsOfGramPerPrint));
  return copiesPerPrint === null ? start : `${start}: ${words.copiesPerPrint(copiesPerPrint)}`;
}

// Work sheets: orders on paper, for printing and packing, without prices but the delivery's.

import { currencyOf } from "../../domain/currency.ts";
import { minorUnits } from "../../domain/money.ts";
import { itemName } from "../../orders/item-name.ts";
import type { SheetItem, WorkSheet } from "../../orders/order-details.store.ts";
import { dateAndTime, duration, money, weight, wholeNumber } from "../../pages/format.ts";
import { WarningLine } from "../kit/item/item-warnings.tsx";
import { MeshDownload } from "../kit/item/mesh-download.tsx";
import { ModelPicture } from "../kit/item/model-picture.tsx";
import { Layout } from "../kit/layout.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { chosenOrdersWords } from "./chosen/chosen-orders.words.ts";
import { deliveryLabel, deliveryValue, filledDeliveryFields } from "./delivery-in-words.ts";
import { DueDay } from "./due-day.tsx";
import { orderWords } from "./order.words.ts";
import { finishingNames, goodCopiesOf, OrderedMaterial } from "./order-items.tsx";
import { customerName, orderAddress, StatusBadge } from "./orders.page.tsx";
import { PriorityMark } from "./priority-mark.tsx";

interface WorkSheetProps {
  readonly sheet: WorkSheet;
  /** The signed links to the items' files, as paths of this service, by item id. */
  readonly downloadPaths: ReadonlyMap<number, string>;
}

export function WorkSheetPage({ sheet, downloadPaths }: WorkSheetProps) {
  const studio = useStudio();
  const { language } = useView();
  const words = orderWords(language);
  const { order } = sheet;
  return (
    <Layout
      title={words.workSheetTitle(order.number)}
      actions={
        <span class="row no-print">
          <a class="button" href={orderAddress(studio, order.id)}>
            {words.backToOrder}
          </a>
          <button type="button" class="primary" data-print hidden>
            {words.print}
          </button>
        </span>
      }
    >
      <Sheet sheet={sheet} downloadPaths={downloadPaths} />
    </Layout>
  );
}

/** The sheets of several orders, each on a page of its own. */
export function WorkSheetsPage({
  sheets,
  downloadPaths,
  missing,
  back,
}: {
  readonly sheets: readonly WorkSheet[];
  readonly downloadPaths: WorkSheetProps["downloadPaths"];
  /** Orders that do not exist. */
  readonly missing: readonly number[];
  readonly back: string;
}) {
  const { language } = useView();
  const words = orderWords(language);
  const chosenWords = chosenOrdersWords(language);
  return (
    <Layout
      title={chosenWords.workSheets}
      actions={
        <span class="row no-print">
          <a class="button" href={back}>
            {chosenWords.back}
          </a>
          <button type="button" class="primary" data-print hidden>
            {words.print}
          </button>
        </span>
      }
    >
      {missing.length === 0 ? null : <p class="warning no-print">{chosenWords.missing(missing.join(", "))}</p>}
      {sheets.map((sheet) => (
        <section class="sheet stack" aria-labelledby={`sheet-${sheet.order.id}`}>
          <h2 id={`sheet-${sheet.order.id}`}>{words.workSheetTitle(sheet.order.number)}</h2>
          <Sheet sheet={sheet} downloadPaths={downloadPaths} />
        </section>
      ))}
    </Layout>
  );
}

function Sheet({ sheet, downloadPaths }: WorkSheetProps) {
  const { language } = useView();
  const words = orderWords(language);
  const { order, items, notes } = sheet;
  const delivery = filledDeliveryFields(order.delivery);
  return (
    <div class="work-sheet stack">
      <p class="row">
        <strong>{customerName(order)}</strong>
        <span>{order.contact.phoneNumber}</span>
        <StatusBadge status={order.status} />
        <strong>
          <DueDay order={order} />
        </strong>
        <PriorityMark order={order} />
        <span class="muted">
          {words.placed} {dateAndTime(language, order.createdAt)}
        </span>
      </p>
      <ItemTable items={items} downloadPaths={downloadPaths} />
      <div class="columns">
        <section>
          <h2>{words.delivery}</h2>
          {delivery.length === 0 ? <p class="muted">{words.undecided}</p> : null}
          <dl>
            {delivery.map(([field, value]) => (
              <>
                <dt>{deliveryLabel(language, field)}</dt>
                <dd>{deliveryValue(language, field, value)}</dd>
              </>
            ))}
            {order.deliveryPriceMinor === null ? null : (
              <>
                <dt>{words.deliveryPrice}</dt>
                <dd>{money(language, minorUnits(order.deliveryPriceMinor), currencyOf(order.currencyId))}</dd>
              </>
            )}
          </dl>
        </section>
        <section>
          <h2>{words.notes}</h2>
          {notes.length === 0 ? <p class="muted">{words.none}</p> : null}
          <ul class="stack">
            {notes.map(({ comment, personName, changedAt }) => (
              <li>
                <p class="comment">{comment}</p>
                <p class="hint">
                  {personName ?? words.system}, {dateAndTime(language, changedAt)}
                </p>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

function ItemTable({
  items,
  downloadPaths,
}: Pick<WorkSheetProps, "downloadPaths"> & { readonly items: readonly SheetItem[] }) {
  const { language } = useView();
  const words = orderWords(language);
  const total = (figureOf: (item: SheetItem["item"]) => number) =>
    items.reduce((sum, { item }) => sum + figureOf(item), 0);
  return (
    // Focusable, so that the keyboard can scroll it on a phone.
    <section class="table" aria-label={words.items} tabindex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.file}</th>
            <th scope="col">{words.material}</th>
            <th scope="col">{words.qualityAndFinishings}</th>
            <th scope="col" class="number">
              {words.quantity}
            </th>
            <th scope="col" class="number">
              {words.time}
            </th>
            <th scope="col" class="number">
              {words.weight}
            </th>
            <th scope="col">
              <span class="visually-hidden">{words.printed}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((shown, index) => (
            <tr>
              <th scope="row">
                <ModelPicture
                  modelId={shown.item.modelId}
                  fileName={shown.item.originalFileName}
                  size="row"
                  isForPaper
                />
                {index + 1}. {itemName(shown.item)}
                {shown.item.productTitle === null ? null : <div class="small muted">{shown.item.originalFileName}</div>}
                <WarningLine warnings={shown.item.warnings} />
                {shown.model?.format === "step" ? (
                  <p class="row small no-print">
                    <a href={downloadPaths.get(shown.item.id)}>{words.download}</a>
                    <MeshDownload model={shown.model} />
                  </p>
                ) : null}
              </th>
              <td>
                <OrderedMaterial shown={shown} />
              </td>
              <td>
                {shown.quality?.name ?? words.none}
                <p>{finishingNames(shown)}</p>
              </td>
              <td class="number">
                <strong>{wholeNumber(language, shown.item.quantity)}</strong>
              </td>
              <td class="number">{duration(language, shown.item.printMinutes)}</td>
              <td class="number">{weight(language, shown.item.weightHundredthsOfGram)}</td>
              <td>
                {shown.item.printedAt === null ? "☐" : "☑"}{" "}
                {[
                  ...(shown.item.printedAt === null && goodCopiesOf(shown) > 0
                    ? [words.goodOf(goodCopiesOf(shown), shown.item.quantity)]
                    : []),
                  ...shown.queued.map(({ copies, printer }) => `${printer} × ${copies}`),
                ].join(", ")}
              </td>
            </tr>
          ))}
        </tbody>
        {items.length < 2 ? null : (
          <tfoot>
            <tr>
              <th scope="row" colspan={3}>
                {words.itemsCount(items.length)}
              </th>
              <td class="number">
                {wholeNumber(
                  language,
                  total(({ quantity }) => quantity),
                )}
              </td>
              <td class="number">
                {duration(
                  language,
                  total(({ printMinutes }) => printMinutes),
                )}
              </td>
              <td class="number">
                {weight(
                  language,
                  total((item) => item.weightHundredthsOfGram),
                )}
              </td>
              <td />
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

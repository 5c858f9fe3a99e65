// Waiting items by technology and material, each with the printers that can print it.

import type { SliceResult } from "../../../slicer-service/src/contract/slices.ts";
import { findTechnology } from "../../../slicer-service/src/contract/technologies.ts";
import { technologyOf } from "../../domain/technology.ts";
import { isLowStock } from "../../domain/workshop.ts";
import { itemName } from "../../orders/item-name.ts";
import { dimensions, duration, weight } from "../../pages/format.ts";
import { assignmentRefusal } from "../../printers/assignment.store.ts";
import {
  type Printer,
  type PrintItem,
  type PrintingQueue,
  type QueuedMaterial,
  shareOfCopies,
  technologyOfItem,
  waitingCopies,
} from "../../printers/printing-queue.store.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { PostForm, Select } from "../kit/form.tsx";
import { WarningLine } from "../kit/item/item-warnings.tsx";
import { materialName, Swatch } from "../kit/item/material.tsx";
import { ModelPicture } from "../kit/item/model-picture.tsx";
import type { View } from "../kit/panel-context.ts";
import { useStudio, useView } from "../kit/view-context.ts";
import { DueDay } from "../orders/due-day.tsx";
import { PriorityMark } from "../orders/priority-mark.tsx";
import { printingWords } from "./printing.words.ts";
import { DUE_CHOICES, isInQueue, printingPath, QUEUE_ORDERS, type QueueQuery } from "./queue-query.ts";

interface WaitingProps {
  readonly queue: PrintingQueue;
  readonly slices: ReadonlyMap<number, SliceResult>;
  readonly query: QueueQuery;
}

export function WaitingItems(props: WaitingProps) {
  const view = useView();
  const studio = useStudio();
  const { queue, query } = props;
  const words = printingWords(view.language);
  const shown = queue.waiting.filter(({ order }) => isInQueue(query, order));
  const copies = shown.reduce((sum, item) => sum + waitingCopies(item), 0);
  return (
    <section class="stack" aria-labelledby="waiting-title">
      <h2 id="waiting-title">
        {words.waiting} {copies === 0 ? null : <span class="muted">{words.copies(copies)}</span>}
      </h2>
      {queue.waiting.length === 0 ? (
        <EmptyState text={words.nothingWaits} link={{ href: `${studio.base}/orders`, text: words.toOrders }} />
      ) : (
        <search>
          <QueueFilters query={query} />
        </search>
      )}
      {queue.waiting.length > 0 && shown.length === 0 ? (
        <EmptyState text={words.nothingDue} link={{ href: `${studio.base}/printing`, text: words.showAll }} />
      ) : null}
      {shown.length === 0 ? null : (
        <div class="table as-cards">
          <table class="waiting">
            <thead>
              <tr>
                <th scope="col">{words.part}</th>
                <th scope="col">{words.size}</th>
                <th scope="col" class="number">
                  {words.time}
                </th>
                <th scope="col" class="number">
                  {words.weight}
                </th>
                <th scope="col">{words.printer}</th>
              </tr>
            </thead>
            {query.sort === "material" ? (
              groupsOf(shown).map((items) => <MaterialGroup {...props} items={items} />)
            ) : (
              <tbody>
                {shown.toSorted(byDueDay).map((item) => (
                  <WaitingRow {...props} item={item} />
                ))}
              </tbody>
            )}
          </table>
        </div>
      )}
    </section>
  );
}

function QueueFilters({ query }: Pick<WaitingProps, "query">) {
  const { language } = useView();
  const studio = useStudio();
  const words = printingWords(language);
  const field = { form: { values: { ...query }, faults: {} }, optional: true };
  const { due, sort } = words.filters;
  return (
    <form method="get" action={`${studio.base}/printing`} class="filters slim" data-submit-on-change>
      <Select
        {...field}
        name="due"
        label={words.due}
        choices={DUE_CHOICES.map((value) => ({ value, label: due[value] }))}
        empty={words.anyDue}
      />
      <Select
        {...field}
        name="sort"
        label={words.sort}
        choices={QUEUE_ORDERS.map((value) => ({ value, label: sort[value] }))}
      />
      <button type="submit">{words.narrow}</button>
    </form>
  );
}

/** Groups by technology and material: a group prints without a change of the machine. */
function groupsOf(items: readonly PrintItem[]): readonly (readonly PrintItem[])[] {
  // Items without a technology fit any printer; they come last.
  const afterAll = Number.MAX_SAFE_INTEGER;
  const groups = Map.groupBy(items, (item) => `${technologyOfItem(item) ?? afterAll} ${item.material?.id ?? 0}`);
  const inOrder = [...groups].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  return inOrder.map(([, group]) => group.toSorted(byDueDay));
}

/** Late ones first, items without a day last; of one day, the oldest order first. */
function byDueDay({ order: a }: PrintItem, { order: b }: PrintItem): number {
  if (a.dueOn === b.dueOn) return 0;
  if (a.dueOn === null || b.dueOn === null) return a.dueOn === null ? 1 : -1;
  return a.dueOn < b.dueOn ? -1 : 1;
}

function MaterialGroup({ items, ...props }: WaitingProps & { readonly items: readonly PrintItem[] }) {
  const view = useView();
  const words = printingWords(view.language);
  const [first] = items;
  if (first === undefined) return null;
  const technology = findTechnology(technologyOfItem(first) ?? 0);
  return (
    <tbody>
      <tr class="group">
        <th scope="rowgroup" colspan={5}>
          <div class="row">
            <span>{technology?.name ?? words.otherTechnology}</span>
            <span>
              <Swatch colorHex={first.material?.colorHex} />{" "}
              {first.material === undefined
                ? words.noMaterial
                : materialName(first.material.name, first.material.color)}
            </span>
            <StockLine
              material={first.material}
              needed={totalWeight(items.map((item) => ({ ...item, copies: waitingCopies(item) })))}
            />
          </div>
        </th>
      </tr>
      {items.map((item) => (
        <WaitingRow {...props} item={item} />
      ))}
    </tbody>
  );
}

function StockLine({ material, needed }: { readonly material: QueuedMaterial | undefined; readonly needed: number }) {
  const view = useView();
  const words = printingWords(view.language);
  const stock = material?.stockHundredthsOfGram ?? null;
  return (
    <span class="row small muted">
      {words.needed(weight(view.language, needed))}
      {stock === null ? null : <span>· {words.stock(weight(view.language, stock))}</span>}
      {stock !== null && stock < needed ? <span class="badge bad">{words.notEnough}</span> : null}
      {material !== undefined && isLowStock(material) ? <span class="badge warn">{words.lowStock}</span> : null}
    </span>
  );
}

function WaitingRow({ item: found, ...props }: WaitingProps & { readonly item: PrintItem }) {
  const studio = useStudio();
  const { language } = useView();
  const { slices, query } = props;
  const words = printingWords(language);
  const { item, order, material } = found;
  const size = slices.get(item.id)?.dimensionsMm;
  const waiting = waitingCopies(found);
  const share = shareOfCopies(found, waiting);
  return (
    <tr>
      <th scope="row">
        <ModelPicture modelId={item.modelId} fileName={item.originalFileName} size="row" />
        {item.modelId === null ? (
          itemName(item)
        ) : (
          <a href={`${studio.base}/orders/${order.id}/items/${item.id}/model`}>{itemName(item)}</a>
        )}{" "}
        × {waiting === item.quantity ? waiting : words.copiesOf(waiting, item.quantity)}
        {item.productTitle === null || item.originalFileName === null ? null : (
          <div class="small muted">{item.originalFileName}</div>
        )}
        <div class="small muted">
          <a href={`${studio.base}/orders/${order.id}`}>{words.ofOrder(order.number)}</a> · {order.contact.firstName}{" "}
          {order.contact.lastName} <DueDay order={order} /> <PriorityMark order={order} />
        </div>
        {query.sort === "material" ? null : (
          <div class="small muted">
            <Swatch colorHex={material?.colorHex} />{" "}
            {material === undefined ? words.noMaterial : materialName(material.name, item.materialColor)}
          </div>
        )}
        <WarningLine warnings={item.warnings} />
      </th>
      <td data-label={words.size}>
        {size === undefined ? (
          <span class="muted">{words.sizeUnknown}</span>
        ) : (
          <span class="nowrap">{dimensions(language, size)}</span>
        )}
      </td>
      <td class="number" data-label={words.time}>
        {duration(language, share.minutes)}
      </td>
      <td class="number" data-label={words.weight}>
        {weight(language, share.hundredthsOfGram)}
      </td>
      <td class="assign">
        <AssignForm {...props} item={found} />
      </td>
    </tr>
  );
}

/** Printers of the item's technology; unsuitable ones are disabled, with the reason. */
function AssignForm({ queue, slices, query, item: found }: WaitingProps & { readonly item: PrintItem }) {
  const view = useView();
  const studio = useStudio();
  const words = printingWords(view.language);
  const slice = slices.get(found.item.id);
  const choices = printerChoices(queue, found, slice);
  const label = (choice: PrinterChoice) => choiceLabel(view, choice);
  if (choices.every(({ refusal }) => refusal !== undefined)) {
    const technologyId = technologyOfItem(found);
    const why =
      choices.length > 0 || technologyId === undefined
        ? choices.map(label).join("; ")
        : words.noneOfTechnology(technologyOf(technologyId).name);
    return (
      <span class="small">
        {words.noPrinterTakes} {why}. <a href={`${studio.base}/printers/new`}>{words.addPrinter}</a>
      </span>
    );
  }
  return (
    <PostForm action={printingPath(studio, query, `/items/${found.item.id}/assign`)} class="row">
      <CopiesField found={found} copies={waitingCopies(found)} />
      <PrinterSelect choices={choices} label={words.printerFor(itemName(found.item))} />
      <button type="submit" class="small">
        {words.assign}
        <span class="visually-hidden"> {itemName(found.item)}</span>
      </button>
    </PostForm>
  );
}

interface PrinterChoice {
  readonly printer: Printer;
  /** Its queue. */
  readonly minutes: number;
  readonly refusal: ReturnType<typeof assignmentRefusal>;
}

/** Printers of the item's technology; those that take it come first, the shortest queue before. */
export function printerChoices(
  queue: PrintingQueue,
  found: PrintItem,
  slice: SliceResult | undefined,
): PrinterChoice[] {
  return queue.printers
    .map(({ printer, queue: prints }) => ({
      printer,
      minutes: totalMinutes(prints.map((print) => ({ ...print, copies: print.print.copies }))),
      refusal: assignmentRefusal(found, printer, slice),
    }))
    .filter(({ refusal }) => refusal !== "other_technology")
    .sort((a, b) => Number(a.refusal !== undefined) - Number(b.refusal !== undefined) || a.minutes - b.minutes);
}

function choiceLabel(view: View, { printer, minutes, refusal }: PrinterChoice): string {
  return [printer.name, noteOn(view, printer, minutes, refusal)].join(" · ");
}

export function PrinterSelect({
  choices,
  label,
}: {
  readonly choices: readonly PrinterChoice[];
  readonly label: string;
}) {
  const view = useView();
  return (
    <select name="printerId" aria-label={label}>
      {choices.map((choice) => (
        <option value={String(choice.printer.id)} disabled={choice.refusal !== undefined}>
          {choiceLabel(view, choice)}
        </option>
      ))}
    </select>
  );
}

/** The number of copies, of at most `copies`. A single copy has nothing to choose. */
export function CopiesField({ found, copies }: { readonly found: PrintItem; readonly copies: number }) {
  const { language } = useView();
  const words = printingWords(language);
  if (copies === 1) return null;
  return (
    <span class="field">
      <span class="control">
        <input
          name="copies"
          type="text"
          inputmode="numeric"
          autocomplete="off"
          size={3}
          value={String(copies)}
          aria-label={words.copiesFor(itemName(found.item))}
        />
        <span class="unit">/ {copies}</span>
      </span>
    </span>
  );
}

function noteOn(view: View, printer: Printer, minutes: number, refusal: ReturnType<typeof assignmentRefusal>): string {
  const words = printingWords(view.language);
  if (refusal === "too_large") return `${words.reasons.too_large} (${printer.buildVolume})`;
  if (refusal !== undefined) return words.reasons.printer_does_not_work;
  const queued =
    minutes === 0 ? words.free.toLocaleLowerCase(view.language) : words.queued(duration(view.language, minutes));
  return printer.buildVolume === null ? `${queued}, ${words.volumeUnknown}` : queued;
}

/** Some copies of an item. */
type SomeCopies = PrintItem & { readonly copies: number };

export function totalMinutes(items: readonly SomeCopies[]): number {
  return items.reduce((sum, item) => sum + shareOfCopies(item, item.copies).minutes, 0);
}

export function totalWeight(items: readonly SomeCopies[]): number {
  return items.reduce((sum, item) => sum + shareOfCopies(item, item.copies).hundredthsOfGram, 0);
}

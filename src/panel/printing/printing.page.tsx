// Printing page: each printer's queue, and the waiting items.

import type { SliceResult } from "../../../slicer-service/src/contract/slices.ts";
import { technologyOf } from "../../domain/technology.ts";
import { isLowStock } from "../../domain/workshop.ts";
import { itemName } from "../../orders/item-name.ts";
import { EMPTY_FORM } from "../../pages/form-values.ts";
import { duration, weight } from "../../pages/format.ts";
import {
  type Printer,
  type PrintingQueue,
  type PrintOnPrinter,
  type QueuedOrder,
  shareOfCopies,
} from "../../printers/printing-queue.store.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { PostForm, RequiredMark, RequiredNote } from "../kit/form.tsx";
import { WarningLine } from "../kit/item/item-warnings.tsx";
import { materialName, Swatch } from "../kit/item/material.tsx";
import { ModelPicture } from "../kit/item/model-picture.tsx";
import { Layout } from "../kit/layout.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { DueDay } from "../orders/due-day.tsx";
import { PriorityMark } from "../orders/priority-mark.tsx";
import { estimatesPath } from "./estimates.page.tsx";
import { estimateWords } from "./estimates.words.ts";
import { PrinterStatusBadge } from "./printers.page.tsx";
import { printingWords } from "./printing.words.ts";
import { printingPath, type QueueQuery } from "./queue-query.ts";
import { RealFigureFields } from "./real-figures.tsx";
import {
  CopiesField,
  PrinterSelect,
  printerChoices,
  totalMinutes,
  totalWeight,
  WaitingItems,
} from "./waiting-items.tsx";

const REFRESH_SECONDS = 30;

interface PrintingPageProps {
  readonly queue: PrintingQueue;
  /** The slicer's figures by item id, if known. */
  readonly slices: ReadonlyMap<number, SliceResult>;
  readonly query: QueueQuery;
  /** The reason of a refusal. */
  readonly refused?: string | undefined;
}

export function PrintingPage({ queue, slices, query, refused }: PrintingPageProps) {
  const view = useView();
  const studio = useStudio();
  const words = printingWords(view.language);
  return (
    <Layout
      title={words.title}
      actions={
        <>
          <a class="button" href={estimatesPath(studio)}>
            {estimateWords(view.language).title}
          </a>
          <a class="button" href={`${studio.base}/printers`}>
            {words.managePrinters}
          </a>
        </>
      }
    >
      {refused === undefined ? null : (
        <p class="fault-summary" role="alert">
          {refused}
        </p>
      )}
      <div id="printing" class="stack" data-refresh={REFRESH_SECONDS}>
        <PrintedOrders orders={queue.printedOrders} />
        <section class="stack" aria-labelledby="printers-title">
          <h2 id="printers-title">{words.printers}</h2>
          {queue.printers.length === 0 ? (
            <EmptyState
              text={words.noPrinters}
              link={{ href: `${studio.base}/printers/new`, text: words.addPrinter }}
            />
          ) : (
            <ul class="cards printers">
              {queue.printers.map(({ printer, queue: prints }) => (
                <PrinterCard printer={printer} prints={prints} queue={queue} slices={slices} query={query} />
              ))}
            </ul>
          )}
        </section>
        <WaitingItems queue={queue} slices={slices} query={query} />
      </div>
    </Layout>
  );
}

/** Orders with all items printed: a person must move them on. */
function PrintedOrders({ orders }: { readonly orders: readonly QueuedOrder[] }) {
  const view = useView();
  const studio = useStudio();
  const words = printingWords(view.language);
  if (orders.length === 0) return null;
  return (
    <section class="notice" aria-labelledby="printed-title">
      <div>
        <h2 id="printed-title">{words.allPrinted}</h2>
        <p>{words.allPrintedText}</p>
      </div>
      <ul class="row">
        {orders.map(({ id, number, contact }) => (
          <li>
            <a class="button" href={`${studio.base}/orders/${id}`}>
              {words.moveOn(number)} · {contact.firstName} {contact.lastName}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PrinterCardProps extends Omit<PrintingPageProps, "refused"> {
  readonly printer: Printer;
  readonly prints: readonly PrintOnPrinter[];
}

function PrinterCard({ printer, prints, ...props }: PrinterCardProps) {
  const view = useView();
  const studio = useStudio();
  const words = printingWords(view.language);
  const [now, ...next] = prints;
  const copies = prints.map((print) => ({ ...print, copies: print.print.copies }));
  return (
    <li class="card printer">
      <header class="row">
        <h3>
          <a href={`${studio.base}/printers/${printer.id}`}>{printer.name}</a>
        </h3>
        <span class="badge">{technologyOf(printer.technologyId).name}</span>
        {printer.status === "active" ? null : <PrinterStatusBadge status={printer.status} />}
      </header>
      {printer.status === "active" || printer.maintenanceNote === null ? null : (
        <p class="muted small">{printer.maintenanceNote}</p>
      )}
      {now === undefined ? (
        printer.status === "active" && <p class="muted">{words.free}</p>
      ) : (
        <>
          <h4 class="muted small">{words.now}</h4>
          <Print {...props} found={now} isFirst isLast={next.length === 0} />
        </>
      )}
      {next.length === 0 ? null : (
        <>
          <h4 class="muted small">{words.next}</h4>
          {next.map((print, index) => (
            <Print {...props} found={print} isFirst={false} isLast={index === next.length - 1} />
          ))}
        </>
      )}
      {prints.length < 2 ? null : (
        <footer class="row">
          <p class="muted small">
            {words.left}: {duration(view.language, totalMinutes(copies))}, {weight(view.language, totalWeight(copies))}
          </p>
          <PostForm action={printingPath(studio, props.query, `/printers/${printer.id}/by-due-day`)}>
            <button type="submit" class="small">
              {words.byDueDay}
            </button>
          </PostForm>
        </footer>
      )}
    </li>
  );
}

interface PrintProps extends Omit<PrintingPageProps, "refused"> {
  readonly found: PrintOnPrinter;
  /** The print's place in its printer's queue. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function Print({ found, isFirst, isLast, ...props }: PrintProps) {
  const view = useView();
  const studio = useStudio();
  const words = printingWords(view.language);
  const { language } = view;
  const { item, order, material, print } = found;
  const share = shareOfCopies(found, print.copies);
  const isPrinting = order.status === "printing";
  return (
    <div class="queued">
      <div class="row">
        <ModelPicture modelId={item.modelId} fileName={item.originalFileName} size="row" />
        <p>
          <strong>
            {item.modelId === null ? (
              itemName(item)
            ) : (
              <a href={`${studio.base}/orders/${order.id}/items/${item.id}/model`}>{itemName(item)}</a>
            )}
          </strong>{" "}
          × {print.copies === item.quantity ? print.copies : words.copiesOf(print.copies, item.quantity)}
        </p>
      </div>
      <p class="small">
        <a href={`${studio.base}/orders/${order.id}`}>{words.ofOrder(order.number)}</a> · {order.contact.firstName}{" "}
        {order.contact.lastName} <DueDay order={order} /> <PriorityMark order={order} />
      </p>
      <WarningLine warnings={item.warnings} />
      <p class="small muted">
        <Swatch colorHex={material?.colorHex} />{" "}
        {material === undefined ? words.noMaterial : materialName(material.name, item.materialColor)} ·{" "}
        {duration(language, share.minutes)} · {weight(language, share.hundredthsOfGram)}
      </p>
      {material !== undefined && isLowStock(material) ? (
        <p>
          <span class="badge warn">{words.lowStock}</span>
        </p>
      ) : null}
      {isPrinting ? (
        <EndForms found={found} isFirst={isFirst} query={props.query} />
      ) : (
        <p>
          <span class="badge warn">{words.notPrinting}</span>
        </p>
      )}
      <MoveForms {...props} found={found} isFirst={isFirst} isLast={isLast} />
    </div>
  );
}

/** The addresses of a print's forms. */
function usePrintAction({ found: { print }, query }: Pick<PrintProps, "found" | "query">) {
  const studio = useStudio();
  return (action: string) => printingPath(studio, query, `/prints/${print.id}/${action}`);
}

/** The print as shown: a form sent twice is noticed by it. */
function SeenPrintField({ found: { print, lastEndedId } }: { readonly found: PrintOnPrinter }) {
  return <input type="hidden" name="seen" value={`${print.copies}:${lastEndedId}`} />;
}

/** Counts copies as printed or as failed. */
function EndForms({ found, isFirst, query }: Pick<PrintProps, "found" | "isFirst" | "query">) {
  const actionOf = usePrintAction({ found, query });
  const { language } = useView();
  const words = printingWords(language);
  const { item, print, figures } = found;
  const reasons = `reasons-${print.id}`;
  return (
    <>
      <PostForm action={actionOf("printed")} class="row">
        <SeenPrintField found={found} />
        <CopiesField found={found} copies={print.copies} />
        <button type="submit" class={isFirst ? "small primary" : "small"}>
          {words.done}
          <span class="visually-hidden"> {itemName(item)}</span>
        </button>
        {figures === undefined || !isFirst ? null : (
          <details class="small">
            <summary>{estimateWords(language).realFigures}</summary>
            <RealFigureFields part={itemName(item)} form={EMPTY_FORM} />
            <p class="hint">{estimateWords(language).realFiguresHint}</p>
          </details>
        )}
      </PostForm>
      <details class="small">
        <summary>
          {words.failed}
          <span class="visually-hidden"> {itemName(item)}</span>
        </summary>
        <PostForm action={actionOf("failed")} class="stack">
          <SeenPrintField found={found} />
          <CopiesField found={found} copies={print.copies} />
          <RequiredNote />
          <label class="field">
            <span>
              {words.reason} <RequiredMark />
            </span>
            <input name="reason" type="text" autocomplete="off" list={reasons} aria-required="true" />
          </label>
          <datalist id={reasons}>
            {words.usualReasons.map((reason) => (
              <option value={reason} />
            ))}
          </datalist>
          <div class="field">
            <span>{words.lost}</span>
            <RealFigureFields part={itemName(item)} form={EMPTY_FORM} />
            <p class="hint">{words.lostHint}</p>
          </div>
          <label class="check">
            <input type="checkbox" name="staysOnPrinter" value="true" checked /> {words.staysOnPrinter}
          </label>
          <button type="submit" class="small danger">
            {words.failed}
            <span class="visually-hidden"> {itemName(item)}</span>
          </button>
        </PostForm>
      </details>
    </>
  );
}

/** Changes a print's place in the queue, moves its copies to another printer, or takes them off. */
function MoveForms({ found, queue, slices, query, isFirst, isLast }: PrintProps) {
  const actionOf = usePrintAction({ found, query });
  const { language } = useView();
  const words = printingWords(language);
  const { item, print } = found;
  const others = printerChoices(queue, found, slices.get(item.id)).filter(
    ({ printer, refusal }) => printer.id !== print.printerId && refusal === undefined,
  );
  const place = (direction: "earlier" | "later") => (
    <button type="submit" name="direction" value={direction} class="small">
      {words[direction]}
      <span class="visually-hidden"> {itemName(item)}</span>
    </button>
  );
  return (
    <>
      {isFirst && isLast ? null : (
        <PostForm action={actionOf("place")} class="row">
          {isFirst ? null : place("earlier")}
          {isLast ? null : place("later")}
        </PostForm>
      )}
      <details class="small">
        <summary>
          {words.moveOrTakeOff}
          <span class="visually-hidden"> {itemName(item)}</span>
        </summary>
        <PostForm action={actionOf("move")} class="row">
          <CopiesField found={found} copies={print.copies} />
          {others.length === 0 ? null : (
            <>
              <PrinterSelect choices={others} label={words.printerFor(itemName(item))} />
              <button type="submit" class="small">
                {words.move}
                <span class="visually-hidden"> {itemName(item)}</span>
              </button>
            </>
          )}
          <button type="submit" class="small" formaction={actionOf("take-off")}>
            {words.takeOff}
            <span class="visually-hidden"> {itemName(item)}</span>
          </button>
        </PostForm>
      </details>
    </>
  );
}

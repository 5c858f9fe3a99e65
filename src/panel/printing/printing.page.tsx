// Printing page: each printer's queue, and the waiting items.

import type { Child } from "hono/jsx";
import type { SliceResult } from "../../../slicer-service/src/contract/slices.ts";
import { technologyOf } from "../../domain/technology.ts";
import { isLowStock } from "../../domain/workshop.ts";
import { itemName } from "../../orders/item-name.ts";
import { EMPTY_FORM } from "../../pages/form-values.ts";
import { duration, weight } from "../../pages/format.ts";
import type { Printer, PrintItem, PrintingQueue, QueuedOrder } from "../../printers/printing-queue.store.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { PostForm } from "../kit/form.tsx";
import { WarningLine } from "../kit/item-warnings.tsx";
import { Layout } from "../kit/layout.tsx";
import { materialName, Swatch } from "../kit/material.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { estimatesPath } from "./estimates.page.tsx";
import { estimateWords } from "./estimates.words.ts";
import { PrinterStatusBadge } from "./printers.page.tsx";
import { printingWords } from "./printing.words.ts";
import { RealFigureFields } from "./real-figures.tsx";
import { totalMinutes, totalWeight, WaitingItems } from "./waiting-items.tsx";

const REFRESH_SECONDS = 30;

interface PrintingPageProps {
  readonly queue: PrintingQueue;
  /** The slicer's figures by item id, if known. */
  readonly slices: ReadonlyMap<number, SliceResult>;
  /** The reason of a refusal. */
  readonly refused?: string | undefined;
}

export function PrintingPage({ queue, slices, refused }: PrintingPageProps) {
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
              {queue.printers.map(({ printer, queue: items }) => (
                <PrinterCard printer={printer} items={items} />
              ))}
            </ul>
          )}
        </section>
        <WaitingItems queue={queue} slices={slices} />
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
        {orders.map(({ id, contact }) => (
          <li>
            <a class="button" href={`${studio.base}/orders/${id}`}>
              {words.moveOn(id)} · {contact.firstName} {contact.lastName}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PrinterCardProps {
  readonly printer: Printer;
  readonly items: readonly PrintItem[];
}

function PrinterCard({ printer, items }: PrinterCardProps) {
  const view = useView();
  const studio = useStudio();
  const words = printingWords(view.language);
  const [now, ...next] = items;
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
          <QueuedItem printer={printer} item={now} />
        </>
      )}
      {next.length === 0 ? null : (
        <>
          <h4 class="muted small">{words.next}</h4>
          {next.map((item) => (
            <QueuedItem printer={printer} item={item} isNext />
          ))}
        </>
      )}
      {items.length < 2 ? null : (
        <p class="muted small">
          {words.left}: {duration(view.language, totalMinutes(items))}, {weight(view.language, totalWeight(items))}
        </p>
      )}
    </li>
  );
}

function QueuedItem({
  printer,
  item: found,
  isNext = false,
}: Omit<PrinterCardProps, "items"> & { readonly item: PrintItem; readonly isNext?: boolean }) {
  const view = useView();
  const studio = useStudio();
  const words = printingWords(view.language);
  const { language } = view;
  const { item, order, material } = found;
  const action = `${studio.base}/printing/items/${item.id}`;
  const isPrinting = order.status === "printing";
  return (
    <div class="queued">
      <p>
        <strong>
          {item.modelId === null ? (
            itemName(item)
          ) : (
            <a href={`${studio.base}/orders/${order.id}/items/${item.id}/model`}>{itemName(item)}</a>
          )}
        </strong>{" "}
        × {item.quantity}
      </p>
      <p class="small">
        <a href={`${studio.base}/orders/${order.id}`}>{words.ofOrder(order.id)}</a> · {order.contact.firstName}{" "}
        {order.contact.lastName}
      </p>
      <WarningLine warnings={item.warnings} />
      <p class="small muted">
        <Swatch colorHex={material?.colorHex} />{" "}
        {material === undefined ? words.noMaterial : materialName(material.name, item.materialColor)} ·{" "}
        {duration(language, item.printMinutes)} · {weight(language, item.weightHundredthsOfGram)}
      </p>
      {material !== undefined && isLowStock(material) ? (
        <p>
          <span class="badge warn">{words.lowStock}</span>
        </p>
      ) : null}
      {isPrinting ? null : (
        <p>
          <span class="badge warn">{words.notPrinting}</span>
        </p>
      )}
      <div class="row">
        {isPrinting ? (
          <ItemForm action={`${action}/printed`} printerId={printer.id}>
            {found.figures === undefined || isNext ? null : (
              <details class="small">
                <summary>{estimateWords(language).realFigures}</summary>
                <RealFigureFields part={itemName(item)} form={EMPTY_FORM} />
                <p class="hint">{estimateWords(language).realFiguresHint}</p>
              </details>
            )}
            <button type="submit" class={isNext ? "small" : "small primary"}>
              {words.done}
              <span class="visually-hidden"> {itemName(item)}</span>
            </button>
          </ItemForm>
        ) : null}
        <ItemForm action={`${action}/take-off`} printerId={printer.id}>
          <button type="submit" class="small">
            {words.takeOff}
            <span class="visually-hidden"> {itemName(item)}</span>
          </button>
        </ItemForm>
      </div>
    </div>
  );
}

function ItemForm({
  action,
  printerId,
  children,
}: {
  readonly action: string;
  readonly printerId: number;
  readonly children?: Child;
}) {
  return (
    <PostForm action={action}>
      <input type="hidden" name="printerId" value={String(printerId)} />
      {children}
    </PostForm>
  );
}

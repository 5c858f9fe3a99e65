// Page that puts waiting parts of chosen orders on a printer: each working printer with its parts.

import { itemName } from "../../orders/item-name.ts";
import { duration } from "../../pages/format.ts";
import {
  type ChosenForPrinter,
  MAX_ASSIGNED_ITEMS,
  type readChosenForPrinters,
} from "../../printers/chosen-assignment.store.ts";
import { type Printer, type PrintItem, shareOfCopies, waitingCopies } from "../../printers/printing-queue.store.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { PostForm } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import { Table } from "../kit/table.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { chosenPrintingWords } from "./chosen-printing.words.ts";

interface ChosenPrintingProps {
  readonly prints: Awaited<ReturnType<typeof readChosenForPrinters>>;
  readonly orderIds: readonly number[];
  /** The page from which the person came. */
  readonly back: string;
}

export function ChosenPrintingPage({ prints, orderIds, back }: ChosenPrintingProps) {
  const { language } = useView();
  const words = chosenPrintingWords(language);
  const { waiting, unprintable, forPrinters } = prints;
  const copies = waiting.reduce((sum, item) => sum + waitingCopies(item), 0);
  return (
    <Layout
      title={words.title}
      actions={
        <a class="button" href={back}>
          {words.back}
        </a>
      }
    >
      <p class="lead">{waiting.length === 0 ? words.nothingWaits : words.lead(waiting.length, copies)}</p>
      {waiting.length === 0 ? null : forPrinters.length === 0 ? (
        <EmptyState text={words.noPrinters} />
      ) : (
        <Table
          rows={forPrinters}
          columns={[
            { title: words.printer, cell: ({ printer }) => printer.name },
            { title: words.takes, cell: ({ taken }) => words.taken(taken.length, waiting.length) },
            { title: words.time, cell: ({ taken }) => duration(language, minutesOf(taken)) },
            {
              title: words.refused,
              cell: ({ refused }) => (refused.length === 0 ? "—" : <Refused refused={refused} />),
            },
            {
              title: words.choose,
              isOfButtons: true,
              cell: ({ printer, taken, isTooMany }) =>
                isTooMany ? (
                  words.refusals.too_many_items(MAX_ASSIGNED_ITEMS)
                ) : taken.length === 0 ? null : (
                  <PutForm printer={printer} orderIds={orderIds} back={back} />
                ),
            },
          ]}
        />
      )}
      {unprintable.length === 0 ? null : (
        <section class="stack" aria-labelledby="left-out">
          <h2 id="left-out">{words.left}</h2>
          <ul>
            {unprintable.map(({ number, reason }) => (
              <li>
                № {number}: {words.unprintable[reason]}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Layout>
  );
}

/** Each reason with the number of its items: a printer may refuse thousands. */
function Refused({ refused }: Pick<ChosenForPrinter, "refused">) {
  const { language } = useView();
  const words = chosenPrintingWords(language);
  return (
    <ul>
      {[...Map.groupBy(refused, ({ reason }) => reason)].map(([reason, those]) => (
        <li>
          {words.reasons[reason]} ({those.length}):{" "}
          {words.named(those.map(({ item }) => `№ ${item.order.number} ${itemName(item.item)}`))}
        </li>
      ))}
    </ul>
  );
}

function PutForm({ printer, orderIds, back }: { readonly printer: Printer } & Omit<ChosenPrintingProps, "prints">) {
  const { language } = useView();
  const studio = useStudio();
  const words = chosenPrintingWords(language);
  return (
    <PostForm action={`${studio.base}/printing/chosen`}>
      <input type="hidden" name="printerId" value={printer.id} />
      <input type="hidden" name="orders" value={orderIds.join(",")} />
      <input type="hidden" name="back" value={back} />
      <button type="submit" class="small">
        {words.put}
        <span class="visually-hidden">: {printer.name}</span>
      </button>
    </PostForm>
  );
}

function minutesOf(items: readonly PrintItem[]): number {
  return items.reduce((sum, item) => sum + shareOfCopies(item, waitingCopies(item)).minutes, 0);
}

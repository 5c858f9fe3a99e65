// Table of records: its columns are declared once, for the head and for every row.

import type { Child } from "hono/jsx";

export interface TableColumn<Row> {
  readonly title: string;
  readonly isNumber?: boolean;
  /** Keeps the cell in one line. */
  readonly isUnbroken?: boolean;
  /** A column of buttons, without a label on cards: only screen readers are told its title. */
  readonly isOfButtons?: boolean;
  /** Shows a column of buttons with its title. */
  readonly isTitled?: boolean;
  /** Class of its cells, for a layout of its own on a phone. */
  readonly class?: string;
  readonly cell: (row: Row, place: number) => Child;
}

interface TableProps<Row> {
  /** The first column names the row. */
  readonly columns: readonly [TableColumn<Row>, ...TableColumn<Row>[]];
  readonly rows: readonly Row[];
  /** Gives columns the widths of the page's other tables. */
  readonly isAlike?: boolean;
  readonly class?: string;
}

export function Table<Row>({ columns, rows, isAlike = false, class: ownClass }: TableProps<Row>) {
  const [heading, ...others] = columns;
  return (
    <div class={classes("table as-cards linked-rows", isAlike && "alike", ownClass)}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, isNumber, isOfButtons, isTitled }) => (
              <th scope="col" class={classes(isNumber && "number")}>
                {isOfButtons && !isTitled ? <span class="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr>
              <th scope="row" class={classes(heading.isUnbroken && "nowrap")}>
                {heading.cell(row, place)}
              </th>
              {others.map(({ title, isNumber, isUnbroken, isOfButtons, class: ofColumn, cell }) => (
                <td
                  class={classes(isNumber && "number", isUnbroken && "nowrap", ofColumn)}
                  data-label={isOfButtons ? undefined : title}
                >
                  {cell(row, place)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classes(...names: readonly (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(" ") || undefined;
}

// Table of records: its columns are declared once, for the head and for every row.

import type { Child } from "hono/jsx";

export interface TableColumn<Row> {
  readonly title: string;
  readonly isNumber?: boolean;
  /** A column of buttons: only screen readers are told its title. */
  readonly isOfButtons?: boolean;
  readonly cell: (row: Row, place: number) => Child;
}

interface TableProps<Row> {
  /** The first column names the row. */
  readonly columns: readonly [TableColumn<Row>, ...TableColumn<Row>[]];
  readonly rows: readonly Row[];
  /** Whether its columns stand as wide as those of other tables on the page. */
  readonly isAlike?: boolean;
}

export function Table<Row>({ columns, rows, isAlike = true }: TableProps<Row>) {
  const [heading, ...others] = columns;
  return (
    <div class={isAlike ? "table as-cards alike" : "table as-cards"}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, isNumber, isOfButtons }) => (
              <th scope="col" class={isNumber ? "number" : undefined}>
                {isOfButtons ? <span class="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr>
              <th scope="row">{heading.cell(row, place)}</th>
              {others.map(({ title, isNumber, isOfButtons, cell }) => (
                <td class={isNumber ? "number" : undefined} data-label={isOfButtons ? undefined : title}>
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

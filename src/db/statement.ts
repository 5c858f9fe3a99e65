// Statement of D1: its text, its values, and the reader of its rows.
//
// drizzle writes the text, and D1 itself runs it.

import { type Column, DrizzleQueryError, getTableColumns, Param, Placeholder, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { openDatabase } from "./database.ts";

/** The methods of D1 that statements run by. Written out: scripts read this too, and lack the types of Workers. */
export interface StatementRunner {
  prepare(text: string): { bind(...values: unknown[]): BoundStatement };
  batch(statements: BoundStatement[]): Promise<StatementAnswer[]>;
}

interface BoundStatement {
  all(): Promise<StatementAnswer>;
}

interface StatementAnswer {
  readonly results: readonly unknown[];
}

/** A row as D1 answers it: values by column, in the order of the statement's columns. */
type AnsweredRow = Readonly<Record<string, unknown>>;
export type RowReader = (row: AnsweredRow) => unknown;

/** Runs nothing: of statements that are only written. */
export const NO_RUNNER = {} as StatementRunner & Parameters<typeof openDatabase>[0];

/** Writes texts for the whole isolate, so that each column is named once. */
export const STATEMENT_WRITER = openDatabase(NO_RUNNER);

interface WrittenStatement {
  toSQL(): { readonly sql: string; readonly params: readonly unknown[] };
}

/** Yields `Result` when awaited alone, or in its place of a batch. */
export class Statement<Result> implements PromiseLike<Result> {
  readonly #runner: StatementRunner;
  readonly #text: string;
  readonly #values: readonly unknown[];
  readonly #readRow: RowReader;

  constructor(runner: StatementRunner, text: string, values: readonly unknown[], readRow: RowReader) {
    this.#runner = runner;
    this.#text = text;
    this.#values = values;
    this.#readRow = readRow;
  }

  static written<Result>(runner: StatementRunner, statement: WrittenStatement, readRow: RowReader): Statement<Result> {
    const { sql: text, params } = statement.toSQL();
    return new Statement(runner, text, params, readRow);
  }

  /** The same statement for another runner, with the values of its placeholders. */
  filled(runner: StatementRunner, inputs: Readonly<Record<string, unknown>>): Statement<Result> {
    const values = this.#values.map((value) => filledValue(value, inputs));
    return new Statement(runner, this.#text, values, this.#readRow);
  }

  /** Ready for D1, alone or in a batch. */
  bound(): BoundStatement {
    return this.#runner.prepare(this.#text).bind(...this.#values);
  }

  read({ results }: StatementAnswer): Result {
    // A reader yields the rows that the statement's type names.
    return results.map((row) => this.#readRow(row as AnsweredRow)) as Result;
  }

  // biome-ignore lint/suspicious/noThenProperty: a statement is awaited as drizzle's are
  then<Fulfilled = Result, Rejected = never>(
    onFulfilled?: ((result: Result) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#run().then(onFulfilled, onRejected);
  }

  async #run(): Promise<Result> {
    try {
      return this.read(await this.bound().all());
    } catch (error) {
      // The log tells which statement failed. Its values stay out.
      throw new DrizzleQueryError(this.#text, [], error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/** Runs the statements in one round trip and one transaction. Returns a result for each, in their order. */
export async function runBatch(
  runner: StatementRunner,
  statements: readonly Statement<unknown>[],
): Promise<readonly unknown[]> {
  const results = await runner.batch(statements.map((statement) => statement.bound()));
  return results.map((result, index) => statements[index]?.read(result));
}

const tableReaders = new WeakMap<SQLiteTable, RowReader>();

/** The reader of whole rows of a table. */
export function rowsOfTable(table: SQLiteTable): RowReader {
  const known = tableReaders.get(table);
  if (known !== undefined) return known;
  const columns: [string, Column][] = Object.entries(getTableColumns(table));
  const reader = readerOf(columns);
  tableReaders.set(table, reader);
  return reader;
}

/** @param fields the columns of a row in the statement's order, each under the name that it gets */
export function readerOf(
  fields: readonly (readonly [string, { readonly mapFromDriverValue: (value: unknown) => unknown }])[],
): RowReader {
  return (row) => {
    const read: Record<string, unknown> = {};
    let place = 0;
    for (const column in row) {
      const [name, decoder] = fields[place++] ?? [column];
      const value = row[column];
      read[name] = value === null || decoder === undefined ? value : decoder.mapFromDriverValue(value);
    }
    return read;
  };
}

/** The inputs of prepared statements, as their declaration uses them. */
export type Declared<Inputs> = { readonly [Name in keyof Inputs]: SQL<Inputs[Name]> };

/** A value that is filled in with each use of a prepared statement. */
export function declaredInput(name: string): SQL {
  // drizzle takes a placeholder wherever it takes SQL; in inserted and changed values it keeps the column's encoder with it.
  return sql.placeholder(name) as unknown as SQL;
}

function filledValue(value: unknown, inputs: Readonly<Record<string, unknown>>): unknown {
  if (value instanceof Placeholder) return inputs[value.name];
  if (!(value instanceof Param && value.value instanceof Placeholder)) return value;
  const input = inputs[value.value.name];
  return input === null ? null : value.encoder.mapToDriverValue(input);
}

// StudioDb: the database as one studio sees it, with the studio in every statement.
//
// So a handler cannot read or change another studio's row even by mistake: a foreign id matches no row.

import { and, eq, type InferInsertModel, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { StudioId } from "../domain/ids.ts";
import type { Database } from "./database.ts";
import { studios } from "./schema.ts";

/** A table whose rows belong to studios. */
export type TenantTable = SQLiteTable & { studioId: SQLiteColumn };

/** A statement that yields `Result` when awaited alone, or in its place of a batch. */
export type Statement<Result> = BatchItem<"sqlite"> & PromiseLike<Result> & { readonly _: { readonly result: Result } };

export type Results<Statements extends readonly Statement<unknown>[]> = {
  -readonly [Position in keyof Statements]: Statements[Position] extends Statement<infer Result> ? Result : never;
};

/** Statements of one batch, each under the name of its result. */
export type NamedStatements = Readonly<Record<string, Statement<unknown>>>;

export type NamedResults<Statements extends NamedStatements> = {
  readonly [Name in keyof Statements]: Statements[Name] extends Statement<infer Result> ? Result : never;
};

type WithoutStudio<Row> = Omit<Row, "studioId">;

/** In SQLite, a negative limit is none. */
const ALL_ROWS = -1;

export class StudioDb {
  readonly studioId: StudioId;
  readonly #database: Database;

  constructor(database: Database, studioId: StudioId) {
    this.#database = database;
    this.studioId = studioId;
  }

  /** The studio's own row. */
  studio(): Statement<(typeof studios.$inferSelect)[]> {
    return this.#database.select().from(studios).where(eq(studios.id, this.studioId));
  }

  /** Changes the studio's own row if `condition` holds. Returns the row, or none if it did not. */
  updateStudio(
    values: SQLiteUpdateSetSource<typeof studios>,
    condition?: SQL,
  ): Statement<(typeof studios.$inferSelect)[]> {
    return this.#database
      .update(studios)
      .set(values)
      .where(and(eq(studios.id, this.studioId), condition))
      .returning();
  }

  /** The studio's rows of a table, narrowed by `condition`, in the order of `orderBy`, at most `limit` of them. */
  select<Table extends TenantTable>(
    table: Table,
    condition?: SQL,
    orderBy: SQL | SQLiteColumn = table.studioId,
    limit = ALL_ROWS,
  ): Statement<InferSelectModel<Table>[]> {
    const rows = this.#database
      .select()
      .from(table as TenantTable)
      .where(this.#own(table, condition))
      .orderBy(orderBy)
      .limit(limit);
    // select() without a field list yields the table's own rows, which drizzle cannot express for a type parameter.
    return rows as unknown as Statement<InferSelectModel<Table>[]>;
  }

  /** Chosen fields (columns or aggregates) of the studio's rows. */
  selectFields<Fields extends Record<string, SQL>>(
    fields: Fields,
    table: TenantTable,
    condition?: SQL,
  ): Statement<{ [Name in keyof Fields]: Fields[Name] extends SQL<infer Value> ? Value : never }[]> {
    // Each field has a name of its own: D1 answers a row as an object, in which two expressions of one text would collide.
    const named = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.as(name)]));
    const rows = this.#database.select(named).from(table).where(this.#own(table, condition));
    // select(fields) yields one value per field, typed by its SQL, which drizzle cannot express for a type parameter.
    return rows as unknown as Statement<
      { [Name in keyof Fields]: Fields[Name] extends SQL<infer Value> ? Value : never }[]
    >;
  }

  /** A column of the studio's rows that match the condition, as a sub-select for another statement. */
  valuesOf(column: SQLiteColumn | SQL, table: TenantTable, condition: SQL | undefined): SQL {
    return sql`(SELECT ${column} FROM ${table} WHERE ${this.#own(table, condition)})`;
  }

  /** Ids of the first `limit` rows that match the condition, as a sub-select: one page of a table without end. */
  firstIds(
    table: TenantTable & { id: SQLiteColumn },
    condition: SQL | undefined,
    orderBy: SQL | SQLiteColumn,
    limit: number,
  ): SQL {
    return sql`(SELECT ${table.id} FROM ${table} WHERE ${this.#own(table, condition)} ORDER BY ${orderBy} LIMIT ${limit})`;
  }

  /** Adds a row. `conflict` changes the existing row on a unique-index conflict, or leaves it. */
  insert<Table extends TenantTable>(
    table: Table,
    row: Insertable<Table>,
    conflict?: { target: SQLiteColumn[]; set: SQLiteUpdateSetSource<Table> } | "leave",
  ): Statement<InferSelectModel<Table>[]> {
    // The parameter's type demands every column but the studio, which is added here.
    const insert = this.#database.insert(table as SQLiteTable).values({ ...row, studioId: this.studioId } as never);
    if (conflict === "leave") insert.onConflictDoNothing();
    else if (conflict !== undefined) insert.onConflictDoUpdate(conflict);
    // returning() without a field list yields the table's own rows.
    return insert.returning() as unknown as Statement<InferSelectModel<Table>[]>;
  }

  update<Table extends TenantTable>(
    table: Table,
    values: SQLiteUpdateSetSource<Table>,
    condition: SQL | undefined,
  ): Statement<InferSelectModel<Table>[]> {
    const update = this.#database.update(table).set(values).where(this.#own(table, condition)).returning();
    // returning() without a field list yields the table's own rows.
    return update as unknown as Statement<InferSelectModel<Table>[]>;
  }

  delete<Table extends TenantTable>(table: Table, condition: SQL | undefined): Statement<InferSelectModel<Table>[]> {
    const deletion = this.#database.delete(table).where(this.#own(table, condition)).returning();
    // returning() without a field list yields the table's own rows.
    return deletion as unknown as Statement<InferSelectModel<Table>[]>;
  }

  /** Runs the statements in one round trip and one transaction: all or none take effect. */
  async batch<const Statements extends readonly [Statement<unknown>, ...Statement<unknown>[]]>(
    statements: Statements,
  ): Promise<Results<Statements>> {
    const results: unknown = await this.#database.batch(statements);
    // D1 answers one result per statement, in order.
    return results as Results<Statements>;
  }

  /** As `batch`, in the order of the names; returns each result under its statement's name. Without a statement, nothing is run. */
  async batchNamed<Statements extends NamedStatements>(statements: Statements): Promise<NamedResults<Statements>> {
    const names = Object.keys(statements);
    const [first, ...rest] = Object.values(statements);
    const results: readonly unknown[] = first === undefined ? [] : await this.#database.batch([first, ...rest]);
    // D1 answers one result per statement, in order, and an object keeps its names in theirs.
    return Object.fromEntries(names.map((name, index) => [name, results[index]])) as NamedResults<Statements>;
  }

  /** Runs `writes`, then `reads`, as one `batch`, and returns the results of the reads. */
  async writeThenRead<const Reads extends readonly [Statement<unknown>, ...Statement<unknown>[]]>(
    writes: readonly Statement<unknown>[],
    reads: Reads,
  ): Promise<Results<Reads>> {
    return this.writeReadWrite(writes, reads, []);
  }

  /** Runs `writes`, then `reads`, then `undo`, as one `batch`, and returns the rows of the reads. */
  async writeReadWrite<const Reads extends readonly [Statement<unknown>, ...Statement<unknown>[]]>(
    writes: readonly Statement<unknown>[],
    reads: Reads,
    undo: readonly Statement<unknown>[],
  ): Promise<Results<Reads>> {
    const [first = reads[0], ...rest] = [...writes, ...reads, ...undo];
    const results: readonly unknown[] = await this.#database.batch([first, ...rest]);
    // D1 answers one result per statement, in order.
    return results.slice(writes.length, writes.length + reads.length) as Results<Reads>;
  }

  #own(table: TenantTable, condition: SQL | undefined): SQL | undefined {
    return and(eq(table.studioId, this.studioId), condition);
  }
}

/** A row to add: every column but the studio. A column may also be computed by the database. */
export type Insertable<Table extends SQLiteTable> = {
  [Column in keyof WithoutStudio<InferInsertModel<Table>>]: WithoutStudio<InferInsertModel<Table>>[Column] | SQL;
};

// StudioDb: the database as one studio sees it, with the studio in every statement.
//
// So a handler cannot read or change another studio's row even by mistake: a foreign id matches no row.

import {
  and,
  eq,
  getTableColumns,
  getTableName,
  type InferInsertModel,
  type InferSelectModel,
  is,
  SQL,
  sql,
} from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { StudioId } from "../domain/ids.ts";
import { BATCH_CONDITION, studios, unmetConditions } from "./schema.ts";
import {
  type Declared,
  declaredInput,
  NO_RUNNER,
  readerOf,
  rowsOfTable,
  runBatch,
  Statement,
  type StatementRunner,
  STATEMENT_WRITER as writer,
} from "./statement.ts";

export { type Declared, Statement } from "./statement.ts";

/** A table whose rows belong to studios. */
export type TenantTable = SQLiteTable & { studioId: SQLiteColumn };

export type Results<Statements extends readonly Statement<unknown>[]> = {
  -readonly [Position in keyof Statements]: Statements[Position] extends Statement<infer Result> ? Result : never;
};

/** Statements of one batch, each under the name of its result. */
export type NamedStatements = Readonly<Record<string, Statement<unknown>>>;

export type NamedResults<Statements extends NamedStatements> = {
  readonly [Name in keyof Statements]: Statements[Name] extends Statement<infer Result> ? Result : never;
};

type WithoutStudio<Row> = Omit<Row, "studioId">;

/** The studio's place in a prepared statement. */
const STUDIO_INPUT = "studioId";

/** In SQLite, a negative limit is none. */
const ALL_ROWS = -1;

export class StudioDb {
  readonly studioId: StudioId;
  readonly #runner: StatementRunner;

  /** undefined: the studio is named by its id. */
  #slug: string | SQL | undefined;

  /** For `prepared` alone. They run nothing, and leave the studio open: `fill` puts the caller's in its place. */
  static readonly #ofDeclarations = new this(NO_RUNNER, declaredInput(STUDIO_INPUT) as unknown as StudioId);
  static readonly #ofDeclarationsBySlug = this.ofSlug(NO_RUNNER, declaredInput(STUDIO_INPUT));

  constructor(runner: StatementRunner, studioId: StudioId) {
    this.#runner = runner;
    this.studioId = studioId;
  }

  /**
   * The studio with this slug, before its id is known: each statement finds the id itself, so that the studio's row and all else
   * are one batch. Without such a studio no row matches.
   */
  static ofSlug(runner: StatementRunner, slug: string | SQL): StudioDb {
    const idOfSlug = sql`(SELECT ${studios.id} FROM ${studios} WHERE ${studios.slug} = ${slug})`;
    // Statements take SQL wherever they take an id.
    const db = new StudioDb(runner, idOfSlug as unknown as StudioId);
    db.#slug = slug;
    return db;
  }

  /** Names its studio as this one does, in declarations of prepared statements. */
  get ofDeclarations(): StudioDb {
    return this.#slug === undefined ? StudioDb.#ofDeclarations : StudioDb.#ofDeclarationsBySlug;
  }

  /** The studio's own row. */
  studio(): Statement<(typeof studios.$inferSelect)[]> {
    return Statement.written(
      this.#runner,
      writer.select().from(studios).where(eq(studios.id, this.studioId)),
      rowsOfTable(studios),
    );
  }

  /** Changes the studio's own row if `condition` holds. Returns the row, or none if it did not. */
  updateStudio(
    values: SQLiteUpdateSetSource<typeof studios>,
    condition?: SQL,
  ): Statement<(typeof studios.$inferSelect)[]> {
    const update = writer
      .update(studios)
      .set(values)
      .where(and(eq(studios.id, this.studioId), condition))
      .returning();
    return Statement.written(this.#runner, update, rowsOfTable(studios));
  }

  /** The studio's rows of a table, narrowed by `condition`, in the order of `orderBy`, at most `limit` of them. */
  select<Table extends TenantTable>(
    table: Table,
    condition?: SQL,
    orderBy: SQL | SQLiteColumn = table.studioId,
    limit = ALL_ROWS,
  ): Statement<InferSelectModel<Table>[]> {
    const rows = writer
      .select()
      .from(table as TenantTable)
      .where(this.#own(table, condition))
      .orderBy(orderBy)
      .limit(limit);
    return Statement.written(this.#runner, rows, rowsOfTable(table));
  }

  /**
   * At most `limit` of the studio's rows that match `matching`, looked for among the first `window` of those that match `condition`.
   * The search ends with the last row it needs.
   */
  selectWithin<Table extends TenantTable & { id: SQLiteColumn }>(
    table: Table,
    condition: SQL | undefined,
    orderBy: SQL | SQLiteColumn,
    window: number,
    matching: SQL | undefined,
    limit: number,
  ): Statement<InferSelectModel<Table>[]> {
    const found = this.firstIdsWithin(table, condition, orderBy, window, matching, limit);
    return this.select(table, sql`${table.id} IN ${found}`, orderBy);
  }

  /** The ids of `selectWithin`, as a sub-select for another statement. */
  firstIdsWithin(
    table: TenantTable & { id: SQLiteColumn },
    condition: SQL | undefined,
    orderBy: SQL | SQLiteColumn,
    window: number,
    matching: SQL | undefined,
    limit: number,
  ): SQL {
    return this.firstValuesWithin(table.id, table, condition, orderBy, window, matching, limit);
  }

  /** As `firstIdsWithin`, of another column. */
  firstValuesWithin(
    column: SQLiteColumn,
    table: TenantTable,
    condition: SQL | undefined,
    orderBy: SQL | SQLiteColumn,
    window: number,
    matching: SQL | undefined,
    limit: number,
  ): SQL {
    const first = sql`SELECT * FROM ${table} WHERE ${this.#own(table, condition)} ORDER BY ${orderBy} LIMIT ${window}`;
    // Under the table's own name, so that `matching` names the window's columns; its rows come in the window's order.
    const named = sql`(${first}) AS ${sql.identifier(getTableName(table))}`;
    return sql`(SELECT ${column} FROM ${named} WHERE ${matching} LIMIT ${limit})`;
  }

  /** Chosen fields (columns or aggregates) of the studio's rows in the order of `orderBy`: at most `limit`, after the first `offset`. */
  selectFields<Fields extends Record<string, SQL>>(
    fields: Fields,
    table: TenantTable,
    condition?: SQL,
    orderBy: SQL | SQLiteColumn = table.studioId,
    limit = ALL_ROWS,
    offset = 0,
  ): Statement<{ [Name in keyof Fields]: Fields[Name] extends SQL<infer Value> ? Value : never }[]> {
    // Each field has a name of its own: D1 answers a row as an object, in which two expressions of one text would collide.
    const named = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.as(name)]));
    const rows = writer
      .select(named)
      .from(table)
      .where(this.#own(table, condition))
      .orderBy(orderBy)
      .limit(limit)
      .offset(offset);
    const decoders = Object.entries(fields).map(([name, field]) => [name, decoderOf(field)] as const);
    return Statement.written(this.#runner, rows, readerOf(decoders));
  }

  /**
   * Sums over the studio's rows that match the condition, one row for each value of the fields in `by`. At most `limit` rows are
   * summed, the first in the order of `orderBy`.
   *
   * @param joined another table's row for each of them
   */
  sums<By extends Record<string, SQL>, Sums extends Record<string, SQL>>(
    { by, sums }: { readonly by: By; readonly sums: Sums },
    table: TenantTable,
    {
      condition,
      orderBy,
      limit,
    }: { readonly condition: SQL | undefined; readonly orderBy: SQL; readonly limit: number },
    joined?: { readonly table: TenantTable; readonly on: SQL },
  ): Statement<{ [Name in keyof (By & Sums)]: (By & Sums)[Name] extends SQL<infer Value> ? Value : never }[]> {
    const fields: Record<string, SQL> = { ...by, ...sums };
    const named = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.as(name)]));
    const first = sql`SELECT * FROM ${table} WHERE ${this.#own(table, condition)} ORDER BY ${orderBy} LIMIT ${limit}`;
    // Under the table's own name, so that fields and join name the first rows.
    const summed = writer.select(named).from(sql`(${first}) AS ${sql.identifier(getTableName(table))}`);
    if (joined !== undefined) summed.innerJoin(joined.table, this.#own(joined.table, joined.on));
    const grouped = summed.groupBy(...Object.values(by));
    const decoders = Object.entries(fields).map(([name, field]) => [name, decoderOf(field)] as const);
    return Statement.written(this.#runner, grouped, readerOf(decoders));
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
    return this.firstValuesOf(table.id, table, condition, orderBy, limit);
  }

  /** As `firstIds`, of another column. */
  firstValuesOf(
    column: SQLiteColumn | SQL,
    table: TenantTable,
    condition: SQL | undefined,
    orderBy: SQL | SQLiteColumn,
    limit: number,
  ): SQL {
    return sql`(SELECT ${column} FROM ${table} WHERE ${this.#own(table, condition)} ORDER BY ${orderBy} LIMIT ${limit})`;
  }

  /** The numbers of rows that match each condition, as one row. Counting ends at `limit`: a long history is not read. */
  countsUpTo<Name extends string>(
    limit: number,
    table: TenantTable,
    conditions: Readonly<Record<Name, SQL>>,
  ): Statement<Record<Name, number>[]> {
    const counts = Object.entries<SQL>(conditions).map(([name, condition]) => {
      const matching = sql`SELECT 1 FROM ${table} WHERE ${this.#own(table, condition)} LIMIT ${limit}`;
      return [name, sql<number>`(SELECT count(*) FROM (${matching}))`] as const;
    });
    const named = Object.fromEntries(counts.map(([name, count]) => [name, count.as(name)]));
    const row = writer.select(named).from(studios).where(eq(studios.id, this.studioId));
    return Statement.written(this.#runner, row, readerOf(counts.map(([name, count]) => [name, decoderOf(count)])));
  }

  /** Adds a row. `conflict` changes the existing row on a unique-index conflict (if `setWhere` holds), or leaves it. */
  insert<Table extends TenantTable>(
    table: Table,
    row: Insertable<Table>,
    conflict?: { target: SQLiteColumn[]; set: SQLiteUpdateSetSource<Table>; setWhere?: SQL } | "leave",
  ): Statement<InferSelectModel<Table>[]> {
    // The parameter's type demands every column but the studio, which is added here.
    const insert = writer.insert(table as SQLiteTable).values({ ...row, studioId: this.studioId } as never);
    if (conflict === "leave") insert.onConflictDoNothing();
    else if (conflict !== undefined) insert.onConflictDoUpdate(conflict);
    return Statement.written(this.#runner, insert.returning(), rowsOfTable(table));
  }

  /**
   * Adds a row for each row of `source`; one that is there already, by a unique index, is left as it is. Answers the added rows.
   *
   * @param source tables and their condition, each narrowed to the studio by the caller: `… FROM source`
   */
  insertFrom<Table extends TenantTable>(
    table: Table,
    row: Insertable<Table>,
    source: SQL,
  ): Statement<InferSelectModel<Table>[]> {
    const given: Readonly<Record<string, unknown>> = { ...row, studioId: this.studioId };
    // Every column in the table's order: SQLite takes them by their places.
    const values = Object.entries(getTableColumns(table)).map(([name, column]) => {
      const value = given[name];
      return value === undefined ? sql`NULL` : is(value, SQL) ? value : sql`${sql.param(value, column)}`;
    });
    const insert = writer
      .insert(table as SQLiteTable)
      .select(sql`SELECT ${sql.join(values, sql`, `)} FROM ${source}`)
      .onConflictDoNothing();
    return Statement.written(this.#runner, insert.returning(), rowsOfTable(table));
  }

  update<Table extends TenantTable>(
    table: Table,
    values: SQLiteUpdateSetSource<Table>,
    condition: SQL | undefined,
  ): Statement<InferSelectModel<Table>[]> {
    const update = writer.update(table).set(values).where(this.#own(table, condition)).returning();
    return Statement.written(this.#runner, update, rowsOfTable(table));
  }

  delete<Table extends TenantTable>(table: Table, condition: SQL | undefined): Statement<InferSelectModel<Table>[]> {
    const deletion = writer.delete(table).where(this.#own(table, condition)).returning();
    return Statement.written(this.#runner, deletion, rowsOfTable(table));
  }

  /** Runs the statements in one round trip and one transaction: all or none take effect. */
  async batch<const Statements extends readonly [Statement<unknown>, ...Statement<unknown>[]]>(
    statements: Statements,
  ): Promise<Results<Statements>> {
    const results: unknown = await runBatch(this.#runner, statements);
    // One result per statement, in order.
    return results as Results<Statements>;
  }

  /** As `batch`, in the order of the names; returns each result under its statement's name. Without a statement, nothing is run. */
  async batchNamed<Statements extends NamedStatements>(statements: Statements): Promise<NamedResults<Statements>> {
    const results = Object.keys(statements).length === 0 ? [] : await runBatch(this.#runner, Object.values(statements));
    return namedResults(statements, results);
  }

  /** As `batchNamed`, with the studio's own row; undefined if there is no such studio. */
  async batchWithStudio<Statements extends NamedStatements>(
    statements: Statements,
  ): Promise<{ readonly studio: typeof studios.$inferSelect; readonly rows: NamedResults<Statements> } | undefined> {
    const { own } = ownRow(this, {});
    const [first, ...results] = await runBatch(this.#runner, [own, ...Object.values(statements)]);
    // The result of `own`.
    const [studio] = first as NamedResults<ReturnType<typeof ownRow>>["own"];
    return studio && { studio, rows: namedResults(statements, results) };
  }

  /** Runs `writes`, then `reads`, as one `batch`, and returns the results of the reads. */
  async writeThenRead<const Reads extends readonly [Statement<unknown>, ...Statement<unknown>[]]>(
    writes: readonly Statement<unknown>[],
    reads: Reads,
  ): Promise<Results<Reads>> {
    const results = await runBatch(this.#runner, [...writes, ...reads]);
    // One result per statement, in order.
    return results.slice(writes.length) as Results<Reads>;
  }

  /**
   * Runs the statements as one `batch` if every condition holds as it begins.
   *
   * @returns undefined if one does not hold: nothing took place
   */
  async batchIf<const Statements extends readonly Statement<unknown>[]>(
    conditions: readonly SQL[],
    statements: Statements,
  ): Promise<Results<Statements> | undefined> {
    const guarded = [...conditions.map((condition) => this.#failUnless(condition)), ...statements];
    if (guarded.length === 0) return [] as unknown as Results<Statements>;
    try {
      const results = await runBatch(this.#runner, guarded);
      // One result per statement, in order.
      return results.slice(conditions.length) as Results<Statements>;
    } catch (error) {
      if (isUnmetCondition(error)) return undefined;
      throw error;
    }
  }

  /** D1 has no interactive transaction, but a statement that fails undoes its batch: this one adds a refused row. */
  #failUnless(condition: SQL): Statement<unknown> {
    // A condition that is null does not hold either.
    const refusedRow = sql`SELECT ${this.studioId} WHERE (${condition}) IS NOT TRUE`;
    return Statement.written(
      this.#runner,
      writer.insert(unmetConditions).select(refusedRow),
      rowsOfTable(unmetConditions),
    );
  }

  /** Prepared statements, with this studio and the inputs in the places that their declaration left open. */
  fill<Statements extends StatementGroup>(declared: Statements, inputs: object): Statements {
    const values = { ...inputs, [STUDIO_INPUT]: this.#slug ?? this.studioId };
    const fill = (statement: Statement<unknown>) => statement.filled(this.#runner, values);
    const filled = Array.isArray(declared)
      ? declared.map(fill)
      : Object.fromEntries(Object.entries(declared).map(([name, statement]) => [name, fill(statement)]));
    // Each statement in its place, with its own result.
    return filled as unknown as Statements;
  }

  #own(table: TenantTable, condition: SQL | undefined): SQL | undefined {
    return and(eq(table.studioId, this.studioId), condition);
  }
}

/** @param results one per statement, in order */
function namedResults<Statements extends NamedStatements>(
  statements: Statements,
  results: readonly unknown[],
): NamedResults<Statements> {
  // An object keeps its names in the order of their statements.
  return Object.fromEntries(
    Object.keys(statements).map((name, index) => [name, results[index]]),
  ) as NamedResults<Statements>;
}

/** Whether a batch failed by a condition of it. SQLite tells this by the name of the CHECK only. */
function isUnmetCondition(error: unknown): boolean {
  return String(error).includes(`CHECK constraint failed: ${BATCH_CONDITION}`);
}

/** Statements of one batch, by name or in a row. */
type StatementGroup = NamedStatements | readonly Statement<unknown>[];

/**
 * Statements that an isolate writes once, at their first use, through a StudioDb like every other: the studio is in each. Only the
 * inputs and the studio differ between uses, so the declaration must take a moment, or another changing value, as an input.
 */
export function prepared<Inputs extends object, Statements extends StatementGroup>(
  declare: (db: StudioDb, inputs: Declared<Inputs>) => Statements,
): (db: StudioDb, inputs: Inputs) => Statements {
  const declaredFor = new Map<StudioDb, { readonly names: string; readonly statements: Statements }>();
  return (db, inputs) => {
    const names = Object.keys(inputs).join();
    const { ofDeclarations } = db;
    const declared = declaredFor.get(ofDeclarations) ?? {
      names,
      statements: declare(ofDeclarations, declaredInputs(inputs)),
    };
    declaredFor.set(ofDeclarations, declared);
    // An input that was absent at the first use would be absent from the statement for good.
    if (names !== declared.names)
      throw new Error(`inputs ${names} of a statement that was declared with ${declared.names}`);
    return db.fill(declared.statements, inputs);
  };
}

const ownRow = prepared((db) => ({ own: db.studio() }));

function declaredInputs<Inputs extends object>(inputs: Inputs): Declared<Inputs> {
  return Object.fromEntries(Object.keys(inputs).map((name) => [name, declaredInput(name)])) as Declared<Inputs>;
}

/** The decoder of an aggregate or of an expression that was mapped; drizzle keeps it from its types. */
function decoderOf(field: SQL): { readonly mapFromDriverValue: (value: unknown) => unknown } {
  return Reflect.get(field, "decoder");
}

/** A row to add: every column but the studio. A column may also be computed by the database. */
export type Insertable<Table extends SQLiteTable> = {
  [Column in keyof WithoutStudio<InferInsertModel<Table>>]: WithoutStudio<InferInsertModel<Table>>[Column] | SQL;
};

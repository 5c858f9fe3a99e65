// Orders of a studio in SQLite in memory, migrated as D1 is: for conditions and statements without a Worker.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { studioRow } from "../../../harness/catalog-rows.ts";
import { addOrderRow, ITEM_ROW, type OrderRow } from "../../../harness/order-rows.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { orderItems, studios } from "../../../src/db/schema.ts";
import { STATEMENT_WRITER, type StatementRunner } from "../../../src/db/statement.ts";
import { StudioDb } from "../../../src/db/studio-db.ts";
import { asStudioId } from "../../../src/domain/ids.ts";

/** A database with two studios. */
export function studiosInMemory(): readonly [StudioDb, StudioDb] {
  const database = new DatabaseSync(":memory:");
  for (const migration of globSync("*.sql", { cwd: join(PROJECT_FOLDER, "migrations") }).sort()) {
    database.exec(`BEGIN; ${readFileSync(join(PROJECT_FOLDER, "migrations", migration), "utf8")}; COMMIT`);
  }
  const runner = runnerOf(database);
  const addStudio = () => {
    const { sql, params } = STATEMENT_WRITER.insert(studios).values(studioRow()).returning().toSQL();
    const [row] = database.prepare(sql).all(...valuesOf(params));
    return new StudioDb(runner, asStudioId(Number(row?.id)));
  };
  return [addStudio(), addStudio()];
}

/** Runs statements as D1 does: a batch is one transaction. */
function runnerOf(database: DatabaseSync): StatementRunner {
  return {
    prepare: (text) => ({
      bind: (...values) => ({
        all: async () => ({ results: database.prepare(text).all(...valuesOf(values)) }),
      }),
    }),
    async batch(statements) {
      database.exec("BEGIN");
      try {
        const answers = [];
        for (const statement of statements) answers.push(await statement.all());
        database.exec("COMMIT");
        return answers;
      } catch (error) {
        database.exec("ROLLBACK");
        throw error;
      }
    },
  };
}

/** drizzle encodes each value as its column stores it: a text, a number or null. */
const valuesOf = (values: readonly unknown[]) => values as readonly SQLInputValue[];

/** Adds an order without items, as the API would write it, of the customer with its phone number. Answers its id. */
export async function addOrder(db: StudioDb, row: OrderRow = {}): Promise<number> {
  return addOrderRow(db, row, 1);
}

/** Adds an item without a file to an order. */
export async function addItem(
  db: StudioDb,
  orderId: number,
  row: Partial<Omit<typeof orderItems.$inferInsert, "studioId">>,
): Promise<void> {
  await db.insert(orderItems, {
    ...ITEM_ROW,
    ...{ orderId, modelId: null },
    ...row,
  });
}

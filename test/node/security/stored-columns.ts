// Every column that the service stores, of D1 by its schema, of Durable Objects by their sources.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import * as schema from "../../../src/db/schema.ts";
import * as idempotency from "../../../src/idempotency/idempotency.schema.ts";

/** As `table.column`, with the names of the database. */
export function databaseColumns(): string[] {
  return [...Object.values(schema), ...Object.values(idempotency)]
    .filter((value) => is(value, SQLiteTable))
    .flatMap((table) => {
      const { name, columns } = getTableConfig(table);
      return columns.map((column) => `${name}.${inSnakeCase(column.name)}`);
    });
}

/** drizzle is opened with this casing. */
function inSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The class whose object has the tables of each source. */
const CLASSES: Readonly<Record<string, string>> = {
  "src/gate/visitor-day.object.ts": "VisitorDay",
  "src/gate/sliding-hour.ts": "StudioGate",
  "src/gate/last-uses.ts": "StudioGate",
  "src/gate/known-access.ts": "StudioGate",
  "src/key-log/request-log.object.ts": "RequestLog",
  "slicer-service/src/dispatcher.store.ts": "Dispatcher",
  "slicer-service/src/engine-states.store.ts": "Dispatcher",
};

/** As `Class.table.column`. @throws Error for a source that creates tables and has no class here */
export function objectColumns(): string[] {
  const paths = globSync(["src/**/*.ts", "slicer-service/src/**/*.ts"], { cwd: PROJECT_FOLDER });
  return paths.flatMap((path) => {
    const source = readFileSync(join(PROJECT_FOLDER, path), "utf8");
    const tables = [...source.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+|\$\{(\w+)\}\$\{\w+\}) \(/g)];
    if (tables.length > 0 && CLASSES[path] === undefined) throw new Error(`${path} creates tables of an unnamed class`);
    return tables.flatMap((found) => {
      const [start, plain = "", constant] = found;
      const table = constant === undefined ? plain : (new RegExp(`${constant} = "(\\w+)"`).exec(source)?.[1] ?? "");
      const columns = columnsAfter(source.slice(found.index + start.length));
      return columns.map((column) => `${CLASSES[path]}.${table}.${column}`);
    });
  });
}

/** The first words of the parts up to the bracket that closes the table. */
function columnsAfter(text: string): string[] {
  let [depth, end] = [1, 0];
  for (; depth > 0 && end < text.length; end++) depth += text[end] === "(" ? 1 : text[end] === ")" ? -1 : 0;
  const parts = text
    .slice(0, end - 1)
    .replaceAll(/\([^)]*\)/g, "")
    .split(",");
  return parts.map((part) => part.trim().split(/\s/)[0] ?? "").filter((word) => word !== "" && word !== "PRIMARY");
}

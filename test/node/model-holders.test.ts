// Tables that keep a model: retention knows each foreign key that leads to a model.

import { getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";
import { MODEL_HOLDERS } from "../../src/db/model-holders.ts";
import * as schema from "../../src/db/schema.ts";

it("retention keeps the models of every table with a foreign key to models", () => {
  const tables = Object.values(schema).filter((value) => is(value, SQLiteTable));
  const leadsToModels = (table: SQLiteTable) =>
    getTableConfig(table).foreignKeys.some((key) => key.reference().foreignTable === schema.models);
  const referring = tables.filter(leadsToModels).map((table) => getTableName(table));
  expect(MODEL_HOLDERS.map((table) => getTableName(table)).toSorted()).toEqual(referring.toSorted());
});

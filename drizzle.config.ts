// Settings of drizzle-kit, which writes migrations from the tables.

import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: ["./src/db/schema.ts", "./src/idempotency/idempotency.schema.ts"],
  out: "./migrations",
  casing: "snake_case",
});

// Prepared statements: written once for the isolate, and each use is the studio's own.

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { idOf, materialRow, qualityRow } from "../../harness/catalog-rows.ts";
import { materials, printingQualities, type studios } from "../../src/db/schema.ts";
import { type Declared, prepared, StudioDb } from "../../src/db/studio-db.ts";
import { createStudio } from "./support/studio.ts";

describe("a prepared statement", () => {
  const named = prepared((db, { name }: Declared<{ name: string }>) => ({
    studio: db.studio(),
    materials: db.select(materials, eq(materials.name, name)),
    changed: db.update(materials, { color: "changed" }, eq(materials.name, name)),
    values: db.select(materials, eq(materials.id, db.valuesOf(materials.id, materials, eq(materials.name, name)))),
  }));

  it("reads and changes only rows of the studio that uses it, whichever used it first", async () => {
    const [one, other] = [await createStudio(), await createStudio()];
    for (const studio of [one, other]) {
      await studio.db.insert(materials, materialRow({ name: "the same name" }));
    }
    for (const { db, id } of [one, other, one]) {
      const rows = await db.batchNamed(named(db, { name: "the same name" }));
      expect(rows.studio.map((row) => row.id)).toEqual([id]);
      expect(rows.materials.map(({ studioId }) => studioId)).toEqual([id]);
      expect(rows.changed.map(({ studioId }) => studioId)).toEqual([id]);
      expect(rows.values.map(({ studioId }) => studioId)).toEqual([id]);
    }
  });

  it("is the same studio's by its slug, before its id is known, and no studio's by an unknown slug", async () => {
    const [one, other] = [await createStudio(), await createStudio()];
    for (const studio of [one, other]) await studio.db.insert(materials, materialRow({ name: "the same name" }));
    for (const { slug, id } of [one, other, one]) {
      const ofSlug = StudioDb.ofSlug(env.DB, slug);
      const rows = await ofSlug.batchNamed(named(ofSlug, { name: "the same name" }));
      expect(rows.studio.map((row) => row.id)).toEqual([id]);
      for (const found of [rows.materials, rows.changed, rows.values]) {
        expect(found.map(({ studioId }) => studioId)).toEqual([id]);
      }
    }
    const ofNone = StudioDb.ofSlug(env.DB, "no-studio-has-this");
    const rows = await ofNone.batchNamed(named(ofNone, { name: "the same name" }));
    expect(rows).toEqual({ studio: [], materials: [], changed: [], values: [] });
    expect(await ofNone.batchWithStudio({})).toBeUndefined();
  });

  it("is the same studio's where one prepared statement is part of another's declaration", async () => {
    const studio = await createStudio();
    await studio.db.insert(materials, materialRow({ name: "inner" }));
    const outer = prepared((db, { name }: Declared<{ name: string }>) => ({
      ...named(db, { name: "inner" }),
      all: db.select(materials, eq(materials.name, name)),
    }));
    for (const db of [studio.db, StudioDb.ofSlug(env.DB, studio.slug)]) {
      const { all, materials: inner } = await db.batchNamed(outer(db, { name: "inner" }));
      expect([all, inner].map((rows) => rows.map(({ studioId }) => studioId))).toEqual([[studio.id], [studio.id]]);
    }
  });

  it("keeps its studio though an input has the name of the studio's place", async () => {
    const [one, other] = [await createStudio(), await createStudio()];
    const own = prepared((db, _: Declared<{ studioId: number }>) => ({ studio: db.studio() }));
    const rows = await one.db.batchNamed(own(one.db, { studioId: other.id }));
    expect(rows.studio.map(({ id }) => id)).toEqual([one.id]);
  });

  it("writes inputs as their columns keep them: JSON, true and false, and nothing", async () => {
    const { db } = await createStudio();
    const [quality] = await db.insert(printingQualities, qualityRow());
    const id = idOf(quality);
    type Inputs = Pick<typeof printingQualities.$inferSelect, "id" | "supports" | "description" | "processParameters">;
    const write = prepared((own, { id: ofQuality, ...values }: Declared<Inputs>) => ({
      written: own.update(printingQualities, values, eq(printingQualities.id, ofQuality)),
    }));
    for (const values of [
      { supports: true, description: "a text", processParameters: { exposureSeconds: 2.5 } },
      { supports: false, description: null, processParameters: null },
    ]) {
      expect((await write(db, { id, ...values }).written)[0]).toMatchObject(values);
    }
  });

  it("reads the same as one that is written anew", async () => {
    const { db } = await createStudio();
    await db.insert(printingQualities, qualityRow());
    const whole = prepared((own) => ({ qualities: own.select(printingQualities, undefined, printingQualities.id) }));
    expect(await whole(db, {}).qualities).toEqual(await db.select(printingQualities, undefined, printingQualities.id));
    expect(await db.studio()).toMatchObject([{ id: db.studioId } satisfies Partial<typeof studios.$inferSelect>]);
  });
});

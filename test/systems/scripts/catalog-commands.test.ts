// Import and export on a running service: whole or not at all, and back again as it was.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { studioRow } from "../../../harness/catalog-rows.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { UserError } from "../../../scripts/user-error.ts";
import { deliveryMethods, studios } from "../../../src/db/schema.ts";
import { type OpenedOperator, openOperator } from "./opened-operator.ts";

const DEMO = "kobza-druk";
const NEW = ["from-json", "from-csv", "from-example", "slugs"] as const;

let folder: string;
let opened: OpenedOperator;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "catalog-test-"));
  opened = await openOperator();
  await opened.local.insert(studios).values(NEW.map((slug) => studioRow({ slug })));
});

afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

const path = (name: string) => join(folder, name);
const take = (slug: string, file: string, isDryRun = false) =>
  opened.studio("import", slug, file, ...(isDryRun ? ["--dry-run"] : []));
const exported = (slug: string, file?: string) => opened.studio("export", slug, ...(file === undefined ? [] : [file]));

async function file(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(path(name), content);
  return path(name);
}

describe("import and export", () => {
  it.each([
    ["from-json", "catalog.json"],
    ["from-csv", "catalog.csv"],
  ])("bring a catalog into a new studio %s and out again as it was", async (slug, name) => {
    expect(await exported(DEMO, path(name))).toContain("1 machineProfiles, 15 materials, 12 printingQualities");
    expect(await take(slug, path(name))).toContain("44 added, 0 changed, 0 unchanged.");
    await exported(slug, path(`again-${name}`));
    expect(await readFile(path(`again-${name}`), "utf8")).toBe(await readFile(path(name), "utf8"));
    expect(await take(slug, path(name))).toBe(`${slug}: 0 added, 0 changed, 44 unchanged.`);
  });

  it("change a price of the right studio and no other, and nothing in a dry run", async () => {
    const text = await exported("from-json");
    const changed = await file("changed.json", text.replace('"costPerKg": "890.00"', '"costPerKg": "915.50"'));
    const change = "  * material PLA Silk, золотий, fdm: costPerKg 890.00 → 915.50";
    const counts = "0 added, 1 changed, 43 unchanged.";
    expect(await take("from-json", changed, true)).toBe(`${change}\nNothing was written. Without --dry-run: ${counts}`);
    expect(await take("from-json", changed)).toBe(`${change}\nfrom-json: ${counts}`);
    expect(await exported("from-json")).toBe(await readFile(changed, "utf8"));
    expect(await exported(DEMO)).toBe(text);
  });

  it("take the examples of this repository", async () => {
    expect(await take("from-example", join(PROJECT_FOLDER, "examples/catalog.csv"))).toContain("12 added");
    expect(await take("from-example", join(PROJECT_FOLDER, "examples/catalog.json"))).toContain("4 added, 0 changed");
  });

  it("give a new delivery method the slug of its name, once in a studio, and keep those that are there", async () => {
    const [studio] = await opened.local.select().from(studios).where(eq(studios.slug, "slugs"));
    const ofStudio = eq(deliveryMethods.studioId, studio?.id ?? 0);
    const slugs = async () =>
      (await opened.local.select().from(deliveryMethods).where(ofStudio).orderBy(deliveryMethods.id)).map(
        ({ slug }) => slug,
      );
    const named = (...names: readonly string[]) => JSON.stringify({ deliveryMethods: names.map((name) => ({ name })) });
    expect(await take("slugs", await file("slugs.json", named("Нова Пошта", "Кур'єр", "Кур’єр")))).toContain("3 added");
    expect(await slugs()).toEqual(["nova-poshta", "kurier", null]);
    await take("slugs", await file("slugs.json", named("Нова Пошта", "Нова пошта!")));
    expect(await slugs()).toEqual(["nova-poshta", "kurier", null, null]);
  });

  it("write nothing if one row is wrong", async () => {
    const before = await exported(DEMO);
    const wrong = await file("wrong.csv", "type;name\ndeliveryMethod;Дрон\ndeliveryMethod;\n");
    await expect(take(DEMO, wrong)).rejects.toThrow(
      new UserError(`${wrong} has 1 fault, so nothing was changed:\n  line 3: name is required`),
    );
    expect(await exported(DEMO)).toBe(before);
  });

  it("let no typed text command the operator's terminal", async () => {
    const beep = "Дрон\u001b[2J\u009b31m\u202e\u0007";
    const [studio] = await opened.local.select().from(studios).where(eq(studios.slug, "from-example"));
    const row = { studioId: studio?.id ?? 0, name: beep, position: 99 };
    await opened.local.insert(deliveryMethods).values(row);
    const named = { deliveryMethods: [{ name: "Дрон", [beep]: "x" }] };
    const answers = [
      await exported("from-example"),
      String(await take("from-example", await file("beep.json", JSON.stringify(named))).catch(String)),
      String(await take("from-example", await file("beep.csv", `type;${beep}\ndeliveryMethod;x`)).catch(String)),
      String(await take("from-example", await file("beep-broken.json", beep)).catch(String)),
    ];
    for (const answer of answers) {
      expect(answer).not.toMatch(/[[\p{Cc}\p{Bidi_Control}]--\n]/v);
      expect(answer).toContain("Дрон");
    }
    expect(JSON.parse(answers[0] ?? "").deliveryMethods.at(-1)).toEqual({
      name: beep,
      isPickup: false,
      price: null,
      freeFrom: null,
      isActive: true,
    });
  });

  it("say at most fifty faults at once", async () => {
    const rows = Array.from({ length: 400 }, () => "deliveryMethod;");
    const wrong = await file("many.csv", ["type;name", ...rows].join("\n"));
    const error: unknown = await take(DEMO, wrong).catch((caught: unknown) => caught);
    const lines = String(error).split("\n");
    expect(lines[0]).toContain("has 400 faults");
    expect(lines).toHaveLength(52);
    expect(lines.at(-1)).toBe("  … and 350 more");
  });

  it.each([
    ["catalog.txt", "", "A catalog file is .json or .csv"],
    ["broken.json", "{", "is not JSON"],
    ["large.json", " ".repeat(5 * 1024 * 1024 + 1), "is larger than 5 MB"],
    ["cyrillic.csv", Uint8Array.of(0x74, 0x79, 0xcf, 0xeb, 0xe0), 'is not in UTF-8. In Excel, save it as "CSV UTF-8"'],
    ["quote.csv", 'type;name\ndeliveryMethod;"', "The file is not a CSV table: Quote Not Closed"],
  ])("refuse %s", async (name, content, message) => {
    await expect(take(DEMO, await file(name, content))).rejects.toThrow(message);
  });

  it("refuse a file that is not there, and a studio that is not", async () => {
    await expect(take(DEMO, path("nowhere.json"))).rejects.toThrow("nowhere.json cannot be read: ENOENT");
    await expect(take("nobody", await file("empty.json", "{}"))).rejects.toThrow('There is no studio "nobody"');
    await expect(exported(DEMO, join(folder, "no", "folder.json"))).rejects.toThrow("cannot be written");
  });
});

// The panel without scripts: every form that its pages show is sent as it stands, and does its work.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { crawlPanel, type FoundPage, linksIn } from "../../../scripts/browser/panel-crawler.ts";
import { addFinishing, addProduct } from "../support/catalog.ts";
import { standInForMail } from "../support/mail-provider.ts";
import { formOn, formsOn, type PageForm, sendForm, undo } from "../support/page-forms.ts";
import { panelOf } from "../support/panel.ts";
import { ORDERING, ordered, quoted, visitedStudio } from "../support/storefront.ts";

// Links of people are sent to them.
beforeEach(() => void standInForMail());
afterEach(() => void vi.restoreAllMocks());

/** A studio with something of each part of the panel, and its owner's browser. */
async function filledPanel() {
  const visited = await visitedStudio();
  const { studio, visitor, choice } = visited;
  await Promise.all([addFinishing(studio), addProduct(studio)]);
  await ordered(visitor, await quoted(visitor, [choice]));
  const { status, text } = await visitor.post("/requests", {
    ...ORDERING,
    requestKey: crypto.randomUUID(),
    items: [{ ...choice, fileName: "vase.stl", quantity: 1, finishingIds: [], reason: "asked" }],
  });
  expect(status, text).toBe(201);
  return { ...visited, ...(await panelOf(studio)) };
}

const kindOf = ({ action }: PageForm) => action.replace(/\/studios\/[^/]+/, "").replace(/\d+/g, "…");

describe("the panel without scripts", () => {
  it("has forms that are answered as they stand: done and shown, or refused with the fault beside its field", async () => {
    const { owner, base } = await filledPanel();
    const pages = await crawlPanel(base, async (path) => linksIn((await owner.get(path)).html));
    const sent = new Map<string, number>();
    const send = async ({ path }: FoundPage) => {
      for (const { action } of formsOn(await owner.get(path), path)) {
        // The page may be another since the last form was sent: its versions are read anew.
        const form = formsOn(await owner.get(path), path).find((one) => one.action === action);
        if (form === undefined || sent.has(kindOf(form)) || action === "/panel/sign-out") continue;
        const answer = await sendForm(owner, form);
        sent.set(kindOf(form), answer.status);
        const said = `${form.method} ${action} on ${path}: ${answer.status} ${answer.text.slice(0, 500)}`;
        expect([200, 303, 400], said).toContain(answer.status);
        if (answer.status === 400) expect(answer.html, said).toMatch(/class="fault|role="alert"/);
        else expect((await owner.follow(answer)).status, said).toBe(200);
      }
    };
    for (const page of pages) await send(page);
    const done = [...sent.values()].filter((status) => status === 303).length;
    expect(sent.size, [...sent.keys()].join("\n")).toBeGreaterThan(35);
    expect(done, JSON.stringify([...sent])).toBeGreaterThan(18);
  });

  it("changes a material with its form", async () => {
    const { owner, base, choice } = await filledPanel();
    const page = `${base}/catalog/materials/${choice.materialId}`;
    const form = formOn(await owner.get(page), page, page);
    const changed = await owner.follow(await sendForm(owner, form, { name: "PETG прозорий" }));
    expect(changed.notice, JSON.stringify(changed.faults)).toContain("PETG прозорий");
    expect((await owner.get(page)).field("name").value).toBe("PETG прозорий");
  });

  it("archives a material with its form, and takes that back with the notice's", async () => {
    const { owner, base, choice } = await filledPanel();
    const page = `${base}/catalog/materials/${choice.materialId}`;
    const shown = await owner.get(page);
    const archived = await owner.follow(await sendForm(owner, formOn(shown, page, `${page}/archive`)));
    expect(formsOn(await owner.get(page), page).map(({ action }) => action)).not.toContain(`${page}/archive`);
    await undo(owner, archived);
    expect(formsOn(await owner.get(page), page).map(({ action }) => action)).toContain(`${page}/archive`);
  });

  it("signs out with the form of every page", async () => {
    const { owner, base } = await filledPanel();
    const answer = await sendForm(owner, formOn(await owner.get(base), base, "/panel/sign-out"));
    expect(answer.location).toBe("/panel/sign-in");
    expect((await owner.get(base)).status).toBe(303);
  });
});

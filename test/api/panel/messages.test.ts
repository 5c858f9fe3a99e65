// Messages in the panel: an owner's settings with a preview, each person's own, failures beside their order.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { messages, staffMessages } from "../../../src/db/schema.ts";
import { standInForMail } from "../support/mail-provider.ts";
import { orderOutboxRow, outboxOf, statesOf } from "../support/messages.ts";
import { undo } from "../support/page-forms.ts";
import { panelStudio, posted, signedIn, staffOf } from "../support/panel.ts";
import { panelWithOrder } from "../support/panel-orders.ts";

// The object of a studio sends meanwhile.
beforeEach(() => void standInForMail());
afterEach(() => void vi.restoreAllMocks());

describe("the page of messages", () => {
  it("says so where the deployment sends no e-mail", async () => {
    const { ownerPerson, base } = await panelStudio();
    const owner = await signedIn(ownerPerson, { MAIL_FROM: "" });
    const page = await owner.get(`${base}/messages`);
    expect(page.status).toBe(200);
    expect(page.text).toContain("E-mail is not set up here yet");
    expect(page.forms.filter(({ action }) => action?.includes("/messages"))).toMatchObject([
      { action: `${base}/messages/bot` },
    ]);
  });

  it("saves an owner's messages to customers, shows them again, and undoes the change", async () => {
    const { owner, base } = await panelStudio();
    const page = `${base}/messages`;
    const typed = { "ready.isOn": "true", "ready.sentence": "До 18:00", "ready.second": "Until 6 p.m." };
    const saved = await posted(owner, `${page}/customers`, typed);
    expect(saved.notice).toContain("What customers get is saved.");
    expect(saved.field("ready.sentence").value).toBe("До 18:00");
    await undo(owner, saved);
    expect((await owner.get(page)).field("ready.sentence").value).toBe("");
  });

  it("saves an address for answers, and refuses one that is none beside its field", async () => {
    const { owner, base, studio } = await panelStudio();
    const refused = await owner.post(`${base}/messages/sender`, { replyTo: "nobody" });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.faults)).toContain("replyTo");
    expect(refused.field("replyTo").value).toBe("nobody");
    await posted(owner, `${base}/messages/sender`, { replyTo: "druk@example.com" });
    expect(await studio.db.studio()).toMatchObject([{ replyTo: "druk@example.com" }]);
  });

  it("lets each person choose their own, and leaves the others'", async () => {
    const panel = await panelStudio();
    const staff = await staffOf(panel);
    const page = `${panel.base}/messages`;
    await posted(panel.owner, `${page}/mine`, { new_order: "true", late: "true" });
    const chosen = await posted(staff, `${page}/mine`, { new_request: "true" });
    await posted(staff, `${page}/mine`, {});
    const rows = await panel.studio.db.select(staffMessages);
    expect(rows.map(({ personId, event }) => [personId === panel.ownerPerson.id, event]).toSorted()).toEqual([
      [true, "late"],
      [true, "new_order"],
    ]);
    expect(chosen.html).not.toContain("messages/customers");
    expect((await staff.post(`${page}/customers`, {})).status).toBe(403);
  });

  it("shows the typed sentence in a preview, and saves nothing", async () => {
    const { owner, base } = await panelStudio({ title: "Кобза & Друк" });
    const path = `${base}/messages/customers/preview/received`;
    const typed = { "received.sentence": "Заходьте <b>з чорного</b> входу" };
    const preview = await owner.post(`${path}/uk`, typed);
    expect(preview.status, preview.html).toBe(200);
    expect(preview.html).toContain("Заходьте &lt;b&gt;з чорного&lt;/b&gt; входу");
    expect(preview.html).toContain("Ваше замовлення № 24 у нас");
    expect(preview.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
    expect((await owner.get(path)).headers.get("Content-Security-Policy")).toContain("script-src 'self'");
    expect((await owner.post(`${path}/en`, typed)).html).toContain("We have your order 24");
    expect((await owner.post(`${path}/de`, typed)).status).toBe(404);
    expect((await owner.get(`${base}/messages`)).field("received.sentence").value).toBe("");
  });
});

describe("an order's page", () => {
  it("shows a message that failed with its reason, and sends it again", async () => {
    const { studio, owner, id, address } = await panelWithOrder();
    expect((await owner.get(address)).headings).not.toContain("Messages");
    const failed = { state: "failed", fault: "recipient", nextAt: null, endedAt: Date.now() } as const;
    await studio.db.insert(messages, { ...orderOutboxRow("received", id), ...failed });
    const page = await owner.get(address);
    expect(page.part("told").text).toContain("Messages");
    expect(page.text).toContain("The provider refuses this address.");
    const [message] = await outboxOf(studio);
    const answer = await posted(owner, `${address}/messages/${message?.id}/again`);
    expect(answer.notice).toContain("The message is sent again.");
    expect(await outboxOf(studio)).toMatchObject([{ round: 2 }]);
  });

  it("sends no other studio's message again", async () => {
    const { studio, id } = await panelWithOrder();
    const failed = { state: "failed", fault: "recipient", nextAt: null, endedAt: Date.now() } as const;
    const [message] = await studio.db.insert(messages, { ...orderOutboxRow("received", id), ...failed });
    const other = await panelWithOrder();
    await posted(other.owner, `${other.address}/messages/${message?.id}/again`);
    expect(await statesOf(studio)).toEqual(["received failed"]);
  });
});

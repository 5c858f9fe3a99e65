// The parcel carrier in the panel: an owner enters its key, and chooses sender and delivery methods.

import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StandInNovaPoshta } from "../../../harness/carrier/nova-poshta.ts";
import { carrierAccounts, deliveryMethods } from "../../../src/db/schema.ts";
import worker from "../../../src/index.ts";
import { chooseSender, KYIV, LVIV, standInForCarrier, studioWithCarrier } from "../support/carrier.ts";
import { formOn, sendForm, undo } from "../support/page-forms.ts";
import { panelStudio, posted, staffOf } from "../support/panel.ts";

const FROM_PANEL = { Origin: "https://panel.example" };

let carrier: StandInNovaPoshta;

beforeEach(() => {
  carrier = standInForCarrier();
});
afterEach(() => void vi.restoreAllMocks());

describe("the carrier's key", () => {
  it("is tried at once, kept sealed, and shown never again", async () => {
    const shop = await studioWithCarrier(carrier);
    const { owner, page, studio, key } = shop;
    expect(carrier.calls.map(({ method }) => method)).toEqual([
      "Counterparty.getCounterparties",
      "Counterparty.getCounterpartyContactPersons",
    ]);
    const shown = await owner.get(page);
    expect(shown.text).toContain("connected");
    expect(shown.html).not.toContain(key);
    expect(JSON.stringify(await studio.db.select(carrierAccounts))).not.toContain(key);
  });

  it("is not carried along by a form that meets another session", async () => {
    const { owner, base } = await panelStudio();
    const key = carrier.makeKey();
    const asked = await owner.postBare(`${base}/carrier/key`, { formToken: "old", carrierKey: key }, FROM_PANEL);
    expect(asked.status, asked.text).toBe(403);
    expect(asked.html).not.toContain(key);
  });

  it.each([
    ["unknown", (key: string) => carrier.revokeKey(key), "Nova Poshta does not know this key"],
    ["of a carrier that is down", () => (carrier.trouble = "down"), "Nova Poshta does not answer"],
    ["of a carrier that answers by halves", () => (carrier.trouble = "half"), "Nova Poshta does not answer"],
    ["of a carrier that asks for patience", () => (carrier.trouble = "busy"), "Nova Poshta asks for patience"],
  ])("that is %s is refused beside its field, and nothing is kept", async (_, happens, said) => {
    const { owner, base, studio } = await panelStudio();
    const key = carrier.makeKey();
    happens(key);
    const page = await owner.post(`${base}/carrier/key`, { carrierKey: key });
    expect(page.status).toBe(400);
    expect(page.faults.carrierKey).toContain(said);
    expect(page.html).not.toContain(key);
    expect(await studio.db.select(carrierAccounts)).toEqual([]);
  });

  it("that no cabinet shows is refused without a call", async () => {
    const { owner, base } = await panelStudio();
    const page = await owner.post(`${base}/carrier/key`, { carrierKey: "../../v2.0" });
    expect(page.faults.carrierKey).toContain("does not know this key");
    expect(carrier.calls).toEqual([]);
  });

  it("is owners' alone", async () => {
    const shop = await studioWithCarrier(carrier);
    const staff = await staffOf(shop);
    for (const path of ["", "/sender", "/remove"]) expect((await staff.get(`${shop.page}${path}`)).status).toBe(403);
    for (const path of ["/key", "/sender", "/methods", "/remove"]) {
      expect((await staff.post(`${shop.page}${path}`)).status).toBe(403);
    }
  });

  it("is removed after a question, with the sender", async () => {
    const shop = await studioWithCarrier(carrier);
    const { owner, page, studio } = shop;
    await chooseSender(shop);
    const at = `${page}/remove`;
    const removed = await owner.follow(await sendForm(owner, formOn(await owner.get(at), at, at)));
    expect(removed.notice).toContain("The key is removed.");
    expect(await studio.db.select(carrierAccounts)).toEqual([]);
  });

  it("is replaced without losing the sender of its account, and loses another account's", async () => {
    const shop = await studioWithCarrier(carrier);
    const { owner, page, studio, key } = shop;
    await chooseSender(shop);
    await posted(owner, `${page}/key`, { carrierKey: key });
    expect((await studio.db.select(carrierAccounts))[0]?.sender).not.toBeNull();
    await posted(owner, `${page}/key`, { carrierKey: carrier.makeKey() });
    expect((await studio.db.select(carrierAccounts))[0]?.sender).toBeNull();
  });

  it("is sealed anew after the Worker's secret was replaced", async () => {
    const { studio } = await studioWithCarrier(carrier);
    const sealed = async () => (await studio.db.select(carrierAccounts))[0]?.sealedKey;
    const before = await sealed();
    const secrets = { LINK_SECRET: "another secret of thirty-two characters", LINK_SECRET_PREVIOUS: env.LINK_SECRET };
    await worker.scheduled(createScheduledController(), { ...env, ...secrets });
    const after = await sealed();
    expect(after).not.toBe(before);
    const back = { LINK_SECRET_PREVIOUS: secrets.LINK_SECRET };
    await worker.scheduled(createScheduledController(), { ...env, ...back });
    expect(await sealed()).not.toBe(after);
  });

  it("that was revoked is said on the page with its time, and the carrier is asked nothing more", async () => {
    const shop = await studioWithCarrier(carrier);
    const { owner, page, base, key } = shop;
    carrier.revokeKey(key);
    const asked = await owner.get(`${base}/places/cities?letters=${encodeURIComponent("Одес")}`);
    expect(JSON.parse(asked.html)).toEqual({ status: "unavailable" });
    const shown = await owner.get(page);
    expect(shown.text).toMatch(/Since .+: Nova Poshta does not know this key, or it was revoked\./);
    const calls = carrier.calls.length;
    await owner.get(`${base}/places/cities?letters=${encodeURIComponent("Дніп")}`);
    expect(carrier.calls).toHaveLength(calls);
    await posted(owner, `${page}/key`, { carrierKey: carrier.makeKey() });
    expect((await owner.get(page)).text).not.toContain("revoked");
  });
});

describe("the sender", () => {
  it("is a contact of the key's, with a branch that is looked up at the carrier", async () => {
    const shop = await studioWithCarrier(carrier);
    const sender = await chooseSender(shop);
    expect(sender).toMatchObject({ contactName: "Майстренко Оксана", phoneNumber: "+380671112233", cityRef: KYIV });
    expect(sender.branchName).toMatch(/^Відділення №1:/);
    const shown = await shop.owner.get(shop.page);
    for (const text of ["Кобза Друк ФОП", "Майстренко Оксана", "м. Київ, Київська обл.", sender.branchName]) {
      expect(shown.text).toContain(text);
    }
  });

  it("is chosen without scripts too: of several cities of a name, the page asks which", async () => {
    const { owner, page, studio } = await studioWithCarrier(carrier);
    const at = `${page}/sender`;
    const typed = { cityName: "Київ", warehouseName: "1" };
    const unclear = await sendForm(owner, formOn(await owner.get(at), at, at), typed);
    expect(unclear.status).toBe(400);
    expect(unclear.faults.cityName).toContain("Several fit. Choose one.");
    expect(unclear.field("cityRef").options).toHaveLength(3);
    const chosen = await sendForm(owner, formOn(unclear, at, at), { cityRef: KYIV });
    expect(chosen.status, chosen.text).toBe(303);
    expect((await studio.db.select(carrierAccounts))[0]?.sender?.cityRef).toBe(KYIV);
  });

  it.each([
    [{ cityName: "Нідешнє" }, "cityName", "knows no such city"],
    [{ warehouseName: "9999999" }, "warehouseName", "has no such branch"],
    [{ contact: "a|b" }, "contact", "no such contact any more"],
    [{ phoneNumber: "12" }, "phoneNumber", "Enter a phone number"],
  ])("with %o is refused beside its field", async (changed, field, said) => {
    const { owner, page, studio } = await studioWithCarrier(carrier);
    const contact = (await owner.get(`${page}/sender`)).field("contact").options[0] ?? "";
    const fields = { contact, phoneNumber: "+380671112233", cityName: "Львів", cityRef: LVIV, warehouseName: "1" };
    const refusedPage = await owner.post(`${page}/sender`, { ...fields, ...changed });
    expect(refusedPage.status).toBe(400);
    expect(refusedPage.faults[field], refusedPage.text).toContain(said);
    expect((await studio.db.select(carrierAccounts))[0]?.sender).toBeNull();
  });

  it("is not kept while the carrier asks for patience, and the form says so", async () => {
    const { owner, page, studio } = await studioWithCarrier(carrier);
    const at = `${page}/sender`;
    const form = formOn(await owner.get(at), at, at);
    // The senders take two calls; then the city is looked up.
    carrier.troubles.push("unknown_fields", "unknown_fields", "busy");
    const refused = await sendForm(owner, form, { cityName: "Львів", warehouseName: "1" });
    expect(refused.status, refused.text).toBe(400);
    expect(refused.text).toContain("Nova Poshta asks for patience");
    expect((await studio.db.select(carrierAccounts))[0]?.sender).toBeNull();
  });

  it("cannot be chosen while the carrier is down: its page says so", async () => {
    const { owner, page } = await studioWithCarrier(carrier);
    carrier.trouble = "down";
    const answer = await owner.get(`${page}/sender`);
    expect(answer.location).toBe(page);
    expect((await owner.get(page)).text).toContain("Nova Poshta does not answer.");
  });
});

describe("the methods that the carrier carries", () => {
  it("are those with its name at first, and then those that the owner ticks", async () => {
    const shop = await panelStudio();
    const { owner, studio } = shop;
    const method = async (name: string, isPickup = false) => {
      const [row] = await studio.db.insert(deliveryMethods, { name, isPickup });
      return row?.id ?? 0;
    };
    const ids = {
      post: await method("Нова пошта"),
      courier: await method("Кур’єр"),
      own: await method("Самовивіз", true),
    };
    const { page } = await studioWithCarrier(carrier, shop);
    const carried = async () => (await studio.db.select(carrierAccounts))[0]?.methodIds;
    expect(await carried()).toEqual([ids.post]);
    expect((await owner.get(page)).fields("methodIds[]").map(({ value }) => value)).toEqual(
      [ids.post, ids.courier].map(String),
    );
    const saved = await posted(owner, `${page}/methods`, { "methodIds[]": [String(ids.courier), "999999"] });
    expect(await carried()).toEqual([ids.courier]);
    await undo(owner, saved);
    expect(await carried()).toEqual([ids.post]);
  });
});

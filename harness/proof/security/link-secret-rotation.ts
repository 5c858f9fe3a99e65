// Rotation of LINK_SECRET: everything that it signs or seals, before, while the old one is accepted, and after that.

import { eq } from "drizzle-orm";
import { FORM_TOKEN, PanelClient } from "../../../scripts/browser/panel-client.ts";
import { StorefrontClient } from "../../../scripts/browser/storefront-client.ts";
import { startEngine } from "../../../scripts/local/engine-process.ts";
import { carrierAccounts, studios, telegramBots } from "../../../src/db/schema.ts";
import { seal, unseal } from "../../../src/platform/sealed-text.ts";
import { uniqueBox } from "../../models.ts";
import { anotherVisitor } from "../../storefront-operations.ts";
import { addOwner } from "../../studios.ts";
import { LINK_SECRET as OLD } from "../../systems/miniflare-system.ts";
import { form } from "../../upload-requests.ts";
import { type Check, RotatedSystem } from "./rotated-system.ts";

const NEW = "the next secret for links that only this system knows";
const [DONE, SEE_OTHER, GONE] = [200, 303, 404];
const BOT_TOKEN = "7000000001:a-token-of-a-bot-that-does-not-exist";
const CARRIER_KEY = "0123456789abcdef0123456789abcdef";

const replaced = { variables: { LINK_SECRET: NEW, LINK_SECRET_PREVIOUS: OLD } };
const gone = { variables: { LINK_SECRET: NEW } };

export function rotateLinkSecret(): Promise<readonly Check[]> {
  return withSignedThings(async ({ system, link, orderOld, orderNew, postOldForm, page, sealedBy }) => {
    const before = { link: await system.status(link), isSealed: await sealedBy(OLD) };
    await system.restart(replaced);
    const between = {
      link: await system.status(link),
      key: await system.statusOfApi("/me"),
      session: await page("/panel/account"),
      form: await postOldForm(),
      isOrdered: await orderOld(0),
    };
    await system.now.runSchedule();
    const isSealedAnew = await sealedBy(NEW);
    await system.restart(gone);
    return [
      { says: "a download link works before", holds: before.link === DONE },
      { says: "with both secrets the link works", holds: between.link === DONE },
      { says: "with both secrets the key is accepted", holds: between.key === DONE },
      { says: "with both secrets the session goes on", holds: between.session.status === DONE },
      { says: "a form that was open is not taken, and is shown again", holds: !between.form.isTaken },
      { says: "it is taken when it is sent once more", holds: between.form.isTakenAgain },
      { says: "with both secrets a quote of the order page is ordered", holds: between.isOrdered },
      {
        says: "the hourly run seals the bot's token and the carrier's key anew",
        holds: before.isSealed && isSealedAnew,
      },
      { says: "without the old secret the link is dead", holds: (await system.status(link)) === GONE },
      { says: "without the old secret the key is accepted", holds: (await system.statusOfApi("/me")) === DONE },
      { says: "without the old secret an older quote is not ordered", holds: !(await orderOld(1)) },
      { says: "a new quote is ordered", holds: await orderNew() },
      { says: "the bot's token and the carrier's key are opened by the new secret", holds: await sealedBy(NEW) },
    ];
  });
}

export function rotateLinkSecretAtOnce(): Promise<readonly Check[]> {
  return withSignedThings(async ({ system, link, orderOld, orderNew, page, sealedBy, base }) => {
    await system.restart(gone);
    await system.now.runSchedule();
    const places = await (await page(`${base}/places/cities?letters=${encodeURIComponent("Львів")}`)).text();
    const carrierPage = await (await page(`${base}/carrier`)).text();
    return [
      { says: "an old link is dead at once", holds: (await system.status(link)) === GONE },
      { says: "the key is accepted", holds: (await system.statusOfApi("/me")) === DONE },
      { says: "the session goes on", holds: (await page("/panel/account")).status === DONE },
      { says: "an older quote is not ordered", holds: !(await orderOld(0)) },
      { says: "a new quote is ordered", holds: await orderNew() },
      { says: "the bot's token and the carrier's key are opened no more", holds: !(await sealedBy(NEW)) },
      { says: "the carrier is not asked", holds: places.includes("unavailable") },
      {
        says: "the carrier's page says that the key is not known",
        holds: carrierPage.includes("не знає цього ключа"),
      },
    ];
  });
}

interface SignedThings {
  readonly system: RotatedSystem;
  /** The path of a download link. */
  readonly link: string;
  /** Orders the first or second quote that was given before the rotation. */
  orderOld(index: 0 | 1): Promise<boolean>;
  /** Orders a quote that is given now. */
  orderNew(): Promise<boolean>;
  /** A page of the panel, with the owner's cookies of before. */
  page(path: string): Promise<Response>;
  /** Posts a form of before, and then the form of its answer. */
  postOldForm(): Promise<{ readonly isTaken: boolean; readonly isTakenAgain: boolean }>;
  /** Whether this secret opens the bot's token and the carrier's key as they are stored. */
  sealedBy(secret: string): Promise<boolean>;
  /** The path of the studio's pages in the panel. */
  readonly base: string;
}

async function withSignedThings(
  rotate: (things: SignedThings) => Promise<readonly Check[]>,
): Promise<readonly Check[]> {
  const engine = await startEngine({});
  const system = await RotatedSystem.start(engine);
  try {
    return await rotate(await signedThings(system));
  } finally {
    await system.stop();
    await engine.stop();
  }
}

async function signedThings(system: RotatedSystem): Promise<SignedThings> {
  const { studio } = system;
  const { database, url } = system.now;
  const [{ slug } = { slug: "" }] = await database.select().from(studios).where(eq(studios.id, studio.id));
  const base = `/panel/studios/${slug}`;
  await database.insert(telegramBots).values({
    ...{ studioId: studio.id, botId: 7_000_000_001, username: "rotation_bot", origin: url.origin },
    ...{ sealedToken: await seal(OLD, "telegram-token", BOT_TOKEN), webhookHash: "webhook", secretHash: "secret" },
  });
  await database.insert(carrierAccounts).values({
    ...{ studioId: studio.id, carrier: "nova_poshta", sealedKey: await seal(OLD, "carrier-key", CARRIER_KEY) },
    ...{ methodIds: [], connectedAt: Date.now() },
  });
  const owner = new PanelClient(url.href);
  await owner.signIn(await addOwner(database, studio.id));
  const [, oldToken = ""] = FORM_TOKEN.exec((await owner.get("/panel/account")).html) ?? [];
  const Cookie = owner
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
  const post = (formToken: string) =>
    system.fetch("/panel/account", {
      method: "POST",
      headers: { Cookie, Origin: system.now.url.origin },
      body: new URLSearchParams({ name: "Оксана", language: "en", theme: "dark", formToken }),
    });
  const visitor = () => new StorefrontClient(system.now.url.href, slug);
  const { modelId } = await visitor().sendModel("part.stl", uniqueBox());
  const { materialId, printingQualityId } = studio;
  const quote = () => visitor().quote([{ modelId, materialId, printingQualityId, finishingIds: [], quantity: 2 }]);
  const order = async (token: string) => {
    const ordered = visitor().order({ ...anotherVisitor().customer, quote: token });
    return ordered.then(() => true).catch(() => false);
  };
  const old = [(await quote()).token, (await quote()).token] as const;
  return {
    ...{ system, base, link: await downloadLink(system) },
    orderOld: (index) => order(old[index]),
    orderNew: async () => order((await quote()).token),
    page: (path) => system.fetch(path, { headers: { Cookie, "Accept-Language": "en" } }),
    async postOldForm() {
      const answer = await post(oldToken);
      const [, formToken = ""] = FORM_TOKEN.exec(await answer.text()) ?? [];
      return { isTaken: answer.status === SEE_OTHER, isTakenAgain: (await post(formToken)).status === SEE_OTHER };
    },
    async sealedBy(secret) {
      const [bot] = await system.now.database.select().from(telegramBots);
      const [account] = await system.now.database.select().from(carrierAccounts);
      const opened = [
        await unseal(secret, "telegram-token", bot?.sealedToken ?? ""),
        await unseal(secret, "carrier-key", account?.sealedKey ?? ""),
      ];
      return opened[0] === BOT_TOKEN && opened[1] === CARRIER_KEY;
    },
  };
}

/** The path of the first download link of an order that the API places. */
async function downloadLink(system: RotatedSystem): Promise<string> {
  const { key, materialId, printingQualityId } = system.studio;
  const customer = { customerFirstName: "Олена", customerLastName: "Коваль", customerEmail: "olena@example.com" };
  const items = JSON.stringify([{ materialId, printingQualityId }]);
  const fields = { ...customer, customerPhoneNumber: "+380501234567", items };
  const { contentType, body } = await form(fields, [["models[]", uniqueBox()]]);
  const answer = await system.fetch("/api/v1/orders", {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": contentType, Prefer: "wait=30" },
    body: new Uint8Array(body),
  });
  const [, link] = /"downloadUrl":"([^"]+)"/.exec(await answer.text()) ?? [];
  if (link === undefined) throw new Error(`the order was answered ${answer.status}, without a link`);
  return new URL(link).pathname;
}

// The order page's check against robots in the panel: Turnstile's two keys, asked about, replaced and removed.

import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { storefronts } from "../../../src/db/schema.ts";
import { readStorefrontSettings } from "../../../src/studios/storefront-settings.store.ts";
import { PANEL_ORIGIN, panelStudio, posted } from "../support/panel.ts";

afterEach(() => void vi.restoreAllMocks());

async function openShop() {
  const { owner, studio, base } = await panelStudio();
  return { owner, studio, page: `${base}/order-page` };
}

describe("the check against robots", () => {
  const keys = { turnstileSiteKey: "1x00000000000000000000AA", turnstileSecret: "1x0000000000000000000000000000000AA" };
  const faults = (code: string) => ({ success: false, "error-codes": [code] });
  let turnstile: MockInstance<typeof fetch>;

  // Turnstile compares the secret first, then misses a widget's token.
  beforeEach(() => {
    turnstile = vi.spyOn(globalThis, "fetch");
    turnstile.mockImplementation(async (address, init) => {
      expect(String(address)).toBe("https://challenges.cloudflare.com/turnstile/v0/siteverify");
      const asked = new URLSearchParams(String(init?.body));
      expect([...asked.keys()]).toEqual(["secret", "response"]);
      const isKnown = ["other-secret", keys.turnstileSecret].includes(asked.get("secret") ?? "");
      return Response.json(faults(isKnown ? "invalid-input-response" : "invalid-input-secret"));
    });
  });

  it("takes both keys and never shows the secret again, not even in a refused form or after an ended session", async () => {
    const { owner, page, studio } = await openShop();
    expect((await owner.get(page)).text).toContain("Against robots Off");
    const saved = await posted(owner, `${page}/turnstile`, keys);
    expect(await readStorefrontSettings(studio.db)).toMatchObject(keys);
    expect(saved.text).toContain("Against robots On");
    expect(saved.text).toContain(keys.turnstileSiteKey);
    const refused = await owner.post(`${page}/turnstile`, { ...keys, turnstileSiteKey: "" });
    expect(refused.status).toBe(400);
    const asked = await owner.postBare(`${page}/turnstile`, { formToken: "old", ...keys }, { Origin: PANEL_ORIGIN });
    expect(asked.status).toBe(403);
    for (const { html } of [saved, await owner.get(page), refused, asked])
      expect(html).not.toContain(keys.turnstileSecret);
  });

  it("takes no secret that Turnstile does not know, or cannot be asked about: customers could not order", async () => {
    const { owner, page, studio } = await openShop();
    const wrong = { ...keys, turnstileSecret: "of-another-widget" };
    const uncheckable = "Turnstile does not answer now, so the secret could not be checked.";
    const answers = [
      ["Turnstile does not know this secret.", () => Response.json(faults("invalid-input-secret"))],
      [uncheckable, () => Response.json(faults("internal-error"))],
      [uncheckable, () => Response.json(faults("a-code-of-tomorrow"))],
      [uncheckable, () => Response.json({ success: false, "error-codes": [] })],
      [uncheckable, () => Response.error()],
    ] as const;
    for (const [sentence, answer] of answers) {
      turnstile.mockImplementation(async () => answer());
      const refused = await owner.post(`${page}/turnstile`, wrong);
      expect([refused.status, refused.faults.turnstileSecret], refused.html).toEqual([
        400,
        expect.stringContaining(sentence),
      ]);
      expect(refused.field("turnstileSiteKey").value).toBe(keys.turnstileSiteKey);
      expect(refused.html).not.toContain(wrong.turnstileSecret);
    }
    expect(await studio.db.select(storefronts)).toEqual([]);
  });

  it("is replaced, and turned off after a question", async () => {
    const { owner, page, studio } = await openShop();
    expect((await owner.get(`${page}/turnstile/remove`)).location).toBe(page);
    await posted(owner, `${page}/turnstile`, keys);
    await posted(owner, `${page}/turnstile`, { turnstileSiteKey: "another", turnstileSecret: "other-secret" });
    expect(await readStorefrontSettings(studio.db)).toMatchObject({
      turnstileSiteKey: "another",
      turnstileSecret: "other-secret",
    });
    expect((await owner.get(`${page}/turnstile/remove`)).text).toContain("Both keys are removed.");
    await posted(owner, `${page}/turnstile/remove`);
    expect(await readStorefrontSettings(studio.db)).toMatchObject({ turnstileSiteKey: null, turnstileSecret: null });
  });
});

// Posted forms that are too large or unreadable: refused before any use.

import { describe, expect, it } from "vitest";
import { Browser, createPerson, PANEL_ORIGIN, PASSWORD, panelStudio, signedIn } from "../support/panel.ts";

const KILOBYTE = 1024;
const MOST = 256 * KILOBYTE;
const FORM = "application/x-www-form-urlencoded";
const FROM_US = { Origin: PANEL_ORIGIN, "Content-Type": FORM, "Accept-Language": "en" };
/** The title of a page that shows nothing of the form. */
const SMALL = 10 * KILOBYTE;

/** A chunked body without a Content-Length. */
function streamed(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + 16 * KILOBYTE));
      at += 16 * KILOBYTE;
    },
  });
}

const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=`).join("&");
const paths = [
  "/panel/studios/any/orders/1/note",
  "/panel/sign-in",
  "/panel/sign-out",
  "/panel/links/x",
  "/panel/none",
];

describe("a form of a visitor", () => {
  it.each(paths)("is of at most 256 KB, and nothing of a larger one is shown: %s", async (path) => {
    const body = `note=${"x".repeat(MOST)}`;
    for (const [sent, headers] of [
      [body, FROM_US],
      [streamed(body), FROM_US],
      // A false Content-Length.
      [streamed(body), { ...FROM_US, "Content-Length": "10" }],
      [streamed(body), { ...FROM_US, "Transfer-Encoding": "chunked" }],
    ] as const) {
      const page = await new Browser().postBody(path, sent, headers);
      expect(page.status, page.html).toBe(413);
      expect(page.text).toContain("At most 256 KB together. Go back and send it in parts.");
      expect(page.html.length).toBeLessThan(SMALL);
    }
  });

  it.each(paths)("is of at most 300 fields, and nothing of a larger one is shown: %s", async (path) => {
    const body = fields(301);
    for (const sent of [body, streamed(body)]) {
      const page = await new Browser().postBody(path, sent, FROM_US);
      expect(page.status, page.html).toBe(413);
      expect(page.html.length).toBeLessThan(SMALL);
    }
  });

  it("is refused at once, of however many fields", async () => {
    const refusedIn = async (body: string) => {
      const start = performance.now();
      const page = await new Browser().postBody("/panel/account", body, FROM_US);
      expect(page.status).toBe(413);
      return performance.now() - start;
    };
    const inOneField = await refusedIn("x".repeat(MOST + 1));
    // Measured: 12 times and 6 times as long.
    expect(await refusedIn("=&".repeat(MOST / 2))).toBeLessThan(200 * inOneField);
    expect(await refusedIn(fields(2_000_000))).toBeLessThan(200 * inOneField);
  });

  it.each(["/panel/sign-in", "/panel/sign-out", `/panel/links/${"a".repeat(43)}`])(
    "without its token is not listed back on a visitor's page: %s",
    async (path) => {
      const page = await new Browser().postBody(path, `note=${"x".repeat(200 * KILOBYTE)}&secret=1`, FROM_US);
      expect(page.status, page.html).toBe(403);
      expect(page.html.length).toBeLessThan(SMALL);
      expect(page.text).not.toContain("secret");
      const again = path.endsWith("sign-out") ? "/panel" : path;
      if (path.endsWith("sign-in")) expect(page.form("/panel/sign-in").method).toBe("post");
      else expect(page.addresses).toContain(again);
    },
  );

  it("is kept for after signing in up to 64 KB, and only if such a form exists", async () => {
    const kept = await new Browser().postBody("/panel/account", `name=${"x".repeat(60 * KILOBYTE)}`, FROM_US);
    expect(kept.status, kept.html).toBe(401);
    expect(kept.fields("resumed")).toHaveLength(1);
    expect(kept.text).toContain("what you typed is kept");
    for (const [path, sent] of [
      ["/panel/account", `name=${"x".repeat(65 * KILOBYTE)}`],
      ["/panel/studiosx", "name=x"],
      ["/panel/anything", "name=x"],
    ] as const) {
      const page = await new Browser().postBody(path, sent, FROM_US);
      expect(page.status, page.html).toBe(401);
      expect(page.fields("resumed")).toEqual([]);
      expect(page.html.length).toBeLessThan(SMALL);
      expect(page.text).toContain("Sign in and fill in the form again: it could not be kept.");
    }
  });

  it("that was kept can be sent with the sign-in form, in Cyrillic too", async () => {
    const person = await createPerson();
    const name = "ї".repeat(10_000);
    const typed = { Origin: PANEL_ORIGIN };
    const browser = new Browser();
    await browser.get("/panel/sign-in");
    const kept = await browser.postBare("/panel/account", { name }, typed);
    const fieldsOfSignIn = { email: person.email, password: PASSWORD, resumed: kept.field("resumed").value };
    const again = await browser.post("/panel/sign-in", fieldsOfSignIn);
    expect(again.status, again.html.slice(0, 2000)).toBe(200);
    expect(again.field("name").value).toBe(name);
  });
});

describe("a form of a signed-in person", () => {
  const photos = (base: string) => `${base}/catalog/products/1/photos`;
  const photo = (bytes: number) => new File([new Uint8Array(bytes)], "photo.jpg");

  it("may be of 10 MB if it carries photos of a product, otherwise of 256 KB", async () => {
    const { owner, base } = await panelStudio();
    const bytes = { photos: photo(MOST) };
    expect((await owner.post(photos(base), bytes)).status).not.toBe(413);
    for (const path of [`${base}/catalog/materials/new`, `${photos(base)}/address`, "/panel/account"]) {
      const page = await owner.post(path, bytes);
      expect(page.status, page.html).toBe(413);
      expect(page.text).toContain("At most 256 KB together.");
    }
    const tooLarge = await owner.post(photos(base), { photos: photo(10 * 1024 * KILOBYTE) });
    expect(tooLarge.status, tooLarge.html).toBe(413);
    expect(tooLarge.text).toContain("At most 10 MB together.");
    // A form of texts carries no photos, and a visitor without a session may send none.
    const text = await owner.postBody(photos(base), `photos=${"x".repeat(MOST)}`, FROM_US);
    expect(text.status, text.html).toBe(413);
    expect((await new Browser().post(photos(base), bytes)).status).toBe(413);
  });

  it("and has no token any more is shown again up to 64 KB, and never the 10 MB of photos", async () => {
    const { owner, base } = await panelStudio();
    const typed = { note: "Не забути", formToken: "old" };
    const page = await owner.postBare(photos(base), typed, { Origin: PANEL_ORIGIN });
    expect(page.status, page.html).toBe(403);
    expect(page.text).toContain("Не забути");
    const text = "x".repeat(MOST);
    const large = { ...typed, note: text, photos: photo(1) };
    const refused = await owner.postBare(photos(base), large, { Origin: PANEL_ORIGIN });
    expect(refused.status, refused.html.slice(0, 2000)).toBe(403);
    expect(refused.html.length).toBeLessThan(SMALL);
  });
});

describe("an unreadable form", () => {
  it.each([
    ["multipart/form-data", "garbage"],
    ["multipart/form-data; boundary=x", "garbage"],
    ["multipart/form-data; boundary=x", "--x\r\nContent-Disposition: nonsense"],
    ["multipart/form-data; boundary=", ""],
  ])("is refused as one: %s %j", async (type, body) => {
    const browser = await signedIn(await createPerson());
    for (const asked of [browser, new Browser()]) {
      for (const path of ["/panel/account", "/panel/sign-in"]) {
        const page = await asked.postBody(path, body, { ...FROM_US, "Content-Type": type });
        expect(page.status, page.html).toBe(400);
        expect(page.text).toContain("This form cannot be accepted");
      }
    }
  });

  it.each(["text/plain", "application/json", "", "nonsense"])("has no fields if its type is %j", async (type) => {
    const page = await new Browser().postBody("/panel/sign-in", "email=x", { ...FROM_US, "Content-Type": type });
    expect(page.status, page.html).toBe(403);
  });
});

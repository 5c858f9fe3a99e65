// The panel's products: create, edit, order, archive, and their photos in the bucket.

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { idOf, productRow } from "../../../harness/catalog-rows.ts";
import { products } from "../../../src/db/schema.ts";
import { type PanelStudio, panelStudio, posted, signedIn, staffOf, textOf } from "../support/panel.ts";
import { photoFile } from "../support/photos.ts";
import { objectsOf } from "../support/requests.ts";
import type { TestStudio } from "../support/studio.ts";

const VASE = { title: "Ваза «Спіраль»", description: "PETG, 18 см", price: "450,50", leadTime: "3" };

interface ShownProduct {
  readonly id: number;
  readonly title: string;
  readonly photos: readonly string[];
  readonly isActive: boolean;
}

async function addProduct(studio: TestStudio, row: Parameters<typeof productRow>[0] = {}): Promise<number> {
  return idOf((await studio.db.insert(products, productRow({ photos: [], ...row })))[0]);
}

async function photosOf(studio: TestStudio, id: number): Promise<readonly string[]> {
  const row = (await studio.db.select(products)).find((candidate) => candidate.id === id);
  return row?.photos ?? [];
}

const pathOf = ({ base }: PanelStudio, ...rest: readonly (string | number)[]) =>
  [base, "catalog", "products", ...rest].join("/");

describe("products", () => {
  it("are created, shown by the API, and changed", async () => {
    const panel = await panelStudio();
    const { studio, owner } = panel;
    const page = await posted(owner, pathOf(panel, "new"), VASE);
    expect(textOf(page)).toContain("“Ваза «Спіраль»” is in the catalog.");
    const [product] = await studio.data<ShownProduct[]>("/products");
    expect(product).toMatchObject({
      title: VASE.title,
      description: VASE.description,
      photos: [],
      price: { amount: "450.50" },
      leadTime: 3,
      isActive: true,
    });
    const list = await posted(owner, pathOf(panel, product?.id ?? 0), {
      title: "Ваза",
      description: "",
      price: "1",
      leadTime: "",
    });
    expect(textOf(list)).toContain("Ваза ₴1.00 not stated");
    expect(await studio.data("/products")).toMatchObject([{ title: "Ваза", description: null, leadTime: null }]);
  });

  it("show each fault beside its field, and keep the typed values", async () => {
    const panel = await panelStudio();
    const answer = await panel.owner.post(pathOf(panel, "new"), {
      title: "",
      description: "<script>alert(1)</script>",
      price: "багато",
      leadTime: "1.5",
    });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain('id="fault-title">Fill in this field.');
    expect(answer.html).toContain('id="fault-price">Enter a number, such as 12.50.');
    expect(answer.html).toContain('id="fault-leadTime">');
    expect(answer.html).toContain('value="багато"');
    expect(answer.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(await panel.studio.data("/products")).toEqual([]);
  });

  it("have a name that can be seen", async () => {
    const panel = await panelStudio();
    for (const [title, sentence] of [
      ["\u200b\u200b", "Fill in this field."],
      ["Va\u202ese", "Type it anew: it holds characters that cannot be seen."],
    ] as const) {
      const answer = await panel.owner.post(pathOf(panel, "new"), { ...VASE, title });
      expect(answer.status).toBe(400);
      expect(answer.html).toContain(`id="fault-title">${sentence}`);
    }
    expect(await panel.studio.data("/products")).toEqual([]);
  });

  it("are ordered, archived and restored, each undone by its notice", async () => {
    const panel = await panelStudio();
    const { studio, owner } = panel;
    const first = await addProduct(studio, { title: "First", position: 0 });
    const second = await addProduct(studio, { title: "Second", position: 1 });
    const moved = await posted(owner, pathOf(panel, second, "move"), { direction: "up" });
    expect(textOf(moved)).toMatch(/Second .* First/);
    expect(moved.html).toContain(`action="${pathOf(panel, second, "move")}"`);
    const archived = await posted(owner, pathOf(panel, first, "archive"));
    expect(textOf(archived)).toContain("“First” is archived.");
    expect(archived.html).toContain(`action="${pathOf(panel, first, "restore")}"`);
    expect(await studio.data<ShownProduct[]>("/products")).toMatchObject([{ isActive: false }, { isActive: true }]);
    await posted(owner, pathOf(panel, first, "restore"));
    expect(await studio.data<ShownProduct[]>("/products")).toMatchObject([{ isActive: true }, { isActive: true }]);
  });

  it("of another studio do not exist, nor do their photos", async () => {
    const [panel, other] = [await panelStudio(), await panelStudio()];
    const id = await addProduct(other.studio, { photos: ["https://example.com/a.jpg"] });
    expect((await panel.owner.get(pathOf(panel, id))).status).toBe(404);
    const photo = { photo: "https://example.com/a.jpg", direction: "up" };
    for (const [path, fields] of [
      ["", VASE],
      ["archive", {}],
      ["restore", {}],
      ["move", { direction: "up" }],
      ["photos", { photos: photoFile("jpg") }],
      ["photos/address", { address: "https://example.com/b.jpg" }],
      ["photos/move", photo],
      ["photos/remove", photo],
    ] as const) {
      const answer = await panel.owner.post(pathOf(panel, id, ...(path === "" ? [] : [path])), fields);
      expect(answer.status, path).toBe(404);
    }
    expect(await photosOf(other.studio, id)).toEqual(["https://example.com/a.jpg"]);
    expect(await objectsOf(panel.studio)).toEqual([]);
  });

  it("have a price that only the owner sets: staff see it, and are refused if they post it", async () => {
    const panel = await panelStudio();
    const staff = await staffOf(panel);
    const id = await addProduct(panel.studio, { priceMinor: 45_000 });
    const page = await staff.get(pathOf(panel, id));
    expect(textOf(page)).toContain("Price ₴450.00");
    expect(page.html).not.toContain('name="price"');
    expect((await staff.post(pathOf(panel, id), VASE)).status).toBe(403);
    expect((await staff.get(pathOf(panel, "new"))).status).toBe(403);
    expect((await staff.post(pathOf(panel, "new"), VASE)).status).toBe(403);
    const { price: _, ...details } = VASE;
    await posted(staff, pathOf(panel, id), details);
    expect(await panel.studio.data("/products")).toMatchObject([{ title: VASE.title, price: { amount: "450.00" } }]);
  });
});

describe("photos of a product", () => {
  it("are kept in the bucket, in the order they were sent, and shown by the API by their whole addresses", async () => {
    const panel = await panelStudio();
    const { studio, owner } = panel;
    const id = await addProduct(studio, { photos: ["https://example.com/a.jpg"] });
    // Their names say something else than their content.
    const sent = [photoFile("webp", "a.png"), photoFile("jpg", "b"), photoFile("png", "c.jpg")];
    await posted(owner, pathOf(panel, id, "photos"), { photos: sent });
    const photos = await photosOf(studio, id);
    const own = (extension: string) =>
      expect.stringMatching(new RegExp(`^/photos/${studio.id}/[0-9a-f-]{36}\\.${extension}$`));
    expect(photos).toEqual(["https://example.com/a.jpg", own("webp"), own("jpg"), own("png")]);
    expect(await objectsOf(studio, "photos")).toHaveLength(3);
    const [product] = await studio.data<ShownProduct[]>("/products");
    expect(product?.photos).toEqual([
      "https://example.com/a.jpg",
      ...photos.slice(1).map((path) => `https://studio.example${path}`),
    ]);
  });

  it("are moved, and removed together with their objects", async () => {
    const panel = await panelStudio();
    const { studio, owner } = panel;
    const id = await addProduct(studio);
    await posted(owner, pathOf(panel, id, "photos"), { photos: [photoFile("jpg"), photoFile("png")] });
    const [first = "", second = ""] = await photosOf(studio, id);
    const moved = await posted(owner, pathOf(panel, id, "photos", "move"), { photo: second, direction: "up" });
    expect(textOf(moved)).toContain("The photo is moved. Undo");
    expect(moved.html).toContain('name="direction" value="down"');
    expect(await photosOf(studio, id)).toEqual([second, first]);
    const unmoved = await posted(owner, pathOf(panel, id, "photos", "move"), { photo: second, direction: "up" });
    expect(textOf(unmoved)).not.toContain("The photo is moved.");
    expect(await photosOf(studio, id)).toEqual([second, first]);
    await posted(owner, pathOf(panel, id, "photos", "remove"), { photo: second });
    expect(await photosOf(studio, id)).toEqual([first]);
    expect(await objectsOf(studio, "photos")).toEqual([expect.stringContaining(first.slice(-40, -4))]);
    expect((await owner.post(pathOf(panel, id, "photos", "remove"), { photo: second })).status).toBe(404);
  });

  it("are removed only after a question that shows them", async () => {
    const panel = await panelStudio();
    const { studio, owner } = panel;
    const id = await addProduct(studio, { title: "<b>Vase", photos: ["https://example.com/a.jpg?x=1&y=2"] });
    await posted(owner, pathOf(panel, id, "photos"), { photos: photoFile("jpg") });
    const [elsewhere = "", own = ""] = await photosOf(studio, id);
    const { html } = await owner.get(pathOf(panel, id));
    const asks = [...html.matchAll(/href="([^"]*photos\/remove[^"]*)"/g)].map(([, href = ""]) => href);
    expect(asks).toEqual(
      [elsewhere, own].map((photo) => `${pathOf(panel, id, "photos", "remove")}?photo=${encodeURIComponent(photo)}`),
    );
    const [ofElsewhere, ofOwn] = await Promise.all(asks.map((path) => owner.get(path)));
    expect(ofElsewhere && textOf(ofElsewhere)).toContain("<b>Vase: remove this photo?");
    expect(ofElsewhere && textOf(ofElsewhere)).toContain("It stays on the other site.");
    expect(ofOwn && textOf(ofOwn)).toContain("It is deleted for good.");
    expect(ofOwn?.html).toContain(`name="photo" value="${own}"`);
    expect(await photosOf(studio, id)).toEqual([elsewhere, own]);
    const unknown = await owner.get(`${pathOf(panel, id, "photos", "remove")}?photo=javascript:alert(1)`);
    expect(unknown.status).toBe(404);
    const stranger = await panelStudio();
    expect((await stranger.owner.get(pathOf(stranger, id, "photos", "remove"))).status).toBe(404);
  });

  it("keep their object while another product shows them", async () => {
    const panel = await panelStudio();
    const { studio, owner } = panel;
    const id = await addProduct(studio);
    await posted(owner, pathOf(panel, id, "photos"), { photos: photoFile("jpg") });
    const [photo = ""] = await photosOf(studio, id);
    await addProduct(studio, { photos: [photo] });
    await posted(owner, pathOf(panel, id, "photos", "remove"), { photo });
    expect(await objectsOf(studio, "photos")).toHaveLength(1);
  });

  it("are refused by their content and size, each by its name, and nothing is kept", async () => {
    const panel = await panelStudio();
    const { studio, owner } = panel;
    const id = await addProduct(studio);
    const answer = await owner.post(pathOf(panel, id, "photos"), {
      photos: [
        photoFile("jpg", "good.jpg"),
        new File(["<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"], "<b>.jpg"),
        photoFile("png", "large.png", 5 * 1024 * 1024 + 1),
      ],
    });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain("“&lt;b&gt;.jpg” is not a JPEG, PNG or WebP image.");
    expect(answer.html).toContain("“large.png” is larger than 5 MB.");
    expect(answer.html).not.toContain("good.jpg");
    expect(await photosOf(studio, id)).toEqual([]);
    expect(await objectsOf(studio, "photos")).toEqual([]);
  });

  it("are at most ten, and an upload beyond that stores no photo", async () => {
    const panel = await panelStudio();
    const { studio, owner } = panel;
    const id = await addProduct(studio, {
      photos: Array.from({ length: 9 }, (_, index) => `https://example.com/${index}.jpg`),
    });
    const two = await owner.post(pathOf(panel, id, "photos"), { photos: [photoFile("jpg"), photoFile("jpg")] });
    expect(two.status).toBe(400);
    expect(textOf(two)).toContain("A product has at most 10 photos.");
    expect(await objectsOf(studio, "photos")).toEqual([]);
    await posted(owner, pathOf(panel, id, "photos", "address"), { address: "https://example.com/9.jpg" });
    const eleventh = await owner.post(pathOf(panel, id, "photos", "address"), {
      address: "https://example.com/10.jpg",
    });
    expect(eleventh.status).toBe(400);
    expect(await photosOf(studio, id)).toHaveLength(10);
  });

  it.each(["http://example.com/a.jpg", "javascript:alert(1)", "/photos/1/a.jpg", "https://", ""])(
    "are not at %j",
    async (address) => {
      const panel = await panelStudio();
      const id = await addProduct(panel.studio);
      const answer = await panel.owner.post(pathOf(panel, id, "photos", "address"), { address });
      expect(answer.status).toBe(400);
      expect(answer.html).toContain('id="fault-address"');
      expect(await photosOf(panel.studio, id)).toEqual([]);
    },
  );

  it("are stored once for every spelling of their address, so that removing one removes no other", async () => {
    const panel = await panelStudio();
    const { studio, owner } = panel;
    const id = await addProduct(studio);
    const path = pathOf(panel, id, "photos", "address");
    const twice = ["https://example.com/my vase.jpg", "https://EXAMPLE.com/my%20vase.jpg"];
    await posted(owner, path, { address: twice[0] ?? "" });
    for (const address of twice) {
      const answer = await owner.post(path, { address });
      expect(answer.status, address).toBe(400);
      expect(answer.html).toContain('id="fault-address">The product has this photo already.');
    }
    const answers = await Promise.all([1, 2].map(() => owner.post(path, { address: "https://example.com/b.jpg" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
    expect(await photosOf(studio, id)).toEqual(["https://example.com/my%20vase.jpg", "https://example.com/b.jpg"]);
    await posted(owner, pathOf(panel, id, "photos", "remove"), { photo: "https://example.com/b.jpg" });
    expect(await photosOf(studio, id)).toEqual(["https://example.com/my%20vase.jpg"]);
  });

  it("say that no file was chosen", async () => {
    const panel = await panelStudio();
    const id = await addProduct(panel.studio);
    const answer = await panel.owner.post(pathOf(panel, id, "photos"), { photos: new File([], "") });
    expect(answer.status).toBe(400);
    expect(textOf(answer)).toContain("Choose at least one file.");
  });

  it("leave nothing behind if the bucket fails on one of them", async () => {
    const panel = await panelStudio();
    const { studio } = panel;
    const id = await addProduct(studio);
    let puts = 0;
    const MODELS = new Proxy(env.MODELS, {
      get(bucket, name) {
        if (name === "put" && puts++ === 1) return async () => Promise.reject(new Error("the bucket is out"));
        const value = Reflect.get(bucket, name);
        return typeof value === "function" ? value.bind(bucket) : value;
      },
    });
    const owner = await signedIn(panel.ownerPerson, { MODELS });
    const answer = await owner.post(pathOf(panel, id, "photos"), { photos: [photoFile("jpg"), photoFile("png")] });
    expect(answer.status).toBe(500);
    expect(await photosOf(studio, id)).toEqual([]);
    expect(await objectsOf(studio, "photos")).toEqual([]);
  });
});

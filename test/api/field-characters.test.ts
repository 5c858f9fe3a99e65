// Characters that texts may not have: line breaks in names, and invisible or text-ending ones anywhere.

import { describe, expect, it } from "vitest";
import { orderOfBox, place } from "./support/orders.ts";
import { panelStudio } from "./support/panel.ts";
import { addOrder } from "./support/panel-orders.ts";
import { printingStudio } from "./support/requests.ts";
import { createStudio } from "./support/studio.ts";

const ONE_LINE = ["must be one line, without line breaks"];
const UNSEEN = ["must not have characters that cannot be seen"];

describe("an order", () => {
  it("is refused with a line break in a name, or a NUL in any text, with a sentence for each", async () => {
    const { studio, ...ids } = await printingStudio();
    const wrong = {
      customerFirstName: "Леся\nМарія",
      customerLastName: "Косач\u2028Квітка",
      customerLocale: "uk\u0000",
      deliveryCityName: "Київ\u0000",
      deliveryStreetName: "вул. Лесі\u2029Українки",
      source: "site\u0007",
    };
    const answer = await place(studio, orderOfBox(ids, wrong));
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({
      customerFirstName: ONE_LINE,
      customerLastName: ONE_LINE,
      customerLocale: UNSEEN,
      deliveryCityName: UNSEEN,
      deliveryStreetName: ONE_LINE,
      source: UNSEEN,
    });
  });
});

describe("a printer", () => {
  const send = async (body: object) => {
    const studio = await createStudio();
    const headers = { "Content-Type": "application/json" };
    return studio.answer("/printers", { method: "POST", body: JSON.stringify({ technologyId: 1, ...body }), headers });
  };

  it("has a name of one line, and a note of several without a NUL", async () => {
    const wrong = await send({ name: "Ender\r\n3", model: "V\u20282", maintenanceNote: "oil\u0000" });
    expect(wrong.status).toBe(400);
    expect(wrong.body.errors).toEqual({ name: ONE_LINE, model: ONE_LINE, maintenanceNote: UNSEEN });
    const right = await send({ name: " Ender 3\n", maintenanceNote: "oil\nbelts" });
    expect(right.status).toBe(201);
    expect(right.body.data).toMatchObject({ name: "Ender 3", maintenanceNote: "oil\nbelts" });
  });
});

describe("a form of the panel", () => {
  it("is refused with the same, beside its field, while a comment may have lines", async () => {
    const shop = await panelStudio();
    const wrong = await shop.owner.post(`${shop.base}/prices/studio`, { title: "Кобза\u2028Друк", locale: "uk" });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain("Type it in one line, without line breaks.");

    const id = await addOrder(shop.studio, {});
    const note = (text: string) => shop.owner.post(`${shop.base}/orders/${id}/notes`, { note: text });
    expect((await note("first line\r\nsecond line")).status).toBe(303);
    const refused = await note("first\u0000line");
    expect(refused.status).toBe(400);
  });
});

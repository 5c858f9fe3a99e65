// A visitor of the order page in a browser: chooses files, waits for prices, fills in the form.

import type { Locator, Page } from "playwright-core";
import { z } from "zod";
import type { Language } from "../../src/domain/person.ts";
import { checkoutWords } from "../../src/storefront/browser/words/checkout.words.ts";
import { partsWords } from "../../src/storefront/browser/words/parts.words.ts";

export interface VisitorFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface VisitorContact {
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly email: string;
  readonly city: string;
  readonly branch: string;
  readonly comment: string;
}

export const LESIA: VisitorContact = {
  firstName: "Леся",
  lastName: "Українка",
  phoneNumber: "+380501112233",
  email: "lesia@example.com",
  city: "Луцьк",
  branch: "Відділення № 7",
  comment: "Для виставки, лицьовий бік — верхній.",
};

export interface PlacedOrder {
  readonly orderId: number;
  /** The studio's own number of it, as its page says. */
  readonly orderNumber: number;
  /** The price on the button. */
  readonly amount: string;
}

const keptOrder = z.object({ orderId: z.int() });

/** The real slicer runs on a machine that may be busy with others. */
const MAX_SLICING_MS = 120_000;

export class StorefrontVisitor {
  readonly page: Page;
  readonly parts: ReturnType<typeof partsWords>;
  readonly checkout: ReturnType<typeof checkoutWords>;

  constructor(page: Page, language: Language) {
    this.page = page;
    this.parts = partsWords(language);
    this.checkout = checkoutWords(language);
  }

  async choose(...files: readonly VisitorFile[]): Promise<void> {
    await this.page
      .locator('input[type="file"]')
      .first()
      .setInputFiles(
        files.map(({ name, bytes }) => ({
          name,
          mimeType: "application/octet-stream",
          buffer: Buffer.from(bytes),
        })),
      );
  }

  card(fileName: string): Locator {
    return this.page.getByRole("article", { name: fileName, exact: true });
  }

  /** The price on the card, once it has one. Its quantity is the chosen one. */
  async priceOf(fileName: string): Promise<string> {
    const sum = this.card(fileName).locator("strong.card-sum");
    await sum.waitFor({ timeout: MAX_SLICING_MS });
    return amountIn(await sum.innerText());
  }

  /** Waits until this many pieces can be ordered and their sum is known. */
  async untilOrderable(pieceCount: number): Promise<Locator> {
    const name = this.checkout.basket.order(this.parts.counts.pieces(pieceCount));
    const button = this.page.getByRole("button", { name, exact: true, disabled: false });
    await button.waitFor({ timeout: MAX_SLICING_MS });
    return button;
  }

  /** Goes on to the form. */
  async goToOrder(pieceCount: number): Promise<void> {
    await (await this.untilOrderable(pieceCount)).click();
  }

  /** @param fileCount of files that are no models */
  async goToRequest(partCount: number, fileCount = 0): Promise<void> {
    const { parts, files, both } = this.parts.counts;
    const asked = fileCount === 0 ? parts(partCount) : both(parts(partCount), files(fileCount));
    const name = this.checkout.basket.request(asked);
    const button = this.page.getByRole("button", { name, exact: true, disabled: false });
    await button.click({ timeout: MAX_SLICING_MS });
  }

  async fillIn(contact: VisitorContact): Promise<void> {
    const { form } = this.checkout;
    const fields = {
      firstName: contact.firstName,
      lastName: contact.lastName,
      phoneNumber: contact.phoneNumber,
      email: contact.email,
      deliveryCityName: contact.city,
      deliveryWarehouseName: contact.branch,
      comment: contact.comment,
    };
    // The form is drawn a moment after the step to it.
    await this.page.locator('[name="firstName"]').waitFor();
    for (const [name, value] of Object.entries(fields)) {
      const field = this.page.locator(`[name="${name}"]`);
      // A request for a price asks for no delivery.
      if ((await field.count()) > 0) await field.fill(value);
    }
    await this.page
      .getByRole("checkbox", { name: form.consent })
      .or(this.page.getByRole("checkbox", { name: form.consentRequest }))
      .check();
  }

  /** The button that orders for good; it names the price. */
  get placing(): Locator {
    return this.page.getByRole("button", { name: this.checkout.form.place("").trim() });
  }

  /** Orders, and waits for the order's own page. */
  async place(): Promise<PlacedOrder> {
    await this.placing.waitFor({ timeout: MAX_SLICING_MS });
    const amount = amountIn(await this.placing.innerText());
    await this.placing.click();
    const orderId = await this.orderId();
    return { orderId, orderNumber: await this.#shownNumber(), amount };
  }

  /** Waits for the order's own page, which says its number alone: the tab keeps the id. */
  async orderId(): Promise<number> {
    await this.page.waitForURL(/\/orders\/[\w-]{20,}(?:[?#]|$)/, { timeout: MAX_SLICING_MS });
    const kept = await this.page.evaluate<string>(
      "sessionStorage.getItem('finished ' + location.pathname.split('/orders/')[0])",
    );
    return keptOrder.parse(JSON.parse(kept)).orderId;
  }

  /** Sends the request, and waits for its own page. @returns its number */
  async send(): Promise<number> {
    await this.page.getByRole("button", { name: this.checkout.form.send, exact: true }).click();
    await this.page.waitForURL(/\/requests\/[\w-]{20}/);
    return this.#shownNumber();
  }

  async #shownNumber(): Promise<number> {
    return numberIn(await this.page.getByRole("heading", { level: 1 }).innerText());
  }
}

function numberIn(text: string): number {
  const [digits] = /\d+/.exec(text) ?? [];
  if (digits === undefined) throw new Error(`no number in "${text}"`);
  return Number(digits);
}

/** `1 234,50 ₴` and `₴1,234.50` are `1234.50`: all amounts are shown with two decimals. */
export function amountIn(text: string): string {
  const digits = text.replace(/\D/g, "");
  if (digits.length < 3) throw new Error(`no amount in "${text}"`);
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

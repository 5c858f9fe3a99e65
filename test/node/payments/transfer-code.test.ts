// The QR code of a bank transfer, and the IBAN that it is made from.

import { describe, expect, it } from "vitest";
import { currencyOfCode } from "../../../src/domain/currency.ts";
import { minorUnits } from "../../../src/domain/money.ts";
import { transferCode } from "../../../src/payments/transfer-code.ts";
import { ibanOf } from "../../../src/studios/iban.ts";

const UKRAINIAN = "UA213223130000026007233566001";
const PAYEE = { payeeName: "ФОП Косач Леся", payeeIban: UKRAINIAN, payeeCode: "1234567890" };
const transfer = (amount: number, code: Parameters<typeof currencyOfCode>[0] = "UAH") => ({
  amount: minorUnits(amount),
  currency: currencyOfCode(code),
  purpose: "Оплата замовлення № 12",
});

const decoded = (link: string) => {
  const text = (link.split("/").at(-1) ?? "").replaceAll("-", "+").replaceAll("_", "/");
  return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
};

describe("the code of a transfer", () => {
  it("in hryvnias is a link of the National Bank with 13 lines, each ended", () => {
    const link = transferCode(PAYEE, transfer(30_050)) ?? "";
    expect(link).toMatch(/^https:\/\/bank\.gov\.ua\/qr\/[\w-]+$/);
    expect(decoded(link).split("\n")).toEqual([
      ...["BCD", "002", "1", "UCT", "", "ФОП Косач Леся", UKRAINIAN, "UAH300.50", "1234567890", "", ""],
      ...["Оплата замовлення № 12", "", ""],
    ]);
    expect(decoded(transferCode(PAYEE, transfer(30_000)) ?? "")).toContain("\nUAH300\n");
  });

  it("in euros is the text of the European Payments Council, without a code of the holder", () => {
    const payee = { payeeName: "Kobza OÜ", payeeIban: "EE382200221020145685", payeeCode: null };
    expect(transferCode(payee, transfer(1_230, "EUR"))).toBe(
      "BCD\n002\n1\nSCT\n\nKobza OÜ\nEE382200221020145685\nEUR12.30\n\n\nОплата замовлення № 12",
    );
  });

  it.each([
    ["no account", { ...PAYEE, payeeIban: null }, transfer(100)],
    ["no holder", { ...PAYEE, payeeName: null }, transfer(100)],
    ["no code of the holder in hryvnias", { ...PAYEE, payeeCode: null }, transfer(100)],
    ["a foreign account in hryvnias", { ...PAYEE, payeeIban: "EE382200221020145685" }, transfer(100)],
    ["an account outside SEPA in euros", PAYEE, transfer(100, "EUR")],
    ["a currency without a format", PAYEE, transfer(100, "PLN")],
    ["nothing to pay", PAYEE, transfer(0)],
  ])("is none with %s", (_, payee, sum) => {
    expect(transferCode(payee, sum)).toBeUndefined();
  });
});

describe("an IBAN", () => {
  it.each([
    ["UA21 3223 1300 0002 6007 2335 6600 1", UKRAINIAN],
    ["gb82west12345698765432", "GB82WEST12345698765432"],
  ])("typed as %s is %s", (typed, iban) => {
    expect(ibanOf(typed)).toBe(iban);
  });

  it.each(["UA213223130000026007233566002", "UA21", "3223130000026007233566001", "GB82 WEST 1234 5698 7654 3", ""])(
    "is refused as %s",
    (typed) => {
      expect(ibanOf(typed)).toBeUndefined();
    },
  );
});

// Sentences of warnings with figures that could read strangely.

import { expect, it } from "vitest";
import { warningSentence } from "../../../src/domain/item-warning.ts";

it.each([
  [0, "0.01 %", "0,01 %"],
  [1e-7, "0.01 %", "0,01 %"],
  [0.42, "0.42 %", "0,42 %"],
  [1.5, "1.5 %", "1,5 %"],
])("Closed holes that change a part by %d per cent are never said to change nothing", (largestErrorPercent, en, uk) => {
  const sentence = warningSentence({ code: "holes_closed", holes: 1, largestErrorPercent });
  expect(sentence.en).toContain(`changes the part by ${en} at most`);
  expect(sentence.uk).toContain(`щонайбільше на ${uk}`);
});

// A name typed in Latin letters, rewritten in Ukrainian ones, for the customer to check.
//
// Follows the Cabinet of Ministers' resolution 55 of 2010 backwards, and common spellings beside it.

import { isCyrillicName } from "../../../domain/customer.ts";

type Spelling = readonly [latin: string, cyrillic: string];

const AT_THE_BEGINNING: readonly Spelling[] = [
  ["yi", "ї"],
  ["y", "й"],
];

const AT_THE_END: readonly Spelling[] = [
  ["tskyi", "цький"],
  ["tska", "цька"],
  ["skyi", "ський"],
  ["ska", "ська"],
  ["ii", "ій"],
  ["iy", "ій"],
  ["yi", "ий"],
  ["yy", "ий"],
  ["ia", "ія"],
];

/** Longer spellings come first. */
const ANYWHERE: readonly Spelling[] = [
  ["shch", "щ"],
  ["zgh", "зг"],
  ["iia", "ія"],
  ["zh", "ж"],
  ["kh", "х"],
  ["ts", "ц"],
  ["ch", "ч"],
  ["sh", "ш"],
  ["ph", "ф"],
  ["th", "т"],
  ["ck", "к"],
  ["ie", "є"],
  ["iu", "ю"],
  ["ia", "я"],
  ["ye", "є"],
  ["yi", "иї"],
  ["yo", "йо"],
  ["yu", "ю"],
  ["ya", "я"],
  ["ay", "ай"],
  ["ey", "ей"],
  ["oy", "ой"],
  ["uy", "уй"],
  ..."aа bб cк dд eе fф gг hг iі jй kк lл mм nн oо pп qк rр sс tт uу vв wв yи zз"
    .split(" ")
    .map((pair): Spelling => [pair.charAt(0), pair.charAt(1)]),
  ["x", "кс"],
];

/** @returns undefined for a name that needs no rewriting, or has other characters */
export function inCyrillic(name: string): string | undefined {
  const typed = name.trim();
  if (!/[a-z]/i.test(typed)) return undefined;
  const rewritten = typed.replace(/[a-z]+/gi, rewrittenWord);
  return isCyrillicName(rewritten) ? rewritten : undefined;
}

function rewrittenWord(word: string): string {
  const latin = word.toLowerCase();
  let cyrillic = "";
  for (let at = 0; at < latin.length; ) {
    const isAtHand = ([spelling]: Spelling) => latin.startsWith(spelling, at);
    const ends = (spelling: Spelling) => isAtHand(spelling) && at + spelling[0].length === latin.length;
    const found =
      (at > 0 ? AT_THE_END.find(ends) : undefined) ??
      ANYWHERE.find((spelling) => spelling[0].length > 1 && spelling[0] !== "yi" && isAtHand(spelling)) ??
      (at === 0 ? AT_THE_BEGINNING.find(isAtHand) : undefined) ??
      ANYWHERE.find(isAtHand);
    if (found === undefined) return word;
    cyrillic += found[1];
    at += found[0].length;
  }
  if (word.length > 1 && word === word.toUpperCase()) return cyrillic.toUpperCase();
  const isCapital = word.charAt(0) !== latin.charAt(0);
  return isCapital ? cyrillic.charAt(0).toUpperCase() + cyrillic.slice(1) : cyrillic;
}

// Price request of the basket: its items and files, and their number in words.

import { MAX_SAID_CHARACTERS } from "../../../domain/price-request.ts";
import { askedQuantity, type Basket, cardModelId, modelNameOf } from "../basket/basket.ts";
import type { PageTools } from "../basket/page-tools.ts";
import type { SortedBasket, Standing } from "../basket/standing.ts";
import type { RequestedFiles, RequestItems } from "../checkout/checkout.tsx";

/** Items and files of a price request. @param all the reason to ask about priced parts too; null to leave them out */
export function priceRequestOf(
  { attached }: Basket,
  { priced, unpriced }: SortedBasket,
  all: "above_maximum" | null,
  isUnpacking: boolean,
  { files, parts }: Pick<PageTools, "files" | "parts">,
) {
  const cards = all === null ? unpriced : [...priced, ...unpriced];
  const items: RequestItems = cards.flatMap(({ card, standing }) => {
    const modelId = cardModelId(card);
    const reason = standing.status === "unpriced" ? standing.reason : all;
    if (modelId === undefined || reason === null) return [];
    const quantity = askedQuantity(card) ?? card.choice.quantity;
    const said = saidAbout(standing);
    return [
      { modelId, fileName: modelNameOf(card), reason, ...card.choice, quantity, ...(said !== null && saidOf(said)) },
    ];
  });
  // Neither the server nor this browser has the others: their cards say so.
  const going = attached.filter(({ key, attachmentId }) => attachmentId !== null || files.unopened(key) !== undefined);
  const attachments: RequestedFiles = going.flatMap(({ attachmentId, fileName, sizeBytes, said }) =>
    attachmentId === null ? [] : [{ attachmentId, fileName, sizeBytes, ...(said !== null && saidOf(said)) }],
  );
  return {
    cards,
    items,
    // A file that is still being sent stays in the basket.
    files: going.filter(({ attachmentId }) => attachmentId !== null),
    attachments,
    /** All chosen files are on the server. */
    isWhole: !isUnpacking && attachments.length === going.length,
    inWords: countOf(cards.length, going.length, parts.counts),
  };
}

/** The sentence that the page showed about a part without a price: the reason, or else the file's several colours. */
function saidAbout(standing: Standing): string | null {
  if (standing.status !== "unpriced") return null;
  const ofColours = standing.price?.answer.warnings.find(({ code }) => code === "several_colours");
  return standing.message ?? ofColours?.message ?? null;
}

function saidOf(message: string): { readonly said: string } {
  return { said: message.slice(0, MAX_SAID_CHARACTERS).toWellFormed() };
}

/** "2 parts and 1 file"; null for none. */
function countOf(cards: number, files: number, counts: PageTools["parts"]["counts"]): string | null {
  if (cards === 0) return files === 0 ? null : counts.files(files);
  return files === 0 ? counts.parts(cards) : counts.both(counts.parts(cards), counts.files(files));
}

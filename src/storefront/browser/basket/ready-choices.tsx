// Choice of the day on which the order is ready: the usual one, or earlier for a surcharge.

import { useId } from "preact/hooks";
import type { ReadyChoice, SignedQuote } from "../../wire.ts";
import { readyWords } from "../words/ready.words.ts";
import type { PageTools } from "./page-tools.ts";

export interface ReadyChoicesProps {
  readonly tools: PageTools;
  readonly quote: SignedQuote;
  /** The slug that the customer chose; null: the usual day. */
  readonly priority: string | null;
  /** Another quote is being asked for. */
  readonly isFaded: boolean;
}

export function ReadyChoices({ tools, quote, priority, isFaded }: ReadyChoicesProps) {
  const { language, format, dispatch } = tools;
  const words = readyWords(language);
  const name = useId();
  const { readyChoices, priorityDropped } = quote;
  // While another quote is asked for, the customer's own choice; after that, the quote's.
  const chosen = isFaded ? priority : quote.priority;
  return (
    <>
      {readyChoices.length < 2 ? null : (
        <fieldset aria-busy={isFaded}>
          <legend>{words.legend}</legend>
          <div class="options">
            {readyChoices.map((choice) => {
              const slug = choice.priority?.slug ?? null;
              return (
                <label key={slug} class="option">
                  <input
                    type="radio"
                    name={name}
                    checked={slug === chosen}
                    onChange={() => dispatch({ type: "priorityChosen", priority: slug })}
                  />
                  <span class="option-text">
                    <span class="option-name">{format.onDay(choice.readyOn)}</span>
                    <span class="small muted">{choice.priority?.name ?? words.usual}</span>
                  </span>
                  <Surcharge choice={choice} format={format} />
                </label>
              );
            })}
          </div>
        </fieldset>
      )}
      {/* In the page before it says something, so that it is read out. */}
      <p class={priorityDropped === null || isFaded ? "visually-hidden" : "small note note-plain"} role="status">
        {priorityDropped === null || isFaded ? "" : words.dropped[priorityDropped]}
      </p>
    </>
  );
}

/** A surcharge that only takes the place of a top-up adds nothing, and a percentage would promise more. */
function Surcharge({
  choice: { priority, added },
  format,
}: {
  readonly choice: ReadyChoice;
  readonly format: PageTools["format"];
}) {
  return (
    <span class="option-price">
      +{format.money(added)}
      {priority === null || Number(added) === 0 ? null : (
        <span class="small muted"> ({format.percent(priority.surchargePercent / 100, 2)})</span>
      )}
    </span>
  );
}

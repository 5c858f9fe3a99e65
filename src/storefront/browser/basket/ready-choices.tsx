// Choice of the day on which the order is ready: the usual one, or earlier for a surcharge.

import { useId } from "preact/hooks";
import type { ReadyChoice, SignedQuote } from "../../wire.ts";
import { readyWords } from "../words/ready.words.ts";
import type { Basket } from "./basket.ts";
import type { PageTools } from "./page-tools.ts";

export interface ReadyChoicesProps extends Pick<Basket, "priority" | "dropped"> {
  readonly tools: PageTools;
  readonly quote: SignedQuote;
  /** Another quote is being asked for. */
  readonly isFaded: boolean;
}

export function ReadyChoices({ tools, quote, priority, dropped, isFaded }: ReadyChoicesProps) {
  const { language, format, dispatch } = tools;
  const words = readyWords(language);
  const name = useId();
  const { readyChoices } = quote;
  // A priority that is offered again stands among the choices, which the note would contradict.
  const isGone = dropped !== null && readyChoices.every((choice) => choice.priority?.slug !== dropped.slug);
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
                    checked={slug === priority}
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
      <p class={isGone ? "small note note-plain" : "visually-hidden"} role="status">
        {isGone ? words.dropped[dropped.reason] : ""}
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

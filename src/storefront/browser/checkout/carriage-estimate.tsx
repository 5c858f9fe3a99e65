// Price and day of the carriage by the carrier's own calculation, once a city is chosen.

import { useEffect, useState } from "preact/hooks";
import type { EstimateAnswer } from "../../../domain/carrier/suggestions.ts";
import { askServer } from "../../../pages/browser/places/ask-places.ts";
import type { DeliveryPlace } from "../../kit/delivery-places.ts";
import type { SignedQuote } from "../../wire.ts";
import { usePage } from "../basket/page-tools.ts";
import type { TypedFields } from "./customer-fields.ts";

interface EstimateLineProps {
  readonly typed: TypedFields;
  readonly place: DeliveryPlace;
  readonly quote: SignedQuote | null;
}

export function EstimateLine({ typed, place, quote }: EstimateLineProps) {
  const { configuration } = usePage();
  const [shown, setShown] = useState({ question: "", sentence: "" });
  const city = typed.deliveryCityRef ?? "";
  const isAsked = configuration.carrier?.estimates === true && city !== "" && quote !== null && quote.parcel !== null;
  const question = isAsked ? String(questionOf(quote, city, place)) : "";
  useEffect(() => {
    if (question === "") return;
    const ended = new AbortController();
    const asked = Object.fromEntries(new URLSearchParams(question));
    askServer<EstimateAnswer>(`${configuration.base}/delivery/estimate`, asked, ended.signal).then((answer) => {
      if (answer?.status === "estimated") setShown({ question, sentence: answer.sentence });
    });
    return () => ended.abort();
  }, [question]);
  return (
    <p class="small" role="status">
      {shown.question === question ? shown.sentence : ""}
    </p>
  );
}

function questionOf({ parcel, total, readyOn }: SignedQuote, city: string, place: DeliveryPlace): URLSearchParams {
  const sizes = Object.entries(parcel ?? {}).map(([name, value]) => [name, String(value)]);
  const destination = place === "address" ? "door" : "branch";
  return new URLSearchParams([
    ...sizes,
    ["city", city],
    ["destination", destination],
    ["total", total],
    ["readyOn", readyOn],
  ]);
}

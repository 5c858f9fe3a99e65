// The days to choose from, whose part is loaded with the first quote that has several.

import { useEffect, useState } from "preact/hooks";
import type { ReadyChoicesProps } from "./ready-choices.tsx";

type Choices = typeof import("./ready-choices.tsx").ReadyChoices;

export function ReadyDays(props: ReadyChoicesProps) {
  const [loaded, setLoaded] = useState<{ readonly Choices: Choices } | null>(null);
  const isNeeded = props.quote.readyChoices.length > 1 || props.dropped !== null;
  useEffect(() => {
    if (!isNeeded) return;
    import("./ready-choices.tsx").then(
      ({ ReadyChoices }) => setLoaded({ Choices: ReadyChoices }),
      // Without a connection the day stays as it is; the sum names it and its price.
      (error: unknown) => console.warn(error),
    );
  }, [isNeeded]);
  return loaded === null || !isNeeded ? null : <loaded.Choices {...props} />;
}

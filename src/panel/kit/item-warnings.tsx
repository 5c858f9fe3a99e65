// Warnings of an order's item: sentences where there is room, two or three words in lists and on paper.

import { type ItemWarning, WARNING_NAMES, warningSentence } from "../../domain/item-warning.ts";
import { useView } from "./view-context.ts";

interface WarningsProps {
  /** Null: the item was ordered before warnings were kept. */
  readonly warnings: readonly ItemWarning[] | null;
}

/** @param props.title names the list in words: colour alone says nothing to who cannot see it */
export function ItemWarnings({ warnings, title }: WarningsProps & { readonly title: string }) {
  const view = useView();
  if (warnings === null || warnings.length === 0) return null;
  return (
    <div class="warning">
      <div>
        <p>
          <strong>{title}</strong>
        </p>
        <ul>
          {warnings.map((warning) => (
            <li>{warningSentence(warning)[view.language]}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** In a line, for whoever prints it; what was mended without a change of any measure is left out. On paper colour is lost. */
export function WarningLine({ warnings }: WarningsProps) {
  const view = useView();
  const names = (warnings ?? [])
    .filter(({ code }) => code !== "surface_mended")
    .map(({ code }) => WARNING_NAMES[code][view.language]);
  if (names.length === 0) return null;
  return (
    <p class="small warning-line">
      <span aria-hidden="true">⚠</span> {names.join(", ")}
    </p>
  );
}

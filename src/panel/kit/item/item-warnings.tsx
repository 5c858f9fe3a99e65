// Warnings of an order's item: as sentences, or in two or three words for lists and paper.

import { type ItemWarning, WARNING_NAMES, warningSentence } from "../../../domain/item-warning.ts";
import { useView } from "../view-context.ts";

interface WarningsProps {
  /** null: the item was ordered before warnings were stored. */
  readonly warnings: readonly ItemWarning[] | null;
}

/** @param props.title names the warnings in words: a screen reader does not read colour */
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

/** One line for the operator of the printer. A repaired surface is left out: the printed part is the same. */
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

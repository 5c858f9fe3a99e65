// Warnings about a part before it is printed, with a button that mends it, or asks the studio.

import type { ShownWarning } from "../../wire.ts";
import type { Card } from "../basket/basket.ts";
import { supportedQuality } from "../basket/choices.ts";
import { usePage } from "../basket/page-tools.ts";
import { WarningList } from "../basket/quoted-item.tsx";

interface PartWarningsProps {
  readonly card: Card;
  readonly warnings: readonly ShownWarning[];
}

export function PartWarnings({ card, warnings }: PartWarningsProps) {
  const { configuration, parts, dispatch } = usePage();
  if (warnings.length === 0) return null;
  const needsSupports = warnings.some(({ code }) => code === "needs_supports");
  const supported = needsSupports ? supportedQuality(configuration.catalog, card.choice) : undefined;
  const hasSeveralColours = warnings.some(({ code }) => code === "several_colours");
  return (
    <div class="note note-warning part-warnings" role="status">
      <div>
        <WarningList warnings={warnings} />
        {supported === undefined ? null : (
          <button
            type="button"
            onClick={() => dispatch({ type: "chosen", key: card.key, change: { printingQualityId: supported.id } })}
          >
            {parts.warnings.takeSupports(supported.name)}
          </button>
        )}
        {hasSeveralColours && configuration.takesPriceRequests ? (
          <button type="button" onClick={() => dispatch({ type: "asked", key: card.key, isAsked: true })}>
            {parts.warnings.askInColours}
          </button>
        ) : null}
      </div>
    </div>
  );
}

// The change of a card's model: its sentence, its undo, and the button of the tools, loaded on demand.

import { useState } from "preact/hooks";
import type { Card } from "../basket/basket.ts";
import { usePage } from "../basket/page-tools.ts";
import { AS_DRAWN, isChanged, isTurned, percentOf, versionKey } from "../model/model-change.ts";
import type { ModelToolsProps } from "./model-tools.tsx";

type Tools = typeof import("./model-tools.tsx").ModelTools;

export function ChangedModel(props: ModelToolsProps & { readonly hasFile: boolean }) {
  const { card, hasFile } = props;
  const { parts, dispatch } = usePage();
  const words = parts.model;
  const [tools, setTools] = useState<{ readonly Tools: Tools } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const isUndoable = hasFile || card.modelIds[versionKey({ unit: card.unit, change: AS_DRAWN })] !== undefined;
  const toggle = () => {
    setIsOpen(!isOpen);
    setIsMissing(false);
    if (tools !== null || isOpen) return;
    import("./model-tools.tsx").then(
      ({ ModelTools }) => setTools({ Tools: ModelTools }),
      (error: unknown) => {
        console.warn(error);
        setIsMissing(true);
        setIsOpen(false);
      },
    );
  };
  return (
    <>
      <ChangeLine
        card={card}
        onUndo={isUndoable ? () => dispatch({ type: "modelChanged", key: card.key, change: AS_DRAWN }) : null}
      />
      {hasFile ? (
        <button type="button" class="tools-door" aria-expanded={isOpen} onClick={toggle}>
          {words.tools}
        </button>
      ) : null}
      {isMissing ? (
        <p class="fault" role="alert">
          {words.toolsMissing}
        </p>
      ) : null}
      {isOpen && tools !== null ? <tools.Tools {...props} /> : null}
    </>
  );
}

/** @param onUndo null if the drawing itself is neither here nor on the server */
function ChangeLine({ card, onUndo }: { readonly card: Card; readonly onUndo: (() => void) | null }) {
  const { parts, format } = usePage();
  const words = parts.model;
  const { change } = card;
  if (!isChanged(change)) return null;
  const percent = change.scale === 1 ? null : `${format.decimal(percentOf(change.scale))} %`;
  return (
    <p class="change-line">
      <span class="badge">{words.changed(percent, isTurned(change))}</span>
      {onUndo === null ? null : (
        <button type="button" class="link-button" onClick={onUndo}>
          {words.asDrawn}
        </button>
      )}
    </p>
  );
}

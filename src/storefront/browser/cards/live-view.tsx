// The drawn model, turned by mouse, touch and keyboard. Loaded with the first model that is shown.

import { useEffect, useRef, useState } from "preact/hooks";
import { MOVE_OF_KEY } from "../../../pages/browser/viewer/moves.ts";
import type { Stage } from "../../../pages/browser/viewer/stage.ts";
import type { Card } from "../basket/basket.ts";
import { usePage } from "../basket/page-tools.ts";
import { versionKey } from "../model/model-change.ts";

export interface ModelViewProps {
  readonly card: Card;
  readonly tint: string | undefined;
  /** Called with the drawn stage, and with null before it goes. */
  readonly onStage: (stage: Stage | null) => void;
}

type ViewState = "reading" | "shown" | "noWebgl" | "lost";

/** `onFault` is called once if the model cannot be read. */
type LiveViewProps = ModelViewProps & { readonly onFault: (error: unknown) => void };

export function LiveView({ card, tint, onStage, onFault }: LiveViewProps) {
  const { files, parts, dispatch } = usePage();
  const words = parts.model;
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage | undefined>(undefined);
  const [state, setState] = useState<ViewState>("reading");
  const latestTint = useRef(tint);
  latestTint.current = tint;

  useEffect(() => {
    let isGone = false;
    files.model(card.fileKey).then(
      (model) => {
        dispatch({ type: "measured", fileKey: card.fileKey, drawn: model.drawn });
        const element = canvas.current;
        if (isGone || element === null) return;
        if (document.createElement("canvas").getContext("webgl2") === null) return setState("noWebgl");
        try {
          stage.current = model.show(element, { unit: card.unit, change: card.change }, latestTint.current);
          // One finger up or down scrolls the page, sideways turns the model; two fingers zoom.
          element.style.touchAction = "pan-y";
          onStage(stage.current);
          setState("shown");
        } catch (error) {
          console.error(error);
          setState("noWebgl");
        }
      },
      (error: unknown) => {
        if (!isGone) onFault(error);
      },
    );
    return () => {
      isGone = true;
      onStage(null);
      stage.current?.dispose();
      stage.current = undefined;
    };
  }, [files, dispatch, onStage, card.fileKey, versionKey(card)]);

  useEffect(() => stage.current?.paint(tint), [tint]);

  const onWheel = (event: WheelEvent) => {
    // The wheel scrolls the page unless the view has the focus: a view that catches every wheel is a trap.
    if (document.activeElement !== canvas.current && !event.ctrlKey) event.stopPropagation();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVE_OF_KEY[event.key];
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    stage.current?.move(move, event.shiftKey);
  };
  return (
    <div class="model-live" onWheelCapture={onWheel}>
      <canvas
        ref={canvas}
        tabIndex={state === "shown" ? 0 : -1}
        role="img"
        aria-label={words.view(card.fileName)}
        onKeyDown={onKeyDown}
        onPointerDown={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
        {...{ onwebglcontextlost: () => setState("lost") }}
      />
      {state === "shown" ? (
        <button
          type="button"
          class="icon-button model-fit"
          aria-label={words.fit}
          title={words.fit}
          onClick={() => stage.current?.move("fit")}
        >
          ⤢
        </button>
      ) : (
        <p class="model-said small muted">{words[state]}</p>
      )}
    </div>
  );
}

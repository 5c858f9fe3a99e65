// The 3D view of a card, turned by mouse, touch and keyboard.
// It exists only while it is on the screen: a browser holds few drawing contexts at once.

import { useEffect, useRef, useState } from "preact/hooks";
import { MOVE_OF_KEY } from "../../../pages/browser/viewer/moves.ts";
import type { Stage } from "../../../pages/browser/viewer/stage.ts";
import type { Card } from "../basket/basket.ts";
import { usePage } from "../basket/page-tools.ts";
import { versionKey } from "../model/model-change.ts";

type ViewState = "waiting" | "reading" | "shown" | "unreadable" | "noWebgl" | "lost" | "outdated";

interface ModelViewProps {
  readonly card: Card;
  readonly tint: string | undefined;
  /** Called with the drawn stage, and with null before it goes. */
  readonly onStage: (stage: Stage | null) => void;
}

export function ModelView({ card, tint, onStage }: ModelViewProps) {
  const { files, parts } = usePage();
  const words = parts.model;
  const frame = useRef<HTMLDivElement>(null);
  const isSeen = useIsSeen(frame);
  const [isAsked, setIsAsked] = useState(false);
  const canShow = files.canShow(card.fileKey);
  if (!canShow && card.format !== "step") return <p class="model-stage small muted">{words.noFile}</p>;
  const isOpen = isAsked || !files.isLarge(card.fileKey);
  return (
    <div class="model-stage" ref={frame}>
      {!canShow ? (
        <p class="model-said small muted">{words.withPrice}</p>
      ) : !isOpen ? (
        <div class="model-said">
          <p class="small muted">{words.tooLarge}</p>
          <button type="button" onClick={() => setIsAsked(true)}>
            {words.open}
          </button>
        </div>
      ) : isSeen ? (
        <LiveView key={`${card.fileKey} ${versionKey(card)}`} card={card} tint={tint} onStage={onStage} />
      ) : null}
    </div>
  );
}

function LiveView({ card, tint, onStage }: ModelViewProps) {
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
        // Mostly a fault of the file, not of the page.
        console.warn(error);
        if (!isGone) setState(isMissingPart(error) && navigator.onLine ? "outdated" : "unreadable");
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
      ) : state === "waiting" ? null : (
        <p class="model-said small muted">{words[state]}</p>
      )}
    </div>
  );
}

/** The part of the script that reads models: its name changes with each release. */
function isMissingPart(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message);
}

/** True while the element is on the screen, or nearly. */
function useIsSeen(element: { readonly current: HTMLElement | null }): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(([entry]) => setIsSeen(entry?.isIntersecting ?? false), {
      rootMargin: "200px",
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isSeen;
}

// The 3D view of a card, turned by mouse, touch and keyboard.
// It exists only while it is on the screen: a browser holds few drawing contexts at once.

import { useEffect, useRef, useState } from "preact/hooks";
import { usePage } from "../basket/page-tools.ts";
import { versionKey } from "../model/model-change.ts";
import type { ModelViewProps } from "./live-view.tsx";

type Live = typeof import("./live-view.tsx").LiveView;

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
        <LoadedView key={`${card.fileKey} ${versionKey(card)}`} card={card} tint={tint} onStage={onStage} />
      ) : null}
    </div>
  );
}

function LoadedView(props: ModelViewProps) {
  const words = usePage().parts.model;
  const [live, setLive] = useState<{ readonly View: Live } | "reading" | "unreadable" | "outdated">("reading");
  const fail = (error: unknown) => {
    // Mostly a fault of the file, not of the page.
    console.warn(error);
    setLive(isMissingPart(error) && navigator.onLine ? "outdated" : "unreadable");
  };
  useEffect(() => {
    import("./live-view.tsx").then(({ LiveView }) => setLive({ View: LiveView }), fail);
  }, []);
  if (typeof live === "string") return <p class="model-said small muted">{words[live]}</p>;
  return <live.View {...props} onFault={fail} />;
}

/** A part of the script that reads and shows models: its name changes with each release. */
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

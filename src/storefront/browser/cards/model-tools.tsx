// Tools of a card's model: scale, turn, lay on a face, show overhangs. Every change is shown at once.

import { useEffect, useId, useMemo, useState } from "preact/hooks";
import { MAX_LONGEST_SIDE_MM, MIN_LONGEST_SIDE_MM } from "../../../../slicer-service/src/contract/part-limits.ts";
import type { Stage } from "../../../pages/browser/viewer/stage.ts";
import type { Card } from "../basket/basket.ts";
import { usePage } from "../basket/page-tools.ts";
import type { PricedAnswer } from "../basket/price-book.ts";
import { binaryStlBytes } from "../model/binary-stl.ts";
import { AS_DRAWN, type ModelChange, percentOf, type Turn } from "../model/model-change.ts";
import type { OpenedModel } from "../model/model-file.ts";
import { cornersOfTriangles, type Direction, flatFacesOf, measuredSize, overhangsOf } from "../model/shape.ts";
import { AXIS_NAMES, type Axis, laidOn, turnedBy, turnedDirection } from "../model/turns.ts";
import type { Size } from "../model/units.ts";
import { modelToolsWords } from "../words/model-tools.words.ts";

/** A phone holds the drawing, its changed copy and the written file at once: some 200 bytes a triangle. */
const MAX_CHANGED_TRIANGLES = 1_000_000;
const MAX_LISTED_FACES = 6;
const BYTES_OF_MEGABYTE = 1024 * 1024;
/** A file's own millimetres and the server's differ by rounding only. */
const SAME_SIZE_MM = 0.2;

/** Presses of a key that bring the eye from its first place to below the bed. */
const STEPS_BELOW = 5;

/** Both are seen on any material, in light and in dark. */
const OVERHANG_COLOR = "#e5484d";
const FACE_COLOR = "#3e7bfa";

export interface ModelToolsProps {
  readonly card: Card;
  /** The answer for the shown version. */
  readonly answer: PricedAnswer | undefined;
  /** The server's size of the file as drawn; undefined while it is unknown. */
  readonly original: PricedAnswer["dimensionsMm"] | undefined;
  /** null while nothing is drawn. */
  readonly stage: Stage | null;
}

export function ModelTools(props: ModelToolsProps) {
  const { card, original } = props;
  const { configuration, language, files } = usePage();
  const words = modelToolsWords(language);
  const [model, setModel] = useState<OpenedModel | "reading" | "unreadable">("reading");
  useEffect(() => {
    let isGone = false;
    const set = (read: OpenedModel | "unreadable") => {
      if (!isGone) setModel(read);
    };
    files.model(card.fileKey).then(set, () => set("unreadable"));
    return () => {
      isGone = true;
    };
  }, [files, card.fileKey]);
  if (model === "reading" || model === "unreadable") return <Said text={words[model]} />;
  const bytes = binaryStlBytes(model.triangles);
  if (model.triangles > MAX_CHANGED_TRIANGLES || bytes > configuration.maxFileMegabytes * BYTES_OF_MEGABYTE) {
    return <Said text={words.tooDetailed} />;
  }
  if (card.format === "3mf") {
    // A 3MF project may print only some of its bodies, cut others out, and place them anew: the browser's reader knows none of it.
    if (!model.isOneMesh) return <Said text={words.project} />;
    if (original === undefined) return <Said text={words.projectLater} />;
    if (!isSameSize(model.drawn, original)) return <Said text={words.project} />;
  }
  return <OpenTools {...props} model={model} words={words} />;
}

function Said({ text }: { readonly text: string }) {
  return (
    <p class="small muted" role="status">
      {text}
    </p>
  );
}

function isSameSize(a: Size, b: Size): boolean {
  return [a.x - b.x, a.y - b.y, a.z - b.z].every((difference) => Math.abs(difference) <= SAME_SIZE_MM);
}

type Words = ReturnType<typeof modelToolsWords>;
type OpenToolsProps = ModelToolsProps & { readonly model: OpenedModel; readonly words: Words };

function OpenTools({ card, answer, stage, model, words }: OpenToolsProps) {
  const { format, dispatch } = usePage();
  const { unit, change } = card;
  const [isPicking, setIsPicking] = useState(false);
  const corners = useMemo(() => model.corners({ unit, change }), [model, unit, change]);
  const size = useMemo(() => measuredSize(corners), [corners]);
  const [said, setSaid] = useState("");
  const apply = (next: Partial<ModelChange>) => {
    setIsPicking(false);
    dispatch({ type: "modelChanged", key: card.key, change: { ...change, ...next } });
  };
  // A screen reader hears the result of each step.
  useEffect(() => setSaid(words.said(format.size(size))), [size]);

  useEffect(() => {
    if (!isPicking || stage === null) return;
    const { canvas } = stage;
    const controller = new AbortController();
    let from: { readonly x: number; readonly y: number } | undefined;
    const onDown = ({ clientX: x, clientY: y }: PointerEvent) => {
      from = { x, y };
    };
    const onUp = ({ clientX: x, clientY: y }: PointerEvent) => {
      // A drag turns the view.
      if (from === undefined || Math.hypot(x - from.x, y - from.y) > 5) return;
      const direction = stage.faceAt(x, y);
      if (direction !== undefined) apply({ turn: laidOn(change.turn, direction) });
    };
    canvas.addEventListener("pointerdown", onDown, controller);
    canvas.addEventListener("pointerup", onUp, controller);
    return () => controller.abort();
  }, [isPicking, stage, change]);

  return (
    <div class="model-tools">
      <SizeTools size={size} change={change} words={words} onScale={(scale) => apply({ scale })} />
      <fieldset class="tool-group">
        <legend>{words.position}</legend>
        <FaceTools
          card={card}
          model={model}
          corners={corners}
          stage={stage}
          words={words}
          onTurn={(turn) => apply({ turn })}
        />
        <button
          type="button"
          aria-pressed={isPicking}
          onClick={() => setIsPicking(!isPicking)}
          disabled={stage === null}
        >
          {words.pick}
        </button>
        {isPicking ? <Said text={words.picking} /> : null}
        <AxisTools change={change} words={words} onTurn={(turn) => apply({ turn })} />
      </fieldset>
      <OverhangTools corners={corners} angle={answer?.supportAngleDegrees} stage={stage} words={words} />
      <p class="visually-hidden" role="status">
        {said}
      </p>
    </div>
  );
}

interface SizeToolsProps {
  readonly size: Size;
  readonly change: ModelChange;
  readonly words: Words;
  readonly onScale: (scale: number) => void;
}

function SizeTools({ size, change, words, onScale }: SizeToolsProps) {
  const longest = Math.max(size.x, size.y, size.z) / change.scale;
  // The server refuses a part that is no longer than the least length.
  const [least, most] = [(MIN_LONGEST_SIDE_MM * 1.001) / longest, MAX_LONGEST_SIDE_MM / longest];
  const field = (label: string, value: number, ofScale: number) => (
    <NumberField
      label={label}
      value={value}
      min={least * ofScale}
      max={most * ofScale}
      fault={words.sizeFault}
      onNumber={(typed) => onScale(Number((typed / ofScale).toPrecision(9)))}
    />
  );
  return (
    <fieldset class="tool-group">
      <legend>{words.size}</legend>
      <div class="tool-fields">
        {field(words.percent, percentOf(change.scale), 100)}
        {AXIS_NAMES.map((axis) => field(words.sides[axis], size[axis], size[axis] / change.scale))}
      </div>
      <p class="small muted">{words.proportions}</p>
    </fieldset>
  );
}

interface FaceToolsProps {
  readonly card: Card;
  readonly model: OpenedModel;
  readonly corners: Float32Array;
  readonly stage: Stage | null;
  readonly words: Words;
  readonly onTurn: (turn: Turn) => void;
}

function FaceTools({ card, model, corners, stage, words, onTurn }: FaceToolsProps) {
  const { format } = usePage();
  const { unit, change } = card;
  // The drawing has the same faces: a turn changes none, and a scale all alike.
  const faces = useMemo(() => flatFacesOf(model.corners({ unit, change: AS_DRAWN }), MAX_LISTED_FACES), [model, unit]);
  const [shown, setShown] = useState<number | null>(null);
  const face = shown === null ? undefined : faces[shown];
  useEffect(() => {
    if (face !== undefined) return stage?.cover(cornersOfTriangles(corners, face.triangles), FACE_COLOR);
  }, [stage, face, corners]);
  const [largest] = faces;
  if (largest === undefined) return <p class="small muted">{words.noFlat}</p>;
  const directionOf = (normal: Direction) => turnedDirection(change.turn, normal);
  return (
    <>
      <button type="button" onClick={() => onTurn(laidOn(change.turn, directionOf(largest.normal)))}>
        {words.lieFlat}
      </button>
      <fieldset class="tool-faces">
        <legend>{words.faces}</legend>
        {faces.map(({ normal, squareMm }, index) => {
          const direction = directionOf(normal);
          const squareCm = format.decimal(Number(((squareMm * change.scale ** 2) / 100).toPrecision(3)));
          return (
            <button
              key={index}
              type="button"
              aria-disabled={direction[2] < -0.9999}
              onClick={() => direction[2] < -0.9999 || onTurn(laidOn(change.turn, direction))}
              onFocus={() => setShown(index)}
              onBlur={() => setShown(null)}
              onPointerEnter={() => setShown(index)}
              onPointerLeave={() => setShown(null)}
            >
              {words.face(squareCm, words.sides6[sideOf(direction)])}
            </button>
          );
        })}
      </fieldset>
    </>
  );
}

/** The side of the printer that a direction looks to mostly: the visitor stands in front, where Y is low. */
function sideOf([x, y, z]: Direction): keyof Words["sides6"] {
  if (Math.abs(z) >= Math.max(Math.abs(x), Math.abs(y))) return z > 0 ? "up" : "down";
  if (Math.abs(x) >= Math.abs(y)) return x > 0 ? "right" : "left";
  return y > 0 ? "back" : "front";
}

interface AxisToolsProps {
  readonly change: ModelChange;
  readonly words: Words;
  readonly onTurn: (turn: Turn) => void;
}

function AxisTools({ change, words, onTurn }: AxisToolsProps) {
  const [degrees, setDegrees] = useState(90);
  const turn = (axis: Axis) => onTurn(turnedBy(change.turn, axis, degrees));
  return (
    <>
      <NumberField
        label={words.degrees}
        value={degrees}
        min={-360}
        max={360}
        fault={() => words.degreesFault}
        onNumber={setDegrees}
      />
      <div class="tool-row">
        {AXIS_NAMES.map((axis) => (
          <button key={axis} type="button" onClick={() => turn(axis)}>
            {words.axes[axis]}
          </button>
        ))}
      </div>
    </>
  );
}

interface OverhangToolsProps {
  readonly corners: Float32Array;
  /** undefined while it is unknown, null for a technology without a limit. */
  readonly angle: number | null | undefined;
  readonly stage: Stage | null;
  readonly words: Words;
}

function OverhangTools({ corners, angle, stage, words }: OverhangToolsProps) {
  const { format } = usePage();
  const [isShown, setIsShown] = useState(false);
  // A changed model has no answer yet: the last known angle is the quality's.
  const [known, setKnown] = useState(angle);
  useEffect(() => {
    if (angle !== undefined) setKnown(angle);
  }, [angle]);
  const overhangs = useMemo(
    () => (isShown && typeof known === "number" ? overhangsOf(corners, known) : undefined),
    [corners, known, isShown],
  );
  useEffect(() => {
    if (stage === null || overhangs === undefined || overhangs.squareMm === 0) return;
    // From above none of them is seen.
    for (let step = 0; step < STEPS_BELOW; step++) stage.move("down");
    return stage.cover(overhangs.corners, OVERHANG_COLOR);
  }, [stage, overhangs]);
  return (
    <div class="tool-group">
      <label class="chip">
        <input type="checkbox" checked={isShown} onChange={({ currentTarget }) => setIsShown(currentTarget.checked)} />
        <span>{words.overhangs}</span>
      </label>
      <p class="small overhang-legend" role="status">
        {!isShown ? null : known === undefined ? (
          words.overhangsLater
        ) : known === null ? (
          words.noLimit
        ) : overhangs === undefined || overhangs.squareMm === 0 ? (
          words.noOverhangs(format.decimal(known))
        ) : (
          <>
            <span class="overhang-swatch" />
            {words.leans(format.decimal(known), format.decimal(Number((overhangs.squareMm / 100).toPrecision(2))))}
          </>
        )}
      </p>
    </div>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly fault: (from: string, to: string) => string;
  readonly onNumber: (typed: number) => void;
}

/** Takes a number when it is left or Enter is pressed, with a comma or a point. */
function NumberField({ label, value, min, max, fault, onNumber }: NumberFieldProps) {
  const { format } = usePage();
  const id = useId();
  const shown = String(Number(value.toFixed(2)));
  const [typed, setTyped] = useState(shown);
  const [isWrong, setIsWrong] = useState(false);
  useEffect(() => {
    setTyped(shown);
    setIsWrong(false);
  }, [shown]);
  const take = () => {
    if (typed === shown) return setIsWrong(false);
    const number = Number(typed.trim().replace(",", ".").replace("−", "-"));
    const isTaken = typed.trim() !== "" && number >= min && number <= max;
    setIsWrong(!isTaken);
    if (isTaken) onNumber(number);
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        inputMode="decimal"
        autocomplete="off"
        value={typed}
        aria-invalid={isWrong}
        aria-describedby={`${id}-fault`}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={take}
        onKeyDown={({ key }) => key === "Enter" && take()}
      />
      <p id={`${id}-fault`} class="fault" role="status">
        {isWrong ? fault(format.decimal(Math.ceil(100 * min) / 100), format.decimal(Math.floor(100 * max) / 100)) : ""}
      </p>
    </div>
  );
}

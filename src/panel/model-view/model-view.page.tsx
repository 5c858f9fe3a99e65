// Page of a model: its 3D view, and its facts as text.

import type { Child } from "hono/jsx";
import type { ModelFormat } from "../../../slicer-service/src/contract/model-formats.ts";
import type { SliceResult } from "../../../slicer-service/src/contract/slices.ts";
import type { Language } from "../../domain/person.ts";
import { dimensions, duration, weight } from "../../pages/format.ts";
import type { PrintItem } from "../../printers/printing-queue.store.ts";
import { materialName } from "../kit/item/material.tsx";
import { MeshDownload } from "../kit/item/mesh-download.tsx";
import { Layout } from "../kit/layout.tsx";
import { useView } from "../kit/view-context.ts";
import { modelViewWords } from "./model-view.words.ts";

/** The file of triangles that the viewer loads. */
export interface ShownFile {
  readonly address: string;
  readonly format: Exclude<ModelFormat, "step">;
  readonly sizeBytes: number;
}

interface ModelViewProps {
  /** The model's order or price request. */
  readonly back: { readonly href: string; readonly text: string };
  readonly label: string;
  readonly fileName: string | null;
  readonly model: NonNullable<PrintItem["model"]>;
  /** The material's colour; grey without one. */
  readonly colorHex: string | null | undefined;
  /** The slicer's figures; undefined if they are no longer stored. */
  readonly slice: SliceResult | undefined;
  /** The signed link to the file, as a path of this service. */
  readonly file: string;
  /** The viewer's file; undefined if nothing can be shown. */
  readonly shown: ShownFile | undefined;
  /** Further facts, of the order or the price request. */
  readonly children?: Child;
}

const MOVES = ["left", "right", "up", "down", "in", "out", "fit"] as const;
const SIGNS: Readonly<Record<(typeof MOVES)[number], string>> = {
  left: "←",
  right: "→",
  up: "↑",
  down: "↓",
  in: "+",
  out: "−",
  fit: "⤢",
};

export function ModelViewPage(props: ModelViewProps) {
  const view = useView();
  const { back, label, fileName, model, colorHex, slice, file, shown, children } = props;
  const words = modelViewWords(view.language);
  return (
    <Layout
      title={words.title(label)}
      scripts={shown === undefined ? [] : ["viewer.js"]}
      actions={
        <>
          <a class="button" href={back.href}>
            {back.text}
          </a>
          <a class="button" href={file} download={fileName ?? ""}>
            {words.download}
          </a>
          {shown === undefined ? null : <MeshDownload model={model} look="button" />}
        </>
      }
    >
      <div class="model-layout">
        {shown === undefined ? <NothingShown /> : <Viewer label={label} colorHex={colorHex} shown={shown} />}
        <div class="stack">
          <ModelFacts model={model} slice={slice} />
          {children}
        </div>
      </div>
    </Layout>
  );
}

function Viewer({
  label,
  colorHex,
  shown,
}: Pick<ModelViewProps, "label" | "colorHex"> & { readonly shown: ShownFile }) {
  const { language } = useView();
  const words = modelViewWords(language);
  return (
    <figure
      class="model-view"
      data-model
      data-file={shown.address}
      data-format={shown.format}
      data-size-bytes={String(shown.sizeBytes)}
      data-color={colorHex}
      data-loading={words.loading}
      data-reading={words.reading}
      data-grid-words={words.grid}
      data-failed={words.failed}
      data-unreadable={words.unreadable}
      data-no-webgl={words.noWebgl}
      data-lost={words.lost}
    >
      <div class="model-stage">
        <noscript>
          <p class="message">{words.noScript}</p>
        </noscript>
        <canvas hidden tabindex={0} role="img" aria-label={words.alternative(label)} aria-describedby="model-help" />
        <div class="model-status">
          <p role="status" />
          <progress aria-label={words.loading} max="1" hidden />
        </div>
      </div>
      <fieldset class="row" aria-label={words.steering} data-moves hidden>
        {MOVES.map((move) => (
          <button type="button" data-move={move} title={words.moves[move]} aria-label={words.moves[move]}>
            {SIGNS[move]}
          </button>
        ))}
      </fieldset>
      <figcaption class="stack small muted">
        <p data-grid />
        <p id="model-help" data-moves hidden>
          {words.help}
        </p>
      </figcaption>
    </figure>
  );
}

/** A STEP file without triangles. */
function NothingShown() {
  const { language } = useView();
  return (
    <figure class="model-view">
      <div class="model-stage">
        <p class="model-status">{modelViewWords(language).noMesh}</p>
      </div>
    </figure>
  );
}

function ModelFacts({ model, slice }: Pick<ModelViewProps, "model" | "slice">) {
  const { language } = useView();
  const words = modelViewWords(language);
  const number = (value: number) => new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value);
  return (
    <section class="card" aria-labelledby="model-facts">
      <h2 id="model-facts">{words.facts}</h2>
      <dl>
        <dt>{words.size}</dt>
        {slice === undefined ? (
          <dd data-measured={words.measured}>{words.unknown}</dd>
        ) : (
          <dd>{dimensions(language, slice.dimensionsMm)}</dd>
        )}
        <dt>{words.volume}</dt>
        <dd>{slice === undefined ? words.unknown : `${number(slice.solidCubicMm / 1000)} ${words.cubicCm}`}</dd>
        {slice === undefined ? null : (
          <>
            <dt>{words.layers}</dt>
            <dd>{number(slice.layers)}</dd>
          </>
        )}
        <dt>{words.repaired}</dt>
        <dd>
          <Repairs slice={slice} />
        </dd>
        <dt>{words.fileSize}</dt>
        <dd>
          {model.format.toUpperCase()}, {fileSize(language, model.sizeBytes)}
        </dd>
      </dl>
    </section>
  );
}

function Repairs({ slice }: Pick<ModelViewProps, "slice">) {
  const view = useView();
  const words = modelViewWords(view.language);
  const repairs = slice?.repairs;
  if (slice === undefined) return <>{words.unknown}</>;
  if (repairs === undefined) return <>{words.repairsUnknown}</>;
  const { holesFilled, trianglesTurned, cornersJoined, edgesSplit } = repairs;
  const done = [
    holesFilled === 0 ? undefined : words.repairs.holesFilled(holesFilled),
    trianglesTurned === 0 ? undefined : words.repairs.trianglesTurned(trianglesTurned),
    cornersJoined === 0 ? undefined : words.repairs.cornersJoined(cornersJoined),
    edgesSplit === 0 ? undefined : words.repairs.edgesSplit(edgesSplit),
  ].filter((sentence) => sentence !== undefined);
  if (done.length === 0) return <>{words.nothingRepaired}</>;
  return (
    <ul>
      {done.map((sentence) => (
        <li>{sentence}</li>
      ))}
    </ul>
  );
}

interface PrintFactsProps {
  readonly item: PrintItem;
}

export function PrintFacts({ item: { item, material, quality } }: PrintFactsProps) {
  const { language } = useView();
  const words = modelViewWords(language);
  const ofAll = item.quantity === 1 ? "" : ` (${words.forAll})`;
  return (
    <section class="card" aria-labelledby="item-facts">
      <h2 id="item-facts">{words.order}</h2>
      <dl>
        <dt>{words.quantity}</dt>
        <dd>{item.quantity}</dd>
        <dt>{words.time}</dt>
        <dd>
          {duration(language, item.printMinutes)}
          {ofAll}
        </dd>
        <dt>{words.weight}</dt>
        <dd>
          {weight(language, item.weightHundredthsOfGram)}
          {ofAll}
        </dd>
        {material === undefined ? null : (
          <>
            <dt>{words.material}</dt>
            <dd>{materialName(material.name, item.materialColor)}</dd>
          </>
        )}
        {quality === undefined ? null : (
          <>
            <dt>{words.quality}</dt>
            <dd>{quality.name}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

function fileSize(language: Language, bytes: number): string {
  const [unit, divisor] = bytes < 1_000_000 ? (["kilobyte", 1000] as const) : (["megabyte", 1_000_000] as const);
  const formatter = new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 });
  return formatter.format(bytes / divisor);
}

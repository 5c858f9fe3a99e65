// Estimates page: deviation and correction of each machine, and the finished items behind them.

import { isCorrected } from "../../db/machine-profile-record.ts";
import type { MachineDeviation } from "../../machine-profiles/correction.store.ts";
import { MIN_PRINTS } from "../../machine-profiles/deviation.ts";
import { FINISHED_WINDOW, type FinishedItem, MAX_FINISHED_SHOWN } from "../../machine-profiles/real-figures.store.ts";
import { itemName } from "../../orders/item-name.ts";
import type { FormState } from "../../pages/form-values.ts";
import { decimal, duration, weight, wholeNumber } from "../../pages/format.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { PostForm } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import type { StudioView } from "../kit/panel-context.ts";
import { Table } from "../kit/table.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { CorrectionText } from "./correction-text.tsx";
import { estimateWords } from "./estimates.words.ts";
import { RealFigureFields, realFigureFormValues } from "./real-figures.tsx";

export interface EstimatesPageProps {
  readonly deviations: readonly MachineDeviation[];
  readonly finished: readonly FinishedItem[];
  /** The refused form of a finished item. */
  readonly refused?: { readonly itemId: number; readonly form: FormState } | undefined;
  /** The reason of a refusal. */
  readonly fault?: string | undefined;
}

export function estimatesPath({ base }: StudioView): string {
  return `${base}/printing/estimates`;
}

export function EstimatesPage({ deviations, finished, refused, fault }: EstimatesPageProps) {
  const view = useView();
  const studio = useStudio();
  const words = estimateWords(view.language);
  const lookedAt = wholeNumber(view.language, FINISHED_WINDOW);
  const isNothingNoted = deviations.every(({ time, material }) => time === undefined && material === undefined);
  return (
    <Layout
      title={words.title}
      actions={
        <a class="button" href={`${studio.base}/printing`}>
          {words.toPrinting}
        </a>
      }
    >
      {fault === undefined ? null : (
        <p class="fault-summary" role="alert">
          {fault}
        </p>
      )}
      <p class="lead">{words.lead}</p>
      <section class="stack" aria-labelledby="machines">
        <h2 id="machines">{words.machines}</h2>
        {isNothingNoted ? <p class="muted">{words.nothingYet}</p> : null}
        {deviations.map((deviation) => (
          <MachineCard deviation={deviation} />
        ))}
      </section>
      <section class="stack" aria-labelledby="finished">
        <h2 id="finished">{words.finished}</h2>
        {finished.length === 0 ? (
          <EmptyState
            text={words.noFinished(lookedAt)}
            link={{ href: `${studio.base}/printing`, text: words.toQueue }}
          />
        ) : (
          <>
            <p class="muted">{words.finishedShown(wholeNumber(view.language, MAX_FINISHED_SHOWN), lookedAt)}</p>
            <FinishedTable finished={finished} deviations={deviations} refused={refused} />
          </>
        )}
      </section>
    </Layout>
  );
}

interface MachineProps {
  readonly deviation: MachineDeviation;
}

function MachineCard({ deviation }: MachineProps) {
  const studio = useStudio();
  const { language } = useView();
  const words = estimateWords(language);
  const { machine, time, material } = deviation;
  const heading = `machine-${machine?.id ?? "default"}`;
  return (
    <article class="card" aria-labelledby={heading}>
      <h3 id={heading}>{machine?.name ?? words.defaultMachine}</h3>
      {machine === null ? <p>{words.isNotCorrected}</p> : <CorrectionText machine={machine} />}
      {time === undefined && material === undefined ? (
        <p class="muted">{machine?.parametersChangedAt == null ? words.noneOfMachine : words.noneSinceChange}</p>
      ) : (
        <DeviationTable deviation={deviation} />
      )}
      <Offer deviation={deviation} />
      {machine !== null && isCorrected(machine) && studio.role === "owner" ? (
        <PostForm action={`${estimatesPath(studio)}/machines/${machine.id}/take-back`}>
          <button type="submit" class="small">
            {words.takeBack}
          </button>
        </PostForm>
      ) : null}
    </article>
  );
}

function DeviationTable({ deviation: { time, material } }: MachineProps) {
  const { language } = useView();
  const words = estimateWords(language);
  const tenths = (basisPoints: number) => decimal(language, Math.round(basisPoints / 10), 1);
  const rows = [
    { name: words.time, deviation: time },
    { name: words.material, deviation: material },
  ].flatMap(({ name, deviation }) => (deviation === undefined ? [] : [{ name, ...deviation }]));
  return (
    <Table
      rows={rows}
      columns={[
        { title: words.ofEstimate, cell: ({ name }) => name },
        { title: words.median, isNumber: true, cell: ({ medianBasisPoints }) => `${tenths(medianBasisPoints)} %` },
        {
          title: words.spread,
          isNumber: true,
          cell: ({ lowerQuartileBasisPoints, upperQuartileBasisPoints }) =>
            words.range(tenths(lowerQuartileBasisPoints), tenths(upperQuartileBasisPoints)),
        },
        { title: words.parts, isNumber: true, cell: ({ prints }) => wholeNumber(language, prints) },
      ]}
    />
  );
}

function Offer({ deviation: { machine, time, material, offered } }: MachineProps) {
  const studio = useStudio();
  const { language } = useView();
  const words = estimateWords(language);
  const most = Math.max(time?.prints ?? 0, material?.prints ?? 0);
  if (most === 0) return null;
  if (most < MIN_PRINTS) return <p class="muted">{words.tooFew(most, MIN_PRINTS)}</p>;
  if (offered === undefined) return <p class="muted">{words.agrees}</p>;
  const { timeBasisPoints, materialBasisPoints } = offered;
  const changes = [
    ...(timeBasisPoints === undefined ? [] : [words.offeredTime(decimal(language, timeBasisPoints, 2))]),
    ...(materialBasisPoints === undefined ? [] : [words.offeredMaterial(decimal(language, materialBasisPoints, 2))]),
  ];
  return (
    <>
      <p>
        <strong>{words.offer(changes.join(words.and))}</strong>
        {studio.role === "owner" ? null : ` ${words.ownerDecides}`}
      </p>
      {studio.role !== "owner" ? null : (
        <PostForm action={`${estimatesPath(studio)}/machines/${machine?.id ?? "default"}/accept`}>
          {machine === null ? <p class="hint">{words.ofDefault}</p> : null}
          {timeBasisPoints === undefined ? null : (
            <input type="hidden" name="timeBasisPoints" value={String(timeBasisPoints)} />
          )}
          {materialBasisPoints === undefined ? null : (
            <input type="hidden" name="materialBasisPoints" value={String(materialBasisPoints)} />
          )}
          <div class="row">
            <button type="submit" class="primary">
              {words.accept}
            </button>
          </div>
        </PostForm>
      )}
    </>
  );
}

function FinishedTable({ finished, deviations, refused }: Omit<EstimatesPageProps, "fault">) {
  const view = useView();
  const studio = useStudio();
  const { language } = view;
  const words = estimateWords(language);
  const machineNameOf = ({ figures }: FinishedItem) =>
    deviations.find(({ machine }) => machine?.id === figures.machineProfileId)?.machine?.name;
  return (
    <Table
      rows={finished}
      columns={[
        {
          title: words.part,
          cell: (row) => <FinishedPart row={row} machineName={machineNameOf(row)} />,
        },
        {
          title: words.sliced,
          cell: ({ figures }) => (
            <>
              <span class="nowrap">{duration(language, Math.max(1, Math.round(figures.slicedSeconds / 60)))}</span> ·{" "}
              <span class="nowrap">{weight(language, figures.slicedHundredthsOfGram)}</span>
            </>
          ),
        },
        {
          title: words.real,
          cell: ({ item, figures }) => (
            <PostForm action={`${estimatesPath(studio)}/items/${item.id}`} class="row">
              <RealFigureFields
                part={itemName(item)}
                form={
                  refused?.itemId === item.id
                    ? refused.form
                    : { values: realFigureFormValues(view, figures), faults: {} }
                }
              />
              <button type="submit" class="small">
                {words.note}
                <span class="visually-hidden"> {itemName(item)}</span>
              </button>
            </PostForm>
          ),
        },
      ]}
    />
  );
}

interface FinishedPartProps {
  readonly row: FinishedItem;
  readonly machineName: string | undefined;
}

function FinishedPart({ row: { item, orderNumber }, machineName }: FinishedPartProps) {
  const studio = useStudio();
  const words = estimateWords(useView().language);
  return (
    <>
      {itemName(item)} × {item.quantity}
      <div class="small muted">
        <a href={`${studio.base}/orders/${item.orderId}`}>{words.ofOrder(orderNumber)}</a>
        {machineName === undefined ? null : ` · ${machineName}`}
      </div>
    </>
  );
}

// Estimates page: deviation and correction of each machine, and the finished items behind them.

import { isCorrected } from "../../db/machine-profile-record.ts";
import type { MachineDeviation } from "../../machine-profiles/correction.store.ts";
import { type Deviation, MIN_PRINTS } from "../../machine-profiles/deviation.ts";
import type { FinishedItem } from "../../machine-profiles/real-figures.store.ts";
import { itemName } from "../../orders/item-name.ts";
import type { FormState } from "../../pages/form-values.ts";
import { decimal, duration, weight, wholeNumber } from "../../pages/format.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { PostForm } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import type { StudioView } from "../kit/panel-context.ts";
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
          <EmptyState text={words.noFinished} link={{ href: `${studio.base}/printing`, text: words.toQueue }} />
        ) : (
          <div class="table as-cards">
            <table>
              <thead>
                <tr>
                  <th scope="col">{words.part}</th>
                  <th scope="col">{words.sliced}</th>
                  <th scope="col">{words.real}</th>
                </tr>
              </thead>
              <tbody>
                {finished.map((row) => (
                  <FinishedRow
                    row={row}
                    machines={deviations}
                    form={refused?.itemId === row.item.id ? refused.form : undefined}
                  />
                ))}
              </tbody>
            </table>
          </div>
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
        <div class="table as-cards">
          <table>
            <thead>
              <tr>
                <th scope="col">{words.ofEstimate}</th>
                <th scope="col" class="number">
                  {words.median}
                </th>
                <th scope="col" class="number">
                  {words.spread}
                </th>
                <th scope="col" class="number">
                  {words.parts}
                </th>
              </tr>
            </thead>
            <tbody>
              <DeviationRow name={words.time} deviation={time} />
              <DeviationRow name={words.material} deviation={material} />
            </tbody>
          </table>
        </div>
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

function DeviationRow({ name, deviation }: { readonly name: string; readonly deviation: Deviation | undefined }) {
  const { language } = useView();
  const words = estimateWords(language);
  if (deviation === undefined) return null;
  const { prints, medianBasisPoints, lowerQuartileBasisPoints, upperQuartileBasisPoints } = deviation;
  const tenths = (basisPoints: number) => decimal(language, Math.round(basisPoints / 10), 1);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="number" data-label={words.median}>
        {tenths(medianBasisPoints)} %
      </td>
      <td class="number" data-label={words.spread}>
        {words.range(tenths(lowerQuartileBasisPoints), tenths(upperQuartileBasisPoints))}
      </td>
      <td class="number" data-label={words.parts}>
        {wholeNumber(language, prints)}
      </td>
    </tr>
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

function FinishedRow({
  row: { item, figures },
  machines,
  form,
}: {
  readonly row: FinishedItem;
  readonly machines: readonly MachineDeviation[];
  readonly form: FormState | undefined;
}) {
  const view = useView();
  const studio = useStudio();
  const { language } = view;
  const words = estimateWords(language);
  const name = itemName(item);
  const machine = machines.find((candidate) => candidate.machine?.id === figures.machineProfileId)?.machine;
  return (
    <tr>
      <th scope="row">
        {name} × {item.quantity}
        <div class="small muted">
          <a href={`${studio.base}/orders/${item.orderId}`}>{words.ofOrder(item.orderId)}</a>
          {machine == null ? null : ` · ${machine.name}`}
        </div>
      </th>
      <td data-label={words.sliced}>
        <span class="nowrap">{duration(language, Math.max(1, Math.round(figures.slicedSeconds / 60)))}</span> ·{" "}
        <span class="nowrap">{weight(language, figures.slicedHundredthsOfGram)}</span>
      </td>
      <td data-label={words.real}>
        <PostForm action={`${estimatesPath(studio)}/items/${item.id}`} class="row">
          <RealFigureFields part={name} form={form ?? { values: realFigureFormValues(view, figures), faults: {} }} />
          <button type="submit" class="small">
            {words.note}
            <span class="visually-hidden"> {name}</span>
          </button>
        </PostForm>
      </td>
    </tr>
  );
}

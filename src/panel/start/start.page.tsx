// The list of a person's studios, and a studio's start page: missing settings, the day's work.

import { currencyOf } from "../../domain/currency.ts";
import { minorUnits } from "../../domain/money.ts";
import { OPEN_STATUSES } from "../../domain/order.ts";
import { technologyOf } from "../../domain/technology.ts";
import { money, timeAgo, weight, wholeNumber } from "../../pages/format.ts";
import type { Overview } from "../../studios/overview.store.ts";
import { type Readiness, readinessOf, type Step, type StorefrontState } from "../../studios/readiness.ts";
import { KeyReminder } from "../keys/key-end.tsx";
import { studioBase } from "../kit/addresses.ts";
import { CopiedAddress } from "../kit/copied-text.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { materialName, Swatch } from "../kit/item/material.tsx";
import { Layout } from "../kit/layout.tsx";
import { layoutWords } from "../kit/layout.words.ts";
import { useStudio, useView } from "../kit/view-context.ts";
import { statusName } from "../orders/order-status.words.ts";
import { startWords } from "./start.words.ts";

const REFRESH_SECONDS = 30;

export function StudiosPage() {
  const view = useView();
  const words = startWords(view.language);
  return (
    <Layout title={words.studios} width="narrow">
      {view.memberships.length === 0 ? <EmptyState text={words.noStudios} /> : null}
      <ul class="cards">
        {view.memberships.map(({ studio, role }) => (
          <li>
            <a class="card" href={studioBase(studio.slug)}>
              <strong>{studio.title}</strong>
              <span class="muted">{words[role]}</span>
            </a>
          </li>
        ))}
      </ul>
    </Layout>
  );
}

interface StartProps {
  readonly overview: Overview;
}

interface StartPageProps extends StartProps {
  /** The order page's address: `https://host/kobza`. */
  readonly address: string;
}

export function StartPage({ overview, address }: StartPageProps) {
  const view = useView();
  const studio = useStudio();
  const readiness = readinessOf(overview.setup);
  // A studio that cannot quote yet has no day's work, unless it has orders.
  const hasOrders = Object.values(overview.orderCounts).some((count) => count > 0);
  const hasDay = readiness.canQuote || hasOrders;
  // Orders come first; without any, the order page's address.
  const link = readiness.canQuote && readiness.storefront === "sells" ? <StorefrontLink address={address} /> : null;
  return (
    <Layout title={layoutWords(view.language).start}>
      {studio.role === "owner" ? <KeyReminder keys={overview.keysNearEnd} isElsewhere /> : null}
      {readiness.isComplete ? null : <Checklist readiness={readiness} />}
      {hasOrders ? null : link}
      {hasDay ? <Day overview={overview} /> : null}
      {hasOrders ? link : null}
      {readiness.isComplete ? <p class="hint">✓ {startWords(view.language).complete}</p> : null}
    </Layout>
  );
}

interface ChecklistProps {
  readonly readiness: Readiness;
}

function Checklist({ readiness }: ChecklistProps) {
  const view = useView();
  const words = startWords(view.language);
  const { steps, canQuote } = readiness;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section class="card">
      <div class="row between">
        <h2>{words.setUp}</h2>
        <span class="row muted">
          {words.done(done, steps.length)}
          <progress max={steps.length} value={done} aria-label={words.setUp} />
        </span>
      </div>
      <p>{canQuote ? words.notBlocked : words.blocked}</p>
      <ol class="checklist">
        {steps.map((step) => (
          <StepItem step={step} storefront={readiness.storefront} />
        ))}
      </ol>
    </section>
  );
}

/** Shown to staff too: they give customers the address. */
function StorefrontLink({ address }: Omit<StartPageProps, "overview">) {
  const view = useView();
  const studio = useStudio();
  const words = startWords(view.language);
  return (
    <section class="card">
      <h2>{words.pageIsOpen}</h2>
      <p class="hint">{words.pageIsOpenText}</p>
      <CopiedAddress id="order-page-address" text={address} label={words.pageAddress} />
      <div class="row">
        <a href={address} target="_blank" rel="noopener">
          {words.visitPage}
        </a>
        {studio.role === "owner" ? <a href={`${studio.base}/order-page`}>{words.toStorefront}</a> : null}
      </div>
    </section>
  );
}

const STEP_PATHS: Record<Step["name"], string> = {
  prices: "/prices",
  printers: "/printers",
  materials: "/catalog/materials",
  qualities: "/catalog/qualities",
  delivery: "/catalog/delivery",
  storefront: "/order-page",
  key: "/keys",
};

function isOwnersStep({ name }: Step): boolean {
  return name === "prices" || name === "storefront" || name === "key";
}

interface StepItemProps {
  readonly step: Step;
  readonly storefront: StorefrontState;
}

function StepItem({ step, storefront }: StepItemProps) {
  const view = useView();
  const studio = useStudio();
  const words = startWords(view.language);
  const { name, isDone, blocksQuotes, missingFor } = step;
  const { title, link, ...about } = words.steps[name];
  const text = "text" in about ? about.text : about.texts[storefront];
  const technologies = missingFor.map((id) => technologyOf(id).name).join(", ");
  return (
    <li class={isDone ? "done" : undefined}>
      <span class="mark" aria-hidden="true">
        {isDone ? "✓" : ""}
      </span>
      <div>
        <strong>{title}</strong> <span class="visually-hidden">({isDone ? words.isDone : words.isOpen})</span>{" "}
        {blocksQuotes ? <span class="badge warn">{words.first}</span> : null}
        {isDone ? null : (
          <p class="hint">
            {text} {technologies === "" ? null : words.missingFor(technologies)}
          </p>
        )}
      </div>
      {isDone ? null : isOwnersStep(step) && studio.role !== "owner" ? (
        <span class="hint">{words.ownerDoes}</span>
      ) : (
        <a class="button small" href={`${studio.base}${STEP_PATHS[name]}`}>
          {link}
        </a>
      )}
    </li>
  );
}

function Day({ overview }: StartProps) {
  return (
    <div id="day" class="stack" data-refresh={REFRESH_SECONDS}>
      <OpenOrders overview={overview} />
      <div class="columns">
        <NewOrders overview={overview} />
        <div class="stack">
          <Printing overview={overview} />
          <LowStock overview={overview} />
        </div>
      </div>
    </div>
  );
}

function OpenOrders({ overview }: StartProps) {
  const view = useView();
  const studio = useStudio();
  const words = startWords(view.language);
  return (
    <section class="stack">
      <h2>{words.openOrders}</h2>
      <ul class="figures">
        {OPEN_STATUSES.map((status) => (
          <li>
            <a class="card" href={`${studio.base}/orders?view=list&status=${status}`}>
              <span class="figure">{wholeNumber(view.language, overview.orderCounts[status] ?? 0)}</span>
              <span class="muted">{statusName(view.language, status)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewOrders({ overview }: StartProps) {
  const view = useView();
  const studio = useStudio();
  const words = startWords(view.language);
  const { newOrders, orderCounts } = overview;
  const hasMore = (orderCounts.pending ?? 0) > newOrders.length;
  return (
    <section class="card">
      <h2>{words.newOrders}</h2>
      {newOrders.length === 0 ? <p class="muted">{words.noNewOrders}</p> : null}
      <ul class="lines linked" hidden={newOrders.length === 0}>
        {newOrders.map(({ id, number, contact, totalPriceMinor, currencyId, createdAt }) => (
          <li class="row between">
            <span>
              <a href={`${studio.base}/orders/${id}`}>{words.orderNumber(number)}</a> {contact.firstName}{" "}
              {contact.lastName}
              <div class="muted small">{timeAgo(view.language, createdAt)}</div>
            </span>
            <span class="number">{money(view.language, minorUnits(totalPriceMinor), currencyOf(currencyId))}</span>
          </li>
        ))}
      </ul>
      {hasMore ? <a href={`${studio.base}/orders?view=list&status=pending`}>{words.allNew}</a> : null}
    </section>
  );
}

function Printing({ overview: { itemsWaiting } }: StartProps) {
  const view = useView();
  const studio = useStudio();
  const words = startWords(view.language);
  return (
    <section class="card">
      <h2>{words.printing}</h2>
      {itemsWaiting === 0 ? <p class="muted">{words.nothingWaits}</p> : <p>{words.itemsWaiting(itemsWaiting)}</p>}
      <a href={`${studio.base}/printing`}>{words.toPrinting}</a>
    </section>
  );
}

function LowStock({ overview: { lowMaterials } }: StartProps) {
  const view = useView();
  const studio = useStudio();
  const words = startWords(view.language);
  return (
    <section class="card">
      <h2>{words.lowStock}</h2>
      {lowMaterials.length === 0 ? <p class="muted">{words.enoughStock}</p> : null}
      <ul class="lines" hidden={lowMaterials.length === 0}>
        {lowMaterials.map(({ name, color, colorHex, stockHundredthsOfGram }) => (
          <li class="row between">
            <span>
              <Swatch colorHex={colorHex} /> {materialName(name, color)}
            </span>
            <span class="badge warn">{words.left(weight(view.language, stockHundredthsOfGram ?? 0))}</span>
          </li>
        ))}
      </ul>
      {lowMaterials.length === 0 ? null : <a href={`${studio.base}/catalog/materials`}>{words.toMaterials}</a>}
    </section>
  );
}

// The frame of the catalog's pages: their tabs, and what their lists and forms have in common.

import type { Child } from "hono/jsx";
import { TECHNOLOGIES, type Technology, type TechnologyId } from "../../../slicer-service/src/contract/technologies.ts";
import { Empty } from "../kit/empty.tsx";
import { PostForm } from "../kit/form.tsx";
import { Layout, type LayoutProps } from "../kit/layout.tsx";
import type { StudioView, View } from "../kit/panel-context.ts";
import { catalogWords } from "./catalog.words.ts";

/** Parts of the catalog, by their addresses below it. */
export const CATALOG_PARTS = [
  "materials",
  "qualities",
  "machines",
  "finishings",
  "products",
  "delivery",
  "processes",
] as const;
export type CatalogPart = (typeof CATALOG_PARTS)[number];

function catalogBase({ base }: StudioView): string {
  return `${base}/catalog`;
}

/** The address of a part, or of one of its entries. */
export function partPath(studio: StudioView, part: CatalogPart, id?: number): string {
  return [catalogBase(studio), part, ...(id === undefined ? [] : [id])].join("/");
}

/** A page of the catalog, below its tabs. */
export function CatalogLayout({ studio, children, ...layout }: LayoutProps & { readonly studio: StudioView }) {
  const words = catalogWords(layout.view.language);
  return (
    <Layout {...layout}>
      <nav class="tabs" aria-label={words.parts}>
        <CatalogTab view={layout.view} href={catalogBase(studio)} exact>
          {words.overview}
        </CatalogTab>
        {CATALOG_PARTS.map((part) => (
          <CatalogTab view={layout.view} href={partPath(studio, part)}>
            {words[part]}
          </CatalogTab>
        ))}
      </nav>
      {children}
    </Layout>
  );
}

function CatalogTab({
  view,
  href,
  exact = false,
  children,
}: {
  readonly view: View;
  readonly href: string;
  readonly exact?: boolean;
  readonly children?: Child;
}) {
  const isHere = view.path === href || (!exact && view.path.startsWith(`${href}/`));
  return (
    <a href={href} aria-current={isHere ? "page" : undefined}>
      {children}
    </a>
  );
}

interface EntryProps {
  readonly view: View;
  readonly studio: StudioView;
  readonly part: CatalogPart;
  readonly entry: { readonly id: number; readonly name: string };
}

/** The button that saves the values of prices. */
export function SavePrices({ view }: { readonly view: View }) {
  const words = catalogWords(view.language);
  return (
    <div class="row">
      <button type="submit" class="primary">
        {words.save}
      </button>
      <span class="hint">{words.pricesFollow}</span>
    </div>
  );
}

/** Buttons that move an entry within its list. */
export function MoveButtons({
  view,
  studio,
  part,
  entry,
  place,
  count,
}: EntryProps & { readonly place: number; readonly count: number }) {
  const words = catalogWords(view.language);
  if (count < 2) return null;
  return (
    <PostForm view={view} action={`${partPath(studio, part, entry.id)}/move`} class="row moves">
      <button type="submit" class="small" name="direction" value="up" disabled={place === 0}>
        <span aria-hidden="true">↑</span>
        <span class="visually-hidden">{words.moveUp(entry.name)}</span>
      </button>
      <button type="submit" class="small" name="direction" value="down" disabled={place === count - 1}>
        <span aria-hidden="true">↓</span>
        <span class="visually-hidden">{words.moveDown(entry.name)}</span>
      </button>
    </PostForm>
  );
}

/** Archives an entry, or restores it. */
export function ArchiveForm({
  view,
  studio,
  part,
  entry,
  isArchived,
  archiveText,
}: EntryProps & {
  readonly isArchived: boolean;
  /** What archiving means; without it, what it means for most entries. */
  readonly archiveText?: string;
}) {
  const words = catalogWords(view.language);
  const path = partPath(studio, part, entry.id);
  return (
    <section class="card" aria-labelledby="archive">
      <h2 id="archive">{isArchived ? words.archivedTitle : words.archive}</h2>
      <p class="muted">{isArchived ? words.isArchived : (archiveText ?? words.archiveText)}</p>
      <PostForm view={view} action={`${path}/${isArchived ? "restore" : "archive"}`}>
        <div class="row">
          <button type="submit">{isArchived ? words.restore : words.archive}</button>
        </div>
      </PostForm>
    </section>
  );
}

export interface ArchivedEntry {
  readonly id: number;
  readonly name: string;
  /** The name as the list shows it. */
  readonly label: string;
  readonly mark?: Child;
}

interface CatalogListPageProps {
  readonly view: View;
  readonly studio: StudioView;
  readonly part: CatalogPart;
  readonly words: { readonly add: string; readonly empty: string; readonly emptyAfterArchiving: string };
  /** Without it the owner alone, as of all that has a price. */
  readonly mayAdd?: boolean;
  /** Whether any entry can be chosen. Where none can, the page says how to begin. */
  readonly hasEntries: boolean;
  readonly archived: readonly ArchivedEntry[];
  /** The tables of entries. */
  readonly children?: Child;
}

/** A list of the catalog: what can be chosen, then what is archived, and how an entry is added. */
export function CatalogListPage({
  view,
  studio,
  part,
  words,
  mayAdd = studio.role === "owner",
  hasEntries,
  archived,
  children,
}: CatalogListPageProps) {
  const shared = catalogWords(view.language);
  const add = { href: `${partPath(studio, part)}/new`, text: words.add };
  const reason = archived.length > 0 ? words.emptyAfterArchiving : words.empty;
  return (
    <CatalogLayout
      view={view}
      studio={studio}
      title={shared[part]}
      actions={
        mayAdd ? (
          <a class="button primary" href={add.href}>
            {add.text}
          </a>
        ) : null
      }
    >
      {hasEntries ? children : null}
      {hasEntries ? null : mayAdd ? (
        <Empty text={reason} link={add} />
      ) : (
        <Empty text={`${reason} ${shared.emptyForStaff}`} />
      )}
      <ArchivedEntries view={view} studio={studio} part={part} entries={archived} />
    </CatalogLayout>
  );
}

/** Archived entries, folded away below those that can be chosen. */
function ArchivedEntries({
  view,
  studio,
  part,
  entries,
}: Omit<EntryProps, "entry"> & {
  readonly entries: readonly ArchivedEntry[];
}) {
  const words = catalogWords(view.language);
  if (entries.length === 0) return null;
  return (
    <details class="archived">
      <summary>
        {words.archivedTitle} ({entries.length})
      </summary>
      <ul class="stack">
        {entries.map((entry) => (
          <li class="row">
            {entry.mark}
            <a href={partPath(studio, part, entry.id)}>{entry.label}</a>
            <PostForm view={view} action={`${partPath(studio, part, entry.id)}/restore`}>
              <button type="submit" class="small">
                {words.restore}
                <span class="visually-hidden">: {entry.name}</span>
              </button>
            </PostForm>
          </li>
        ))}
      </ul>
    </details>
  );
}

export const TECHNOLOGY_CHOICES = TECHNOLOGIES.map(({ id, name }) => ({ value: String(id), label: name }));

/** Entries by technology, in the order of the table of technologies. */
export function byTechnology<Entry extends { readonly technologyId: TechnologyId }>(
  entries: readonly Entry[],
): readonly { readonly technology: Technology; readonly entries: readonly Entry[] }[] {
  return TECHNOLOGIES.map((technology) => ({
    technology,
    entries: entries.filter(({ technologyId }) => technologyId === technology.id),
  })).filter((group) => group.entries.length > 0);
}

/** A technology's entries in a list of all, below its name. */
export function TechnologySection({
  technology,
  children,
}: {
  readonly technology: Technology;
  readonly children?: Child;
}) {
  const id = `technology-${technology.id}`;
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>{technology.name}</h2>
      {children}
    </section>
  );
}

/** Values that prices are computed from, shown to who may not change them. */
export function OwnersValues({
  view,
  values,
}: {
  readonly view: View;
  readonly values: readonly (readonly [label: string, value: Child])[];
}) {
  const words = catalogWords(view.language);
  return (
    <section class="card" aria-labelledby="owners-values">
      <h2 id="owners-values">{words.ownersValues}</h2>
      <dl>
        {values.map(([label, value]) => (
          <>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      <p class="hint">{words.pricesAreOwners}</p>
    </section>
  );
}

// The frame of the catalog's pages: tabs, and the parts that their lists and forms share.

import type { Child } from "hono/jsx";
import { TECHNOLOGIES, type Technology, type TechnologyId } from "../../../slicer-service/src/contract/technologies.ts";
import { CATALOG, isOnOffer } from "../../catalog/catalog-kinds.ts";
import type { CatalogKind } from "../../catalog/catalog-rows.ts";
import type { OwnersGuide } from "../../http/guide-address.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { PostForm } from "../kit/form.tsx";
import { Layout, type LayoutProps } from "../kit/layout.tsx";
import type { StudioView } from "../kit/panel-context.ts";
import { Table, type TableColumn } from "../kit/table.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
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

/** The part of a kind's entries. */
export const PART_OF_KIND = {
  material: "materials",
  quality: "qualities",
  machineProfile: "machines",
  finishing: "finishings",
  product: "products",
  deliveryMethod: "delivery",
} as const satisfies Record<CatalogKind, CatalogPart>;

/** The guides to kinds of entries. */
const GUIDE_OF_KIND: Partial<Record<CatalogKind, OwnersGuide>> = {
  machineProfile: "machine-profiles",
  product: "products",
  deliveryMethod: "money",
};

/** The address of a kind's list, or of one of its entries. */
export function entryPath(studio: StudioView, kind: CatalogKind, id?: number): string {
  return partPath(studio, PART_OF_KIND[kind], id);
}

/** The name of an entry: a product's title. */
function entryLabel(kind: CatalogKind, entry: Readonly<Record<string, unknown>>): string {
  return String(entry[CATALOG[kind].title]);
}

function catalogBase({ base }: StudioView): string {
  return `${base}/catalog`;
}

/** The address of a part, or of one of its entries. */
export function partPath(studio: StudioView, part: CatalogPart, id?: number): string {
  return [catalogBase(studio), part, ...(id === undefined ? [] : [id])].join("/");
}

/** A page of the catalog, below its tabs. */
export function CatalogLayout({ children, ...layout }: LayoutProps) {
  const studio = useStudio();
  const words = catalogWords(useView().language);
  return (
    <Layout {...layout}>
      <nav class="tabs" aria-label={words.parts}>
        <CatalogTab href={catalogBase(studio)} exact>
          {words.overview}
        </CatalogTab>
        {CATALOG_PARTS.map((part) => (
          <CatalogTab href={partPath(studio, part)}>{words[part]}</CatalogTab>
        ))}
      </nav>
      {children}
    </Layout>
  );
}

function CatalogTab({
  href,
  exact = false,
  children,
}: {
  readonly href: string;
  readonly exact?: boolean;
  readonly children?: Child;
}) {
  const view = useView();
  const isHere = view.path === href || (!exact && view.path.startsWith(`${href}/`));
  return (
    <a href={href} aria-current={isHere ? "page" : undefined}>
      {children}
    </a>
  );
}

interface EntryProps<Entry> {
  readonly kind: CatalogKind;
  readonly entry: Entry;
}

type AnyEntry = Readonly<Record<string, unknown>> & { readonly id: number };

/** The save button below values that prices are computed from. */
export function SavePrices() {
  const view = useView();
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
function MoveButtons({
  kind,
  entry,
  place,
  count,
}: EntryProps<AnyEntry> & { readonly place: number; readonly count: number }) {
  const studio = useStudio();
  const words = catalogWords(useView().language);
  if (count < 2) return null;
  const name = entryLabel(kind, entry);
  return (
    <PostForm action={`${entryPath(studio, kind, entry.id)}/move`} class="row moves">
      <button type="submit" class="small" name="direction" value="up" disabled={place === 0}>
        <span aria-hidden="true">↑</span>
        <span class="visually-hidden">{words.moveUp(name)}</span>
      </button>
      <button type="submit" class="small" name="direction" value="down" disabled={place === count - 1}>
        <span aria-hidden="true">↓</span>
        <span class="visually-hidden">{words.moveDown(name)}</span>
      </button>
    </PostForm>
  );
}

/** A table of entries on offer: names, the kind's columns, buttons that order them. */
export function EntryTable<Entry extends { readonly id: number }>({
  kind,
  entries,
  heading = (entry) => <a href={entryPath(useStudio(), kind, entry.id)}>{entryLabel(kind, entry)}</a>,
  columns = [],
  isAlike = true,
}: {
  readonly kind: CatalogKind;
  readonly entries: readonly Entry[];
  /** The row's heading: the link to the entry, and its marks. */
  readonly heading?: (entry: Entry) => Child;
  readonly columns?: readonly TableColumn<Entry>[];
  readonly isAlike?: boolean;
}) {
  const words = catalogWords(useView().language);
  const name = { title: words.name, cell: heading };
  const order = {
    title: words.order,
    isOfButtons: true,
    cell: (entry: Entry, place: number) => (
      <MoveButtons kind={kind} entry={{ ...entry }} place={place} count={entries.length} />
    ),
  };
  return <Table columns={[name, ...columns, order]} rows={entries} isAlike={isAlike} />;
}

export function ArchiveForm<Entry extends { readonly id: number }>({
  kind,
  entry,
  archiveText,
}: EntryProps<Entry> & {
  /** The effect of archiving; the sentence for most entries by default. */
  readonly archiveText?: string;
}) {
  const words = catalogWords(useView().language);
  const path = entryPath(useStudio(), kind, entry.id);
  const isArchived = !isOnOffer(kind, { ...entry });
  return (
    <section class="card" aria-labelledby="archive">
      <h2 id="archive">{isArchived ? words.archivedTitle : words.archive}</h2>
      <p class="muted">{isArchived ? words.isArchived : (archiveText ?? words.archiveText)}</p>
      <PostForm action={`${path}/${isArchived ? "restore" : "archive"}`}>
        <div class="row">
          <button type="submit">{isArchived ? words.restore : words.archive}</button>
        </div>
      </PostForm>
    </section>
  );
}

interface CatalogListPageProps<Entry> {
  readonly kind: CatalogKind;
  readonly words: { readonly add: string; readonly empty: string; readonly emptyAfterArchiving: string };
  /** Only the owner by default: most entries have a price. */
  readonly mayAdd?: boolean;
  readonly entries: readonly Entry[];
  /** The text of an archived entry's link. */
  readonly archivedLabel?: (entry: Entry) => string;
  readonly archivedMark?: (entry: Entry) => Child;
  /** The tables of entries on offer. Without any, the page names the first step. */
  readonly children: (onOffer: readonly Entry[]) => Child;
}

/** A list of the catalog: entries on offer, then archived ones, and a button that adds an entry. */
export function CatalogListPage<Entry extends { readonly id: number }>({
  kind,
  words,
  mayAdd = useStudio().role === "owner",
  entries,
  children,
  ...archived
}: CatalogListPageProps<Entry>) {
  const studio = useStudio();
  const shared = catalogWords(useView().language);
  const onOffer = entries.filter((entry) => isOnOffer(kind, { ...entry }));
  const others = entries.filter((entry) => !onOffer.includes(entry));
  const add = { href: `${entryPath(studio, kind)}/new`, text: words.add };
  const reason = others.length > 0 ? words.emptyAfterArchiving : words.empty;
  return (
    <CatalogLayout
      title={shared[PART_OF_KIND[kind]]}
      guide={GUIDE_OF_KIND[kind]}
      actions={
        mayAdd ? (
          <a class="button primary" href={add.href}>
            {add.text}
          </a>
        ) : null
      }
    >
      {onOffer.length > 0 ? children(onOffer) : null}
      {onOffer.length > 0 ? null : mayAdd ? (
        <EmptyState text={reason} link={add} />
      ) : (
        <EmptyState text={`${reason} ${shared.emptyForStaff}`} />
      )}
      <ArchivedEntries kind={kind} entries={others} {...archived} />
    </CatalogLayout>
  );
}

function ArchivedEntries<Entry extends { readonly id: number }>({
  kind,
  entries,
  archivedLabel = (entry) => entryLabel(kind, entry),
  archivedMark = () => null,
}: Pick<CatalogListPageProps<Entry>, "kind" | "entries" | "archivedLabel" | "archivedMark">) {
  const studio = useStudio();
  const words = catalogWords(useView().language);
  if (entries.length === 0) return null;
  return (
    <details class="archived">
      <summary>
        {words.archivedTitle} ({entries.length})
      </summary>
      <ul class="stack">
        {entries.map((entry) => (
          <li class="row">
            {archivedMark(entry)}
            <a href={entryPath(studio, kind, entry.id)}>{archivedLabel(entry)}</a>
            <PostForm action={`${entryPath(studio, kind, entry.id)}/restore`}>
              <button type="submit" class="small">
                {words.restore}
                <span class="visually-hidden">: {entryLabel(kind, entry)}</span>
              </button>
            </PostForm>
          </li>
        ))}
      </ul>
    </details>
  );
}

export const TECHNOLOGY_CHOICES = TECHNOLOGIES.map(({ id, name }) => ({ value: String(id), label: name }));

/** Groups entries by technology, in the order of `TECHNOLOGIES`; groups without entries are left out. */
export function groupByTechnology<Entry extends { readonly technologyId: TechnologyId }>(
  entries: readonly Entry[],
): readonly { readonly technology: Technology; readonly entries: readonly Entry[] }[] {
  return TECHNOLOGIES.map((technology) => ({
    technology,
    entries: entries.filter(({ technologyId }) => technologyId === technology.id),
  })).filter((group) => group.entries.length > 0);
}

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

/** Values that prices are computed from, read-only for staff. */
export function OwnersValues({ values }: { readonly values: readonly (readonly [label: string, value: Child])[] }) {
  const view = useView();
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

// The frame of the catalog's pages: their tabs, and what their lists and forms have in common.

import type { Child } from "hono/jsx";
import { findTechnology, TECHNOLOGIES, type TechnologyId } from "../../domain/technology.ts";
import { PostForm } from "../kit/form.tsx";
import { Layout, type LayoutProps } from "../kit/layout.tsx";
import type { StudioView, View } from "../kit/panel-context.ts";
import { catalogWords } from "./catalog.words.ts";

/** Parts of the catalog, by their addresses below it. */
export const CATALOG_PARTS = ["materials", "qualities", "finishings", "products", "delivery", "processes"] as const;
export type CatalogPart = (typeof CATALOG_PARTS)[number];

export function catalogBase({ base }: StudioView): string {
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
export function ArchiveForm({ view, studio, part, entry, isArchived }: EntryProps & { readonly isArchived: boolean }) {
  const words = catalogWords(view.language);
  const path = partPath(studio, part, entry.id);
  return (
    <section class="card" aria-labelledby="archive">
      <h2 id="archive">{isArchived ? words.archivedTitle : words.archive}</h2>
      <p class="muted">{isArchived ? words.isArchived : words.archiveText}</p>
      <PostForm view={view} action={`${path}/${isArchived ? "restore" : "archive"}`}>
        <div class="row">
          <button type="submit">{isArchived ? words.restore : words.archive}</button>
        </div>
      </PostForm>
    </section>
  );
}

/** Archived entries, folded away below those that can be chosen. */
export function ArchivedEntries({
  view,
  studio,
  part,
  entries,
}: Omit<EntryProps, "entry"> & {
  readonly entries: readonly (EntryProps["entry"] & { readonly label: string; readonly mark?: Child })[];
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

/** A colour, as a dot beside its name. */
export function Swatch({ colorHex }: { readonly colorHex: string | null }) {
  if (colorHex === null) return null;
  return (
    <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
      <rect width="10" height="10" fill={colorHex} />
    </svg>
  );
}

export function technologyName(id: TechnologyId): string {
  return findTechnology(id)?.name ?? String(id);
}

export const TECHNOLOGY_CHOICES = TECHNOLOGIES.map(({ id, name }) => ({ value: String(id), label: name }));

/** Entries by technology, in the order of the table of technologies. Those without one come first. */
export function byTechnology<Entry extends { readonly technologyId: TechnologyId | null }>(
  entries: readonly Entry[],
): readonly { readonly technologyId: TechnologyId | null; readonly entries: readonly Entry[] }[] {
  return [null, ...TECHNOLOGIES.map(({ id }) => id)]
    .map((technologyId) => ({
      technologyId,
      entries: entries.filter((entry) => entry.technologyId === technologyId),
    }))
    .filter((group) => group.entries.length > 0);
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

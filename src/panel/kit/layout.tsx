// The frame around every page: head, navigation, notice, content.

import type { Child } from "hono/jsx";
import { guideAddress, type OwnersGuide } from "../../http/guide-address.ts";
import { type NewsNumbers, type SectionNews, shownNumber } from "../../news/news-numbers.ts";
import { PANEL } from "./addresses.ts";
import { PostForm } from "./form.tsx";
import { layoutWords } from "./layout.words.ts";
import type { StudioView } from "./panel-context.ts";
import { useStudio, useView } from "./view-context.ts";

export interface LayoutProps {
  readonly title: string;
  /** Lists and boards take the whole width; forms are narrow, for readable lines. */
  readonly width?: "narrow" | "wide";
  /** File names of further client scripts. */
  readonly scripts?: readonly string[];
  /** The guide to the page's section. */
  readonly guide?: OwnersGuide | undefined;
  /** The page's main actions, beside the title. */
  readonly actions?: Child;
  readonly children?: Child;
}

export function Layout({ title, width = "wide", scripts = [], guide, actions, children }: LayoutProps) {
  const view = useView();
  const words = layoutWords(view.language);
  const { studio, person } = view;
  return (
    <html lang={view.language} data-theme={view.theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{[title, studio?.record.title ?? words.panel].join(" · ")}</title>
        <link rel="icon" href={`${PANEL}/assets/icon.svg`} type="image/svg+xml" />
        <link rel="stylesheet" href={`${PANEL}/assets/panel.css`} />
        {["panel.js", ...scripts].map((script) => (
          <script type="module" src={`${PANEL}/assets/${script}`} />
        ))}
      </head>
      <body class={person === undefined ? "visitor" : "member"}>
        <a class="skip" href="#content">
          {words.skip}
        </a>
        {person === undefined ? null : <Navigation />}
        <main id="content" class={width} tabindex={-1}>
          <NoticeBar />
          <header class="page-title">
            <h1>{title}</h1>
            {studio === undefined ? null : <LiveLine studio={studio} />}
            {guide === undefined ? null : <a href={guideAddress(view.language, guide)}>{words.guide}</a>}
            {actions === undefined ? null : <div class="actions">{actions}</div>}
          </header>
          {children}
        </main>
        {studio === undefined ? null : <JumpDialog studio={studio} />}
      </body>
    </html>
  );
}

/** Opened by Ctrl K. See browser/jump.ts. */
function JumpDialog({ studio: { base } }: { readonly studio: StudioView }) {
  const words = layoutWords(useView().language);
  return (
    <dialog
      id="jump"
      class="jump"
      aria-labelledby="jump-label"
      data-found={`${base}/jump`}
      data-list={`${base}/orders?view=list`}
    >
      <label id="jump-label" for="jump-search">
        {words.jump}
      </label>
      <input id="jump-search" type="text" autocomplete="off" maxlength={100} aria-describedby="jump-hint" />
      <p id="jump-hint" class="hint">
        {words.jumpHint}
      </p>
      <p class="visually-hidden" role="status"></p>
      <div></div>
    </dialog>
  );
}

/** The page's freshness. The page's script fills it in. */
function LiveLine({ studio: { base, record } }: { readonly studio: StudioView }) {
  const words = layoutWords(useView().language);
  return (
    <p
      id="live"
      class="hint"
      data-news={`${base}/news`}
      data-just-now={words.updatedJustNow}
      data-updated-at={words.updatedAt}
      data-no-connection={words.noConnection}
      data-signed-out={words.signedOut}
      data-new-orders={words.newRecord.orders(record.title)}
      data-new-requests={words.newRecord.requests(record.title)}
    >
      <span></span> <span role="status"></span>{" "}
      <a href={base} hidden>
        {words.signInAgain}
      </a>
    </p>
  );
}

function NoticeBar() {
  const view = useView();
  const { notice } = view;
  return (
    <div id="notice" role="status" aria-live="polite">
      {notice === undefined ? null : (
        <div class="notice">
          <span>
            {notice.text} {notice.link === undefined ? null : <a href={notice.link.href}>{notice.link.text}</a>}
          </span>
          {notice.undo === undefined ? null : (
            <PostForm action={notice.undo.action}>
              {Object.entries(notice.undo.fields).flatMap(([name, values]) =>
                [values].flat().map((value) => <input type="hidden" name={name} value={value} />),
              )}
              <button type="submit" class="quiet">
                {layoutWords(view.language).undo}
              </button>
            </PostForm>
          )}
        </div>
      )}
    </div>
  );
}

function Navigation() {
  const view = useView();
  const words = layoutWords(view.language);
  const { studio, person, memberships } = view;
  return (
    <nav class="navigation" aria-label={words.sections}>
      <a class="brand" href={studio?.base ?? PANEL}>
        {studio?.record.title ?? words.panel}
      </a>
      {studio === undefined ? null : <Sections sections={EVERYONES_SECTIONS} />}
      {/* On a phone a page of its own, over the others; elsewhere part of the navigation. */}
      <button type="button" class="more" popovertarget="more-places">
        <Icon of="more" />
        {words.more}
      </button>
      <div id="more-places" class="more-places" popover="auto">
        {studio === undefined ? null : (
          <Sections
            sections={[...FURTHER_SECTIONS, ...(studio.role === "owner" ? OWNERS_SECTIONS : STAFFS_SECTIONS)]}
          />
        )}
        <ul class="personal">
          {memberships.length > 1 ? (
            <li>
              <NavigationLink href={PANEL} exact>
                {words.otherStudios}
              </NavigationLink>
            </li>
          ) : null}
          <li>
            <NavigationLink href={`${PANEL}/account`}>{person?.name ?? words.account}</NavigationLink>
          </li>
          <li>
            <PostForm action={`${PANEL}/sign-out`}>
              <button type="submit" class="link">
                {words.signOut}
              </button>
            </PostForm>
          </li>
        </ul>
      </div>
    </nav>
  );
}

/** Outlines in a square of 24 units, drawn with a line. */
const ICONS = {
  start: "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
  orders: "M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6",
  requests: "M4 5h16v11H9l-5 4zM8 9h8M8 12h5",
  customers: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-9 16-9 16 0",
  printing: "M4 4h16v16H4zM4 8h16M12 8v4M10 12h4l-2 3zM8 17h8",
  catalog: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  month: "M4 20h16M7 16v-5M12 16V6M17 16v-8",
  storefront: "M4 9l2-5h12l2 5zM5 9v11h14V9M9 20v-6h6v6",
  prices: "M12 3h9v9l-9 9-9-9zM16 8h.01",
  keys: "M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 12l9-9M16 7l3 3",
  people: "M9 4a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2 20c0-8 14-8 14 0M16 5a3 3 0 0 1 0 6M18 14q4 1 4 6",
  carrier: "M3 8l9-5 9 5v9l-9 5-9-5zM3 8l9 5 9-5M12 13v9",
  messages: "M3 6h18v12H3zM3 7l9 7 9-7",
  more: "M5 12h.01M12 12h.01M19 12h.01",
} as const;

export function Icon({ of }: { readonly of: keyof typeof ICONS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[of]} />
    </svg>
  );
}

/** Kept in the page without a number too: the page's script fills it in. */
function WaitingBadge({ of, news: { count, latest } }: { readonly of: keyof NewsNumbers; readonly news: SectionNews }) {
  const words = layoutWords(useView().language).waiting[of];
  return (
    <>
      {" "}
      <span
        class="badge warn"
        data-count-of={of}
        data-count={count}
        data-latest={latest}
        data-words={words}
        hidden={count === 0}
      >
        {count === 0 ? null : (
          <>
            {shownNumber(count)} <span class="visually-hidden">{words}</span>
          </>
        )}
      </span>
    </>
  );
}

interface Section {
  readonly path: string;
  readonly label: Exclude<keyof typeof ICONS, "more">;
  /** Another path whose pages belong to the section. */
  readonly also?: string;
  /** Its waiting records are shown as a badge. */
  readonly waiting?: keyof NewsNumbers;
}

const EVERYONES_SECTIONS: readonly Section[] = [
  { path: "", label: "start" },
  {
    path: "/orders",
    label: "orders",
    also: "/new-order",
    waiting: "orders",
  },
  {
    path: "/requests",
    label: "requests",
    waiting: "requests",
  },
  { path: "/printing", label: "printing", also: "/printers" },
  { path: "/catalog", label: "catalog" },
];

/** Open to staff too. On a phone, the bar has no room for them. */
const FURTHER_SECTIONS: readonly Section[] = [{ path: "/customers", label: "customers" }];

/** Behind the button "more" on a phone. */
const STAFFS_SECTIONS: readonly Section[] = [{ path: "/messages", label: "messages" }];

/** Staff have no access to most of these, so their links are left out. */
const OWNERS_SECTIONS: readonly Section[] = [
  { path: "/month", label: "month" },
  { path: "/order-page", label: "storefront" },
  { path: "/prices", label: "prices" },
  { path: "/keys", label: "keys" },
  { path: "/people", label: "people" },
  { path: "/carrier", label: "carrier" },
  ...STAFFS_SECTIONS,
];

function Sections({ sections }: { readonly sections: readonly Section[] }) {
  const view = useView();
  const studio = useStudio();
  const words = layoutWords(view.language);
  return (
    <ul class="sections">
      {sections.map(({ path, label, also, waiting }) => (
        <li>
          <NavigationLink href={`${studio.base}${path}`} exact={path === ""} also={also && `${studio.base}${also}`}>
            <Icon of={label} />
            <span>{words[label]}</span>
            {waiting === undefined ? null : <WaitingBadge of={waiting} news={studio.news[waiting]} />}
          </NavigationLink>
        </li>
      ))}
    </ul>
  );
}

function NavigationLink({
  href,
  exact = false,
  also,
  children,
}: {
  readonly href: string;
  /** Marks this page only, not the pages below it. */
  readonly exact?: boolean;
  /** Marks pages below this path too. */
  readonly also?: string | undefined;
  readonly children?: Child;
}) {
  const view = useView();
  const isBelow = (path: string) => view.path === path || view.path.startsWith(`${path}/`);
  const isHere = exact ? view.path === href : isBelow(href) || (also !== undefined && isBelow(also));
  return (
    <a href={href} aria-current={isHere ? "page" : undefined}>
      {children}
    </a>
  );
}

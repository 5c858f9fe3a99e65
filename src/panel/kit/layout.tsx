// The frame around every page: head, navigation, notice, content.

import type { Child } from "hono/jsx";
import { type NewsNumbers, shownNumber } from "../../news/news-numbers.ts";
import { PANEL } from "./addresses.ts";
import { PostForm } from "./form.tsx";
import { layoutWords } from "./layout.words.ts";
import type { StudioView } from "./panel-context.ts";
import { useView } from "./view-context.ts";

export interface LayoutProps {
  readonly title: string;
  /** Lists and boards take the whole width; forms are narrow, for readable lines. */
  readonly width?: "narrow" | "wide";
  /** File names of further client scripts. */
  readonly scripts?: readonly string[];
  /** The page's main actions, beside the title. */
  readonly actions?: Child;
  readonly children?: Child;
}

export function Layout({ title, width = "wide", scripts = [], actions, children }: LayoutProps) {
  const view = useView();
  const words = layoutWords(view.language);
  const { studio, person } = view;
  return (
    <html lang={view.language} data-theme={view.theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
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
            {actions === undefined ? null : <div class="actions">{actions}</div>}
          </header>
          {children}
        </main>
      </body>
    </html>
  );
}

/** How current the page is. The page's script fills it in. */
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
      data-new-order={words.newOrder(record.title)}
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
      <ul class="sections">
        {studio === undefined
          ? null
          : sectionsOf(studio).map(({ path, label, also, waiting }) => (
              <li>
                <NavigationLink
                  href={`${studio.base}${path}`}
                  exact={path === ""}
                  also={also && `${studio.base}${also}`}
                >
                  {words[label]}
                  {waiting === undefined ? null : <WaitingBadge waiting={waiting} />}
                </NavigationLink>
              </li>
            ))}
      </ul>
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
    </nav>
  );
}

/** Kept in the page without a number too: the page's script fills it in. */
function WaitingBadge({ waiting: { of, count } }: { readonly waiting: Waiting }) {
  const words = layoutWords(useView().language).waiting[of];
  return (
    <>
      {" "}
      <span class="badge warn" data-count-of={of} data-count={count} data-words={words} hidden={count === 0}>
        {count === 0 ? null : (
          <>
            {shownNumber(count)} <span class="visually-hidden">{words}</span>
          </>
        )}
      </span>
    </>
  );
}

/** The waiting records of a section. */
interface Waiting {
  readonly of: keyof NewsNumbers;
  readonly count: number;
}

interface Section {
  readonly path: string;
  readonly label:
    | "start"
    | "orders"
    | "requests"
    | "printing"
    | "catalog"
    | "storefront"
    | "prices"
    | "keys"
    | "people";
  /** Another path whose pages belong to the section. */
  readonly also?: string;
  /** Shown as a badge. */
  readonly waiting?: Waiting;
}

/** Staff have no access to settings, keys and people, so these links are left out. */
function sectionsOf({ role, pendingOrders, newPriceRequests }: StudioView): readonly Section[] {
  const everyones: readonly Section[] = [
    { path: "", label: "start" },
    { path: "/orders", label: "orders", waiting: { of: "orders", count: pendingOrders } },
    { path: "/requests", label: "requests", waiting: { of: "requests", count: newPriceRequests } },
    { path: "/printing", label: "printing", also: "/printers" },
    { path: "/catalog", label: "catalog" },
  ];
  const owners: readonly Section[] = [
    { path: "/order-page", label: "storefront" },
    { path: "/prices", label: "prices" },
    { path: "/keys", label: "keys" },
    { path: "/people", label: "people" },
  ];
  return role === "owner" ? [...everyones, ...owners] : everyones;
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

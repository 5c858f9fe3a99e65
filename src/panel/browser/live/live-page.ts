// Live page: its parts and the menu's numbers follow the studio's news, and a line states their freshness.
//
// The tab's title counts the orders and price requests that came while it was out of sight.

import { type NewsNumbers, type SectionNews, shownNumber } from "../../../news/news-numbers.ts";
import { alertOf } from "./alerts.ts";
import { listenToNews } from "./news-socket.ts";
import { keepTicks, patch } from "./patch.ts";

/** A page with an open socket asks this often all the same: news may be lost, and a session may end. */
const ASKED_AT_LEAST_EVERY_MILLISECONDS = 120_000;
/** The pace without a socket, for a page without a pace of its own. */
const POLL_SECONDS = 30;
const JUST_NOW_MILLISECONDS = 60_000;
const ASKED_AT_MOST_MILLISECONDS = 20_000;

const SECTIONS = ["orders", "requests"] as const satisfies readonly (keyof NewsNumbers)[];

/** @param enhance gives the script's conveniences to new elements */
export function keepUpToDate(enhance: (root: ParentNode) => void): void {
  const line = document.getElementById("live");
  const address = line?.dataset.news;
  if (line === null || address === undefined) return;
  const { updated, fault, signIn } = partsOf(line);
  const parts = [...document.querySelectorAll<HTMLElement>("[data-refresh]")];
  const ids = parts.map(({ id }) => id);
  const { title } = document;
  let numbers = numbersIn(document);
  let unseen = 0;

  /** False if the page's address answers no page: it was answered to a form. */
  let canAskPage = ids.length > 0;
  let isOver = false;
  let isAsking = false;
  let isDueAgain = false;
  let hasFailed = false;
  let askedAt = Date.now();
  let currentAt = Date.now();

  async function update(): Promise<void> {
    if (isOver) return;
    isDueAgain = true;
    if (isAsking) return;
    isAsking = true;
    while (isDueAgain && !isOver) {
      isDueAgain = false;
      try {
        await ask();
      } catch {
        // The next round tries again: a phone loses its network often.
        hasFailed = true;
        showFault(line?.dataset.noConnection);
      }
    }
    isAsking = false;
  }

  async function ask(): Promise<void> {
    const asksPage = canAskPage && document.visibilityState === "visible";
    const response = await fetch(asksPage ? location.href : (address ?? ""), {
      redirect: "manual",
      // A connection that died without a word would hold back all later questions.
      signal: AbortSignal.timeout(ASKED_AT_MOST_MILLISECONDS),
    });
    askedAt = Date.now();
    if (response.type === "opaqueredirect" || (!asksPage && response.status === 404)) return end();
    if (asksPage && response.status === 404) {
      canAskPage = false;
      isDueAgain = true;
      return;
    }
    if (!response.ok) throw new Error(`the question was answered ${response.status}`);
    if (asksPage) {
      const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
      canAskPage = showParts(fresh);
      hear(numbersIn(fresh));
    } else {
      // Answered by the panel's route of news.
      hear((await response.json()) as NewsNumbers);
    }
    hasFailed = false;
    currentAt = askedAt;
    showFault(undefined);
  }

  /** False if the page has another content now. */
  function showParts(fresh: Document): boolean {
    for (const id of ids) {
      const [shown, newer] = [document.getElementById(id), fresh.getElementById(id)];
      if (shown === null || newer === null) return false;
      document.adoptNode(newer);
      enhance(newer);
      keepTicks(shown, newer);
      patch(shown, newer);
    }
    return true;
  }

  function hear(now: NewsNumbers): void {
    const before = numbers;
    numbers = now;
    showNumbers(now);
    for (const section of SECTIONS) {
      const came = cameBetween(before[section], now[section]);
      if (came === 0) continue;
      if (document.visibilityState !== "visible") showUnseen(unseen + came);
      const { pathname } = new URL(`${section}/${now[section].latest}`, new URL(address ?? "", location.href));
      const { newOrders = "", newRequests = "" } = line?.dataset ?? {};
      alertOf(pathname, section === "orders" ? newOrders : newRequests);
    }
  }

  function showUnseen(count: number): void {
    unseen = count;
    document.title = unseen === 0 ? title : `(${shownNumber(unseen)}) ${title}`;
  }

  /** The session has ended, or the person belongs to the studio no more. */
  function end(): void {
    isOver = true;
    socket.stop();
    showFault(line?.dataset.signedOut);
    signIn.hidden = false;
  }

  function showFault(text: string | undefined): void {
    // Written only if it changed: a screen reader reads it out.
    if (fault.textContent !== (text ?? "")) fault.textContent = text ?? "";
    showTime();
  }

  function showTime(): void {
    if (ids.length === 0) return;
    updated.hidden = fault.textContent !== "" || !canAskPage;
    const isNow = Date.now() - currentAt < JUST_NOW_MILLISECONDS;
    const time = new Date(currentAt).toLocaleTimeString(document.documentElement.lang, {
      hour: "2-digit",
      minute: "2-digit",
      hour12: false,
    });
    updated.textContent = isNow ? (line?.dataset.justNow ?? "") : `${line?.dataset.updatedAt ?? ""} ${time}`;
  }

  let isFirst = true;
  const socket = listenToNews(address, {
    opened() {
      // The page itself is the first answer; later ones make up for the news of the pause.
      if (!isFirst || Date.now() - askedAt > 5_000) update();
      isFirst = false;
    },
    alive() {
      if (fault.textContent === "") currentAt = Date.now();
      showTime();
    },
    news: () => void update(),
  });
  const pollMilliseconds = Number(parts[0]?.dataset.refresh ?? POLL_SECONDS) * 1000;
  setInterval(() => {
    if (document.visibilityState !== "visible") return;
    if (!socket.isOpen() || hasFailed || Date.now() - askedAt >= ASKED_AT_LEAST_EVERY_MILLISECONDS) update();
    showTime();
  }, pollMilliseconds);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    showUnseen(0);
    update();
  });
  addEventListener("offline", () => {
    if (!isOver) showFault(line.dataset.noConnection);
  });
  addEventListener("online", () => void update());
  showTime();
}

/** @throws Error if the page's line lacks one of its parts */
function partsOf(line: HTMLElement) {
  const [updated, fault] = line.querySelectorAll("span");
  const signIn = line.querySelector("a");
  if (updated === undefined || fault === undefined || signIn === null) throw new Error("the live line lacks a part");
  return { updated, fault, signIn };
}

const badgesIn = (page: ParentNode) => page.querySelectorAll<HTMLElement>("[data-count-of]");

function numbersIn(page: ParentNode): NewsNumbers {
  const numbers = { orders: NOTHING, requests: NOTHING };
  for (const { dataset } of badgesIn(page)) {
    const section = SECTIONS.find((one) => one === dataset.countOf);
    if (section !== undefined) numbers[section] = { count: Number(dataset.count), latest: Number(dataset.latest) };
  }
  return numbers;
}

const NOTHING: SectionNews = { count: 0, latest: 0 };

/** A record that came while others stopped waiting counts too, so that none comes unnoticed. */
function cameBetween(before: SectionNews, now: SectionNews): number {
  return now.latest > before.latest ? Math.max(1, now.count - before.count) : 0;
}

function showNumbers(numbers: NewsNumbers): void {
  for (const badge of badgesIn(document)) {
    const section = SECTIONS.find((one) => one === badge.dataset.countOf);
    if (section === undefined) continue;
    const { count } = numbers[section];
    badge.dataset.count = String(count);
    badge.hidden = count === 0;
    const words = document.createElement("span");
    words.className = "visually-hidden";
    words.textContent = badge.dataset.words ?? "";
    badge.replaceChildren(`${shownNumber(count)} `, words);
  }
}

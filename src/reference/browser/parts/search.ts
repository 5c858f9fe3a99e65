// Search: finds entries with every typed word; the index is fetched at first use.

import { readerWords } from "./page.words.ts";

interface Entry {
  readonly title: string;
  readonly place: string;
  readonly href: string;
  readonly text: string;
}

const MAX_RESULTS = 12;

export function startSearch(): void {
  const search = document.querySelector<HTMLElement>(".search");
  const field = search?.querySelector("input");
  const results = document.getElementById("search-results");
  const status = document.getElementById("search-status");
  if (!search || !field || results === null || status === null) return;
  let index: Promise<readonly Entry[]> | undefined;

  const close = () => {
    results.hidden = true;
  };
  const update = async () => {
    index ??= readIndex(search.dataset.index ?? "");
    const words = field.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    const entries = await index;
    const found = words.length === 0 ? [] : bestOf(entries, words);
    results.replaceChildren(...(found.length === 0 ? [nothing(field.value)] : found.map(linkTo)));
    results.hidden = words.length === 0;
    status.textContent = words.length === 0 ? "" : readerWords.results(found.length);
  };
  field.addEventListener("focus", update);
  field.addEventListener("input", update);
  // A reader may type before this script runs.
  if (document.activeElement === field) void update();
  results.addEventListener("click", close);
  search.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && search.contains(relatedTarget))) close();
  });
  search.addEventListener("keydown", (event) => {
    const links = [...results.querySelectorAll("a")];
    const position = links.findIndex((link) => link.matches(":focus"));
    if (event.key === "Escape") {
      close();
      field.focus();
      close();
    } else if (event.key === "Enter" && document.activeElement === field) links[0]?.click();
    else if (event.key === "ArrowDown") links[Math.min(position + 1, links.length - 1)]?.focus();
    else if (event.key === "ArrowUp") (position <= 0 ? field : links[position - 1])?.focus();
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.matches("input, textarea, select");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
}

async function readIndex(address: string): Promise<readonly Entry[]> {
  const answer = await fetch(address);
  // scripts/reference/search-index.ts wrote it.
  return answer.ok ? ((await answer.json()) as readonly Entry[]) : [];
}

function bestOf(entries: readonly Entry[], words: readonly string[]): readonly Entry[] {
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => entry);
}

/** 0 if a word is missing; a title counts more than an address, an address more than text. */
function scoreOf({ title, place, text }: Entry, words: readonly string[]): number {
  const scores = words.map((word): number => {
    const name = title.toLowerCase();
    if (name === word) return 100;
    if (name.startsWith(word)) return 50;
    if (name.includes(word)) return 30;
    if (place.toLowerCase().includes(word)) return 10;
    return text.includes(word) ? 1 : 0;
  });
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

function linkTo({ title, place, href }: Entry): HTMLElement {
  const link = document.createElement("a");
  link.href = href;
  link.append(element("b", title), element("span", place));
  return link;
}

function nothing(typed: string): HTMLElement {
  return element("p", readerWords.nothing(typed.trim()));
}

function element(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

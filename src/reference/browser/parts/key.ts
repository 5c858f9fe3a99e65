// API key of the reader: one field for all pages, kept in the tab, written into every sample.

import { keep, kept } from "./storage.ts";

/** Its name in the tab's storage, which ends with the tab. */
const KEPT_AS = "api-key";
/** Longer texts and other letters are no key, and would do harm in a shell. */
const KEY = /^\w{1,100}$/;
const PLACE_OF_KEY = "YOUR_KEY";

export function startKey(): void {
  const field = keyField();
  const button = document.querySelector<HTMLElement>(".key-button");
  if (field === null || button === null) return;
  button.hidden = false;
  field.value = readersKey();
  field.addEventListener("input", () => {
    keep("sessionStorage", KEPT_AS, field.value.trim());
    show();
  });
  document.querySelector(".key-forget")?.addEventListener("click", () => {
    field.value = "";
    keep("sessionStorage", KEPT_AS, "");
    show();
    field.focus();
  });
  const panel = document.getElementById("key");
  panel?.addEventListener("toggle", (event) => {
    if (event instanceof ToggleEvent && event.newState === "open") field.focus();
  });
  panel?.addEventListener("submit", (event) => {
    // Nothing is sent: the key is kept as it is typed.
    event.preventDefault();
    panel.hidePopover();
  });
  show();
}

/** The key as typed; "" without one. */
export function readersKey(): string {
  return kept("sessionStorage", KEPT_AS) ?? "";
}

export function isKey(text: string): boolean {
  return KEY.test(text);
}

export function askForKey(): void {
  document.getElementById("key")?.showPopover();
}

/** The first letters after the common ones: the panel lists a key by them too. */
export function beginningOf(key: string): string {
  return `${key.replace(/^pk_live_/, "").slice(0, 4)}…`;
}

function show(): void {
  const key = readersKey();
  const isWrong = key !== "" && !isKey(key);
  const beginning = document.querySelector(".key-beginning");
  if (beginning !== null) beginning.textContent = isKey(key) ? ` ${beginningOf(key)}` : "";
  const fault = document.querySelector("#key .fault");
  // The page has the sentence in its own language.
  if (fault !== null) fault.textContent = isWrong ? (document.getElementById("key")?.dataset.fault ?? "") : "";
  keyField()?.setAttribute("aria-invalid", String(isWrong));
  for (const place of document.querySelectorAll(".your-key")) {
    place.textContent = isKey(key) ? key : PLACE_OF_KEY;
    place.classList.toggle("secret", isKey(key));
  }
}

function keyField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>("#key-field");
}

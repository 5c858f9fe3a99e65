// Conveniences of the panel's pages by script. Every page works without.
//
// Pages ask for them by attributes: data-copy (a copying button), data-refresh (an element kept up to date), data-preview (a form
// with a preview), data-unpriced (its fields change no preview), data-ask-again (asks for the preview once more, after so many
// seconds), data-submit-on-change, data-fills (an input that fills another), data-print (a printing button).

import { openJump } from "./jump.ts";
import { offerAlerts } from "./live/alerts.ts";
import { keepUpToDate } from "./live/live-page.ts";
import { CHOICE } from "./live/patch.ts";

/** Copies the text of the element that the button names. */
function copyButton(button: HTMLElement): void {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy ?? "");
    const text = source instanceof HTMLInputElement ? source.value : (source?.textContent ?? "");
    await navigator.clipboard.writeText(text.trim());
    const label = button.textContent;
    button.textContent = button.dataset.copied ?? label;
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}

/** Replaces an element by its newer version, unless a person is typing in it. False if either version lacks it. */
function replaceFrom(html: string, id: string): boolean {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById(id);
  const shown = document.getElementById(id);
  if (fresh === null || shown === null) return false;
  if (fresh.innerHTML === shown.innerHTML || shown.contains(document.activeElement)) return true;
  shown.replaceWith(document.adoptNode(fresh));
  enhance(fresh);
  return true;
}

/** Posts the form to its preview address during typing, and shows the element of the address's fragment. */
function previewing(form: HTMLFormElement): void {
  const [address = "", id = ""] = (form.dataset.preview ?? "").split("#");
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;
  form.addEventListener("input", ({ target }) => {
    if (target instanceof Element && target.closest("[data-unpriced]") !== null) return;
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const round = ++latest;
      try {
        const body = new URLSearchParams();
        for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
        const response = await fetch(address, { method: "POST", body, redirect: "error" });
        // An answer overtaken by a later one has outdated values.
        if (round === latest && response.ok) replaceFrom(await response.text(), id);
        // Otherwise the preview stays as it is; sending the form shows the faults.
        if (response.status < 500) return;
      } catch {
        // The connection was lost.
      }
      if (round === latest) setTimeout(() => askAgain(id), LOST_PREVIEW_MILLISECONDS);
    }, 250);
  });
}

/** A preview that waits for slices must not end with one lost answer. */
const LOST_PREVIEW_MILLISECONDS = 3_000;

/** Asks once more for a preview that is not complete. */
function askAgain(id: string): void {
  const asking = document.getElementById(id)?.querySelector("[data-ask-again]");
  asking?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Links an input and a field, such as a colour picker and the colour's code: each follows the other. */
function filling(input: HTMLInputElement): void {
  const field = document.getElementById(input.dataset.fills ?? "");
  if (!(field instanceof HTMLInputElement)) return;
  input.hidden = false;
  input.addEventListener("input", () => {
    field.value = input.value;
  });
  field.addEventListener("input", () => {
    const before = input.value;
    input.value = field.value;
    // A browser turns any other text into black.
    if (input.value !== field.value.toLowerCase()) input.value = before;
  });
}

/** A form may be sent again after this time: a page cannot see that a person stopped its sending. */
const BUSY_FOR_MILLISECONDS = 10_000;

/** Blocks a second sending, and marks the form as busy. */
function busyWhileSending(form: HTMLFormElement): void {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent !== undefined) return event.preventDefault();
    form.dataset.sent = "";
    form.setAttribute("aria-busy", "true");
    const again = () => {
      delete form.dataset.sent;
      form.removeAttribute("aria-busy");
    };
    // A page restored from the back/forward cache must be usable.
    addEventListener("pageshow", again, { once: true });
    setTimeout(again, BUSY_FOR_MILLISECONDS);
  });
}

function enhance(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>("[data-copy]")) copyButton(element);
  for (const input of root.querySelectorAll<HTMLInputElement>("[data-fills]")) filling(input);
  for (const form of root.querySelectorAll("form")) if (form.method === "post") busyWhileSending(form);
  for (const form of root.querySelectorAll<HTMLFormElement>("form[data-preview]")) previewing(form);
  for (const element of root.querySelectorAll<HTMLElement>("[data-ask-again]")) {
    const ask = () => element.dispatchEvent(new Event("input", { bubbles: true }));
    setTimeout(ask, 1000 * Number(element.dataset.askAgain));
  }
  for (const button of root.querySelectorAll<HTMLElement>("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
  for (const element of root.querySelectorAll<HTMLElement>("[data-submit-on-change]")) {
    element.addEventListener("change", () => element.closest("form")?.requestSubmit());
  }
}

enhance(document);
keepUpToDate(enhance);
offerAlerts();

// A phone shows tabs in one line: the page's own is not left out of sight.
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// After a refusal, focuses the first faulty field.
document.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();

const SEARCH = "input[type=search]";

/** Focuses the search field of the page. False if it has none. */
function search(): boolean {
  const field = document.querySelector<HTMLInputElement>(SEARCH);
  field?.focus();
  field?.select();
  return field !== null;
}

/** Leads from order to order (j, k), ticks the one in focus (x), and opens it (e). */
function orderKey(code: string): void {
  // A narrow window hides all columns of the board but one, and a hidden box takes no focus.
  const boxes = [...document.querySelectorAll<HTMLInputElement>(CHOICE)].filter((box) => box.checkVisibility());
  const rowOf = (box: HTMLInputElement | undefined) => box?.closest("li, tr");
  const at = boxes.findIndex((box) => rowOf(box)?.contains(document.activeElement));
  if (code === "KeyJ") boxes[at + 1]?.focus();
  if (code === "KeyK") boxes[Math.max(at - 1, 0)]?.focus();
  if (code === "KeyX") boxes[at]?.click();
  if (code === "KeyE") rowOf(boxes[at])?.querySelector("a")?.click();
}

// Keys of the panel, by their places: a Ukrainian keyboard has other letters there.
addEventListener("keydown", (event) => {
  const { code, key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (code === "KeyK" && (ctrlKey || metaKey) && !altKey && !shiftKey) {
    if (openJump()) event.preventDefault();
    return;
  }
  if (ctrlKey || metaKey || altKey || document.querySelector("dialog[open]") !== null) return;
  const { activeElement } = document;
  if (activeElement?.matches("input:not([type=checkbox]), textarea, select") === true) return;
  if (key !== "/") return orderKey(code);
  if (search()) event.preventDefault();
});

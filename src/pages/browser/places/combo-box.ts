// Combo box: a text field with a list of places below it.
//
// Roles and keys are those of the ARIA Authoring Practices (combobox, list autocomplete). The list lies in the flow of the form: nothing is hidden behind it, on a phone or in a frame.

import type { SuggestedPlace } from "../../../domain/carrier/suggestions.ts";

export interface ComboBoxSettings {
  /** Letters from which places are looked for; 0: from the field's focus. */
  readonly minLetters: number;
  /** Undefined: none can be found now. */
  readonly find: (letters: string, signal: AbortSignal) => Promise<readonly SuggestedPlace[] | undefined>;
  readonly onChoose: (place: SuggestedPlace) => void;
  /** The person has typed: a place chosen before is none any more. */
  readonly onType: () => void;
  /** The word before the number of places, which a screen reader says. */
  readonly found: string;
}

const PAUSE_MILLISECONDS = 200;

/** Sets a field's value as typing does, for all that listen to it. */
export function fill(input: HTMLInputElement, value: string): void {
  input.value = value;
  input.dispatchEvent(new CustomEvent("input", { bubbles: true, detail: FILLED }));
}

const FILLED = "filled by the script";

function isFilled(event: Event): boolean {
  return event instanceof CustomEvent && event.detail === FILLED;
}

/** @param signal ends it: the field is a text field again */
export function comboBox(input: HTMLInputElement, settings: ComboBoxSettings, signal: AbortSignal): void {
  const list = document.createElement("ul");
  const status = document.createElement("span");
  list.id = `${input.id}-places`;
  list.className = "place-list";
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", input.labels?.[0]?.firstChild?.textContent?.trim() ?? "");
  status.className = "visually-hidden";
  status.setAttribute("role", "status");
  (input.parentElement?.matches(".control") ? input.parentElement : input).after(list, status);
  const described = {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": list.id,
  };
  for (const [name, value] of Object.entries(described)) input.setAttribute(name, value);
  const autocomplete = input.getAttribute("autocomplete");
  // The browser's own suggestions would cover the list.
  input.setAttribute("autocomplete", "off");

  let places: readonly SuggestedPlace[] = [];
  let active = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;

  const show = (found: readonly SuggestedPlace[]) => {
    places = found;
    list.replaceChildren(...found.map(({ name }, index) => optionOf(name, `${list.id}-${index}`)));
    list.hidden = found.length === 0;
    input.setAttribute("aria-expanded", String(found.length > 0));
    status.textContent = found.length === 0 ? "" : `${settings.found} ${found.length}`;
    point(-1);
  };
  const point = (to: number) => {
    active = to;
    for (const [index, option] of [...list.children].entries()) {
      option.setAttribute("aria-selected", String(index === to));
      if (index === to) option.scrollIntoView({ block: "nearest" });
    }
    if (to < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `${list.id}-${to}`);
  };
  const close = () => {
    clearTimeout(timer);
    asking?.abort();
    show([]);
  };
  const choose = (index: number) => {
    const place = places[index];
    if (place === undefined) return;
    close();
    settings.onChoose(place);
  };
  const look = (pause: number) => {
    clearTimeout(timer);
    asking?.abort();
    const letters = input.value.trim();
    if (letters.length < settings.minLetters) return show([]);
    timer = setTimeout(async () => {
      asking = new AbortController();
      const { signal: unlessTypedOn } = asking;
      const found = await settings.find(letters, unlessTypedOn);
      if (!unlessTypedOn.aborted && document.activeElement === input) show(found ?? []);
    }, pause);
  };

  input.addEventListener(
    "input",
    (event) => {
      if (isFilled(event)) return;
      settings.onType();
      look(PAUSE_MILLISECONDS);
    },
    { signal },
  );
  // A field with a text was filled in before.
  const lookAhead = () => {
    if (settings.minLetters === 0 && input.value.trim() === "") look(0);
  };
  input.addEventListener("focus", lookAhead, { signal });
  input.addEventListener("blur", close, { signal });
  input.addEventListener(
    "keydown",
    (event) => {
      if (places.length === 0) return;
      const last = places.length - 1;
      if (event.key === "ArrowDown") point(active >= last ? 0 : active + 1);
      else if (event.key === "ArrowUp") point(active <= 0 ? last : active - 1);
      else if (event.key === "Escape") close();
      else if (event.key === "Enter" && active >= 0) choose(active);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
  // The field keeps its focus while a place is pressed: without it the list would close before the press ends.
  list.addEventListener("mousedown", (event) => event.preventDefault(), { signal });
  list.addEventListener(
    "click",
    ({ target }) => choose([...list.children].findIndex((option) => option.contains(target as Node | null))),
    { signal },
  );
  // Letters that were typed while this file was on its way.
  if (document.activeElement === input) look(0);
  signal.addEventListener("abort", () => {
    close();
    list.remove();
    status.remove();
    for (const name of Object.keys(described)) input.removeAttribute(name);
    if (autocomplete !== null) input.setAttribute("autocomplete", autocomplete);
  });
}

function optionOf(name: string, id: string): HTMLLIElement {
  const option = document.createElement("li");
  option.id = id;
  option.setAttribute("role", "option");
  option.textContent = name;
  return option;
}

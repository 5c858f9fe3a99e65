// Language tabs: the language chosen once is shown on every sample that has it; each sample can be copied.

import { readerWords } from "./page.words.ts";
import { keep, kept } from "./storage.ts";

const KEPT_AS = "documents-language";

export function startLanguages(): void {
  for (const group of document.querySelectorAll<HTMLElement>(".samples")) {
    for (const sample of group.querySelectorAll<HTMLElement>(".sample")) addCopyButton(sample);
    group.addEventListener("click", ({ target }) => {
      const language = target instanceof HTMLButtonElement ? target.dataset.language : undefined;
      if (language !== undefined) choose(language, group);
    });
  }
  show(kept("localStorage", KEPT_AS) ?? "sh");
}

function choose(language: string, group: HTMLElement): void {
  keep("localStorage", KEPT_AS, language);
  const before = group.getBoundingClientRect().top;
  show(language);
  // Samples above have another height now: the pressed button stays under the finger.
  scrollBy({ top: group.getBoundingClientRect().top - before, behavior: "instant" });
}

function show(language: string): void {
  for (const group of document.querySelectorAll<HTMLElement>(".samples")) {
    const samples = [...group.querySelectorAll<HTMLElement>(":scope > .sample")];
    const shown = samples.find((sample) => sample.dataset.language === language) ?? samples[0];
    for (const sample of samples) sample.hidden = sample !== shown;
    for (const button of group.querySelectorAll<HTMLButtonElement>(".languages button")) {
      button.setAttribute("aria-pressed", String(button.dataset.language === shown?.dataset.language));
    }
    group.dataset.shown = "";
  }
}

export function addCopyButton(sample: HTMLElement): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = readerWords.copy;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(sample.querySelector("code")?.textContent ?? "");
    button.textContent = readerWords.copied;
    setTimeout(() => {
      button.textContent = readerWords.copy;
    }, 2000);
  });
  sample.append(button);
}

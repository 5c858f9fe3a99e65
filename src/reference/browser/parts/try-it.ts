// "Try it": sends an operation's form to this service, and shows the answer.

import { askForKey, beginningOf, isKey, readersKey } from "./key.ts";
import { addCopyButton } from "./languages.ts";

/** Printable ASCII. A browser refuses anything else in words that name no field. */
const IN_HEADER = /^[ -~]*$/;
/** Headers that an answer shows, in this order. */
const SHOWN_HEADERS = [
  "Location",
  "Retry-After",
  "Idempotency-Replayed",
  "RateLimit",
  "RateLimit-Policy",
  "ETag",
  "Allow",
  "X-Request-Id",
];

export function startTryIt(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>("details.try")) {
    const form = details.querySelector("form");
    const outcome = details.querySelector<HTMLElement>(".outcome");
    if (form === null || outcome === null) continue;
    details.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void send(form, outcome);
    });
  }
}

async function send(form: HTMLFormElement, outcome: HTMLElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>("[type=submit]");
  if (button === null || button.ariaDisabled === "true") return;
  const fault = faultIn(form);
  if (fault !== undefined) {
    outcome.replaceChildren(paragraph(fault));
    return;
  }
  if (readersKey() === "") {
    outcome.replaceChildren(paragraph("Not sent: enter your key first, under “Key” at the top."));
    askForKey();
    return;
  }
  // A disabled button would lose the focus.
  button.ariaDisabled = "true";
  outcome.replaceChildren(paragraph("Waiting for the answer …"));
  const started = performance.now();
  try {
    const { address, init } = requestOf(form);
    const answer = await fetch(address, init);
    const text = await answer.text();
    show(outcome, answer, text, performance.now() - started);
  } catch (error) {
    outcome.replaceChildren(
      paragraph(`No answer: ${error instanceof Error ? error.message : String(error)}. Is the service running?`),
    );
  } finally {
    button.ariaDisabled = null;
  }
}

/** The reason why a form cannot be sent; undefined for a right one. */
function faultIn(form: HTMLFormElement): string | undefined {
  if (readersKey() !== "" && !isKey(readersKey())) return "Not sent: a key is pk_live_ and 64 letters or digits.";
  for (const { name, value, dataset } of form.querySelectorAll<HTMLInputElement>("input[data-place]")) {
    // The address would be that of another operation: /printers/.. is /.
    if (dataset.place === "path" && /^\.{0,2}$/.test(value.trim())) return `Not sent: ${name} must be an id.`;
    if (dataset.place === "header" && !IN_HEADER.test(value.trim())) {
      return `Not sent: ${name} must be Latin letters, digits and signs, as a header is.`;
    }
  }
  return undefined;
}

function requestOf(form: HTMLFormElement): { address: string; init: RequestInit } {
  const { method = "GET", path = "", body: kind } = form.dataset;
  const headers = new Headers({ Authorization: `Bearer ${readersKey()}` });
  const address = new URL(`${basePath()}${path}`, location.origin);
  const body = new FormData();
  for (const input of form.querySelectorAll<HTMLInputElement>("input[data-place]")) {
    const { place } = input.dataset;
    if (input.type === "file") {
      for (const file of input.files ?? []) body.append(input.name, file, file.name);
    } else if (place === "path") {
      address.pathname = address.pathname.replace(encodeURI(`{${input.name}}`), () =>
        encodeURIComponent(input.value.trim()),
      );
    } else if (input.value.trim() === "") continue;
    else if (place === "query") address.searchParams.set(input.name, input.value.trim());
    else if (place === "header") headers.set(input.name, input.value.trim());
    else for (const value of valuesOf(input)) body.append(input.name, value);
  }
  if (kind === "multipart") return { address: address.href, init: { method, headers, body } };
  if (kind !== "json") return { address: address.href, init: { method, headers } };
  headers.set("Content-Type", "application/json");
  return { address: address.href, init: { method, headers, body: form.querySelector("textarea")?.value ?? "" } };
}

/** A field name with [] at its end takes several values, with commas between them. */
function valuesOf({ name, value }: HTMLInputElement): readonly string[] {
  return name.endsWith("[]") ? value.split(",").map((part) => part.trim()) : [value.trim()];
}

/** The page lies below the API: /api/v1/docs/reference. */
function basePath(): string {
  return location.pathname.slice(0, location.pathname.indexOf("/docs"));
}

function show(outcome: HTMLElement, answer: Response, text: string, milliseconds: number): void {
  const status = document.createElement("p");
  const badge = document.createElement("span");
  badge.className = answer.ok ? "badge good" : "badge bad";
  badge.textContent = String(answer.status);
  status.append(
    badge,
    ` ${answer.statusText} in ${Math.round(milliseconds)} ms, with the key ${beginningOf(readersKey())}`,
  );
  const headers = SHOWN_HEADERS.flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  outcome.replaceChildren(status, block(headers.join("\n"), "Headers"), block(readable(text), "Body"));
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function block(text: string, name: string): HTMLElement {
  const samples = document.createElement("div");
  samples.className = "samples";
  samples.hidden = text === "";
  const sample = document.createElement("div");
  sample.className = "sample";
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  pre.ariaLabel = name;
  const code = document.createElement("code");
  code.textContent = text;
  pre.append(code);
  sample.append(pre);
  addCopyButton(sample);
  samples.append(sample);
  return samples;
}

function paragraph(text: string): HTMLElement {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}

// Cloudflare Turnstile's check for a human visitor. Loaded on demand, for studios with keys.

import type { Language } from "../../../domain/person.ts";
import { requestScroll } from "../widget/host.ts";

const SCRIPT = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit";

const PATIENCE_MS = 20_000;

/** The used part of Turnstile's script. */
interface Turnstile {
  render(
    place: HTMLElement,
    options: {
      readonly sitekey: string;
      readonly language: string;
      readonly theme: "auto" | "light" | "dark";
      readonly appearance: "interaction-only";
      readonly callback: (answer: string) => void;
      readonly "error-callback": () => boolean;
      readonly "timeout-callback": () => void;
      readonly "unsupported-callback": () => void;
      readonly "before-interactive-callback": () => void;
    },
  ): string | undefined;
  remove(widget: string): void;
}

declare global {
  var turnstile: Turnstile | undefined;
}

export class TurnstileCheck {
  readonly #siteKey: string;
  readonly #language: Language;
  /** One check at a time: two widgets to click would confuse the visitor. */
  #last: Promise<unknown> = Promise.resolve();
  #script: Promise<void> | undefined;

  constructor(siteKey: string, language: Language) {
    this.#siteKey = siteKey;
    this.#language = language;
  }

  /** A fresh answer for the server; undefined if Turnstile could not be reached, or refused. */
  answer(): Promise<string | undefined> {
    const answer = this.#last.then(() => this.#ask()).catch(() => undefined);
    this.#last = answer;
    return answer;
  }

  async #ask(): Promise<string | undefined> {
    this.#script ??= loadScript().catch((error: unknown) => {
      // Tried again at the next request: the connection may be back.
      this.#script = undefined;
      throw error;
    });
    await this.#script;
    const { turnstile } = globalThis;
    const place = document.getElementById("person-check");
    if (turnstile === undefined || place === null) return undefined;
    const theme = document.documentElement.dataset.theme;
    return new Promise((resolve) => {
      let widget: string | undefined;
      const end = (answer: string | undefined) => {
        if (widget !== undefined) turnstile.remove(widget);
        resolve(answer);
      };
      widget = turnstile.render(place, {
        sitekey: this.#siteKey,
        language: this.#language,
        theme: theme === "light" || theme === "dark" ? theme : "auto",
        appearance: "interaction-only",
        callback: end,
        "error-callback": () => {
          end(undefined);
          return true;
        },
        "timeout-callback": () => end(undefined),
        "unsupported-callback": () => end(undefined),
        // The visitor has to click, so the widget scrolls into sight.
        "before-interactive-callback": () => {
          place.scrollIntoView({ block: "center" });
          requestScroll(place);
        },
      });
    });
  }
}

function loadScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = SCRIPT;
    const fail = () => {
      script.remove();
      reject(new Error("Turnstile's script did not load"));
    };
    // Some networks let it hang instead of refusing it.
    const patience = setTimeout(fail, PATIENCE_MS);
    script.onload = () => {
      clearTimeout(patience);
      resolve();
    };
    script.onerror = () => {
      clearTimeout(patience);
      fail();
    };
    document.head.append(script);
  });
}

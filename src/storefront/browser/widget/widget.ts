// The widget: a custom element that holds a studio's order page in a frame of another site.
//
//   <script type="module" src="https://…/widget.js" data-studio="kobza" data-language="en" data-accent="#0a7"></script>
//   <studio-order-page studio="kobza" language="en" accent="#0a7"></studio-order-page>
//   <studio-order-page studio="kobza" product="12"></studio-order-page>
//
// Its styles are made by script, and so need no permission of a strict Content-Security-Policy. The frame is not sandboxed: the page
// inside needs its scripts, its own origin, forms and new windows, and the site runs this script anyway.

import { DEFAULT_LANGUAGE, LANGUAGES, type Language, THEMES, type Theme } from "../../../domain/person.ts";
import { listenToMessages, type PageMessage, type SiteMessage, withMark } from "./messages.ts";
import { widgetWords } from "./widget.words.ts";

const ELEMENT = "studio-order-page";
const ATTRIBUTES = ["studio", "product", "shelf", "language", "theme", "accent"] as const;
/** The origin that serves this script serves the page too. */
const SERVICE = new URL(import.meta.url).origin;
/** A working page sends `ready` before its `load` event. */
const MAX_SILENCE_AFTER_LOAD_MS = 3_000;
const MAX_SILENCE_MS = 15_000;

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { display: block; position: relative }
  :host([hidden]) { display: none }
  iframe { display: block; width: 100%; height: 30rem; border: 0 }
  [hidden] { display: none }
  i { position: absolute; width: 1px; height: 1px; visibility: hidden; scroll-margin: inherit }
`);

class StudioStorefront extends HTMLElement {
  static readonly observedAttributes = ATTRIBUTES;

  readonly #root = this.attachShadow({ mode: "open" });
  #frame: HTMLIFrameElement | undefined;
  #apology: HTMLElement | undefined;
  /** Ends the listeners and timers of the current frame. */
  #held = new AbortController();

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [sheet];
    this.#hold();
  }

  disconnectedCallback(): void {
    this.#release();
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (this.#frame === undefined || before === now) return;
    // The page changes its colours without a reload, so that the visitor's typing stays.
    if (name === "theme" || name === "accent") this.#tellAppearance();
    else this.#hold();
  }

  #hold(): void {
    this.#release();
    const slug = this.getAttribute("studio") ?? "";
    if (slug === "") {
      console.warn(`<${ELEMENT}> needs the name of a studio: studio="…"`);
      return;
    }
    const address = new URL(`/${encodeURIComponent(slug)}${this.#place()}`, SERVICE);
    const language = this.#language();
    if (language !== undefined) address.searchParams.set("lang", language);
    const link = address.href;
    const view = { widget: "1", host: location.origin, theme: this.#theme(), accent: this.#accent() };
    for (const [name, value] of Object.entries(view)) if (value !== "") address.searchParams.set(name, value);

    const words = widgetWords(language ?? DEFAULT_LANGUAGE);
    const frame = document.createElement("iframe");
    frame.title = words.title;
    frame.allow = "clipboard-write";
    frame.referrerPolicy = "no-referrer";
    frame.src = address.href;
    this.#frame = frame;
    this.#apology = apology(words, link);
    this.#root.replaceChildren(this.#apology, frame);
    this.#listen(frame);
  }

  /** A removed element stops listening, and ends its timers. */
  #release(): void {
    this.#held.abort();
    this.#held = new AbortController();
    this.#root.replaceChildren();
    this.#frame = undefined;
  }

  #listen(frame: HTMLIFrameElement): void {
    const { signal } = this.#held;
    let isReady = false;
    const apologise = () => {
      if (isReady || signal.aborted) return;
      this.#show({ isSilent: true });
      console.warn(
        `<${ELEMENT}>: no word from ${SERVICE}. Is ${location.origin} among the sites that the studio lets embed its page?`,
      );
    };
    const timers = [setTimeout(apologise, MAX_SILENCE_MS)];
    const loaded = () => timers.push(setTimeout(apologise, MAX_SILENCE_AFTER_LOAD_MS));
    frame.addEventListener("load", loaded, { once: true, signal });
    signal.addEventListener("abort", () => timers.forEach(clearTimeout));
    listenToMessages<PageMessage>(
      SERVICE,
      () => frame.contentWindow,
      (message) => {
        if (message.type === "ready") {
          isReady = true;
          timers.forEach(clearTimeout);
        }
        this.#hear(message);
      },
      signal,
    );
    const options = { capture: true, passive: true, signal };
    const tell = () => this.#tellOutOfSight();
    // Any element of the site may scroll the frame: captured, their events are heard too.
    addEventListener("scroll", tell, options);
    addEventListener("resize", tell, options);
  }

  #hear(message: PageMessage): void {
    switch (message.type) {
      case "ready":
        this.#show({ isSilent: false });
        // The attributes may have changed while the page was loading.
        this.#tellAppearance();
        this.#dispatch("ready", {});
        break;
      case "height":
        this.#frame?.style.setProperty("height", `${message.height}px`);
        this.#tellOutOfSight();
        break;
      case "price": {
        const { total, currency, items } = message;
        this.#dispatch("price", { total, currency, items });
        break;
      }
      case "order": {
        const { orderId, total, currency } = message;
        this.#dispatch("order", { orderId, total, currency });
        break;
      }
      case "scroll":
        this.#scrollTo(message.top);
        break;
      default:
        // A cached widget may be older than the page, and gets messages that it does not know.
        message satisfies never;
    }
  }

  #dispatch(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }

  #show({ isSilent }: { readonly isSilent: boolean }): void {
    if (this.#apology !== undefined) this.#apology.hidden = !isSilent;
    if (this.#frame !== undefined) this.#frame.hidden = isSilent;
  }

  #tellAppearance(): void {
    this.#tell({ type: "appearance", theme: this.#theme(), accent: this.#accent() });
  }

  #tellOutOfSight(): void {
    if (this.#frame === undefined) return;
    const { top, bottom } = this.#frame.getBoundingClientRect();
    const [above, below] = [-top, bottom - innerHeight].map((length) => Math.max(0, Math.round(length)));
    this.#tell({ type: "out_of_sight", above: above ?? 0, below: below ?? 0 });
  }

  #tell(message: SiteMessage): void {
    this.#frame?.contentWindow?.postMessage(withMark(message), SERVICE);
  }

  /** Scrolls an anchor inside, because the window or any element may scroll the site. */
  #scrollTo(top: number): void {
    const anchor = document.createElement("i");
    anchor.style.setProperty("top", `${top}px`);
    this.#root.append(anchor);
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    anchor.scrollIntoView({ block: "start", behavior: isCalm ? "instant" : "smooth" });
    setTimeout(() => anchor.remove(), 1000);
  }

  /** The product's page, else the shelf, else the order page itself. */
  #place(): string {
    const product = this.getAttribute("product")?.trim() ?? "";
    if (product !== "") return `/products/${encodeURIComponent(product)}`;
    return this.hasAttribute("shelf") ? "/products" : "";
  }

  /** The attribute's language, else that of the text around it; undefined if the page has neither. */
  #language(): Language | undefined {
    const named = this.getAttribute("language") ?? this.closest<HTMLElement>("[lang]")?.lang ?? "";
    return LANGUAGES.find((known) => known === named.toLowerCase().split("-", 1)[0]);
  }

  #theme(): Theme {
    return THEMES.find((known) => known === this.getAttribute("theme")) ?? "system";
  }

  #accent(): string {
    return this.getAttribute("accent")?.trim() ?? "";
  }
}

/** A link to the page, shown if the page does not load. */
function apology({ silent, open }: ReturnType<typeof widgetWords>, address: string): HTMLElement {
  const link = document.createElement("a");
  link.href = address;
  link.target = "_blank";
  link.rel = "noopener";
  link.textContent = open;
  const paragraph = document.createElement("p");
  paragraph.append(`${silent} `, link);
  paragraph.hidden = true;
  paragraph.setAttribute("role", "status");
  return paragraph;
}

/**
 * Puts the element in the place of its script. `document.currentScript` is null in a module, which also runs once only, however many
 * scripts name it: but each of them is told when it has loaded.
 */
function takePlaceOf(script: HTMLScriptElement): void {
  const element = document.createElement(ELEMENT);
  for (const name of ATTRIBUTES) {
    const value = script.dataset[name];
    if (value !== undefined) element.setAttribute(name, value);
  }
  if (script.closest("head") === null) script.replaceWith(element);
  else console.warn(`<${ELEMENT}>: put the script where the order page is to be, inside <body>`);
}

if (customElements.get(ELEMENT) === undefined) {
  customElements.define(ELEMENT, StudioStorefront);
  const heard = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement) || target.dataset.studio === undefined) return;
    if (target.src === import.meta.url) takePlaceOf(target);
  };
  document.addEventListener("load", heard, { capture: true });
}

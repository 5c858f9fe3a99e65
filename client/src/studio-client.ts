// StudioClient: one studio's API, by its key.

import { DeliveryMethods, Finishings, Materials, PrintingQualities, Products, Technologies } from "./catalog.ts";
import { type CallOptions, Connection } from "./connection.ts";
import { fromEnvironment } from "./environment.ts";
import { Models } from "./models.ts";
import { Orders } from "./orders.ts";
import { Printers } from "./printers.ts";
import { Quotes } from "./quotes.ts";
import type { RateLimit } from "./rate-limit.ts";
import { SlicingJobs } from "./slicing-jobs.ts";
import type { StudioCall } from "./studio-call.ts";
import type { Me } from "./types.ts";

export interface StudioClientOptions {
  /**
   * The studio's key, `pk_live_…`, from its panel; the variable `STUDIO_API_KEY` by default. It belongs on a server: the guide "Keys"
   * explains why, with alternatives.
   */
  readonly apiKey?: string | undefined;
  /** The address of the API with its version, such as `https://api.example.com/api/v1`; the variable `STUDIO_API_URL` by default. */
  readonly baseUrl?: string | undefined;
  /** Replaces the platform's own. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** The language of the sentences in errors; English by default. */
  readonly language?: "en" | "uk" | undefined;
  /** Number of repetitions after a lost answer or a 503; 3 by default. */
  readonly retries?: number | undefined;
  /**
   * Tells each request by one line: method, path, status, milliseconds, attempt and request id. `true` writes it to the console's debug
   * output. No line has the key, a body, or a customer's data.
   */
  readonly debug?: boolean | ((line: string) => void) | undefined;
  /**
   * Lets the client run in a web page. Every visitor of the page can read the key and order in the studio's name: only for pages that
   * the studio's own people use.
   */
  readonly exposeKeyInBrowser?: boolean | undefined;
}

const USUAL_RETRIES = 3;

export class StudioClient {
  readonly technologies: Technologies;
  readonly materials: Materials;
  readonly printingQualities: PrintingQualities;
  readonly finishings: Finishings;
  readonly products: Products;
  readonly delivery: DeliveryMethods;
  readonly models: Models;
  readonly quotes: Quotes;
  readonly slicingJobs: SlicingJobs;
  readonly orders: Orders;
  readonly printers: Printers;
  readonly #connection: Connection;

  /** @throws TypeError for a missing or malformed key or address, and in a web page without `exposeKeyInBrowser` */
  constructor({ fetch, language, retries, debug, exposeKeyInBrowser, ...given }: StudioClientOptions = {}) {
    if ("window" in globalThis && "document" in globalThis && exposeKeyInBrowser !== true) {
      throw new TypeError(
        "An API key does not belong in a web page: every visitor of the page can read it. Call the API from your server " +
          '(guide "Keys"), or set exposeKeyInBrowser where only the studio\'s own people open the page',
      );
    }
    const key = given.apiKey?.trim() ?? fromEnvironment("apiKey", "STUDIO_API_KEY");
    const baseUrl = given.baseUrl ?? fromEnvironment("baseUrl", "STUDIO_API_URL");
    // Checked here, since the platform's error would quote a malformed header, key and all.
    if (!/^pk_live_[A-Za-z0-9]{64}$/.test(key)) {
      throw new TypeError("apiKey must be pk_live_ and 64 letters or digits, as the panel showed it");
    }
    // A text after ? or # would swallow the path, and fetch refuses a user's name. It is not quoted: a password may be in it.
    if (!/^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/.test(baseUrl)) {
      throw new TypeError(
        "baseUrl must be the whole address without user, ? and #, such as https://api.example.com/api/v1",
      );
    }
    const connection = new Connection({
      baseUrl: baseUrl.replace(/\/+$/, ""),
      headers: { Authorization: `Bearer ${key}`, ...(language === undefined ? {} : { "Accept-Language": language }) },
      retries: retries ?? USUAL_RETRIES,
      // Workers and browsers require a call on the global object.
      fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
      log: debug === true ? (line) => console.debug(line) : debug || undefined,
    });
    this.#connection = connection;
    this.technologies = new Technologies(connection);
    this.materials = new Materials(connection);
    this.printingQualities = new PrintingQualities(connection);
    this.finishings = new Finishings(connection);
    this.products = new Products(connection);
    this.delivery = new DeliveryMethods(connection);
    this.models = new Models(connection);
    this.quotes = new Quotes(connection);
    this.slicingJobs = new SlicingJobs(connection);
    this.orders = new Orders(connection);
    this.printers = new Printers(connection);
  }

  /** The studio and the key of this client, its price settings, and the rest of its hour. */
  me(options?: CallOptions): StudioCall<Me> {
    return this.#connection.ask("GET /me", {}, options);
  }

  /** The rest of the studio's hour, from the last answer; undefined before the first. */
  get rateLimit(): RateLimit | undefined {
    return this.#connection.rateLimit;
  }
}

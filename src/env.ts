// Typed bindings of wrangler.toml.

import type { DataPlace } from "../slicer-service/src/contract/place.ts";
import type { SlicerService } from "../slicer-service/src/contract/slices.ts";
import type { StudioGate } from "./gate/studio-gate.object.ts";
import type { VisitorDay } from "./gate/visitor-day.object.ts";
import type { RequestLog } from "./key-log/request-log.object.ts";
import type { StudioOutbox } from "./mail/studio-outbox.object.ts";
import type { StudioNews } from "./news/studio-news.object.ts";

export interface Env {
  /** The files of public/, from which src/reference serves the documents. */
  readonly ASSETS: Fetcher;
  readonly DB: D1Database;
  readonly MODELS: R2Bucket;
  readonly SLICE_RESULTS: KVNamespace;
  /** Places that parcel carriers have found (src/platform/carrier/kept-places.ts). */
  readonly CARRIER_PLACES: KVNamespace;
  readonly SLICER: SlicerService;
  /** Counts unknown API keys and wrong operator tokens by client address. */
  readonly GUESSED_KEYS: RateLimit;
  /** Counts requests of a visitor to an order page, by studio and network. */
  readonly VISITOR_CALLS: RateLimit;
  /** Counts requests of all visitors to one studio's order page. */
  readonly STOREFRONT_CALLS: RateLimit;
  /** Counts a visitor's questions that a studio's parcel carrier is asked, by studio and network. */
  readonly CARRIER_CALLS: RateLimit;
  readonly STUDIO_GATE: DurableObjectNamespace<StudioGate>;
  readonly VISITOR_DAY: DurableObjectNamespace<VisitorDay>;
  readonly STUDIO_NEWS: DurableObjectNamespace<StudioNews>;
  readonly STUDIO_OUTBOX: DurableObjectNamespace<StudioOutbox>;
  readonly REQUEST_LOG: DurableObjectNamespace<RequestLog>;
  /** The address that e-mails are sent from, and the origin of links in them. Empty: none are sent. */
  readonly MAIL_FROM: string;
  readonly PUBLIC_ORIGIN: string;
  /** Cloudflare Email Service, unless a provider is reached by HTTP. */
  readonly EMAIL?: SendEmail;
  /** The interface of a provider reached by HTTP (src/platform/mail/http-mail.ts). Empty: none. */
  readonly MAIL_API_URL: string;
  readonly MAIL_API_KEY?: string;
  /** Signs that provider's events (src/mail/mail-events.routes.ts). Undefined: none are taken in. */
  readonly MAIL_EVENTS_SECRET?: string;
  /** The origin of a stand-in for the parcel carrier (harness/carrier), in its place. Empty: the carrier itself. */
  readonly CARRIER_STAND_IN: string;
  /** The location or jurisdiction of the environment's Durable Objects. */
  readonly PLACE: DataPlace;
  readonly SLICE_ENGINE: string;
  readonly MAX_FILE_MEGABYTES: number;
  readonly MAX_REQUEST_MEGABYTES: number;
  /** Set in deployed environments. */
  readonly HTTPS_ONLY?: boolean;
  /** The percentage of requests that leave a line in the log; those that fail here always do. */
  readonly LOG_SAMPLE_PERCENT: number;
  /** Undefined if the deployment set none: the operator's door then answers 404. */
  readonly OPERATOR_TOKEN?: string;
  readonly LINK_SECRET: string;
  /** The previous secret, while links signed with it are still valid. */
  readonly LINK_SECRET_PREVIOUS?: string;
}

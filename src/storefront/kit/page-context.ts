// Request context of the order page: the studio, its settings, the visitor's view.

import type { Context } from "hono";
import type { Studio } from "../../db/studio-record.ts";
import type { Language, Theme } from "../../domain/person.ts";
import type { Env } from "../../env.ts";
import type { LoggedVariables } from "../../http/middleware/request-log.middleware.ts";
import type { StorefrontSettings } from "../../studios/storefront-settings.store.ts";
import type { Tenant } from "../../tenant/tenant.ts";

/** Facts that every page needs beside its own content. */
export interface StorefrontView {
  readonly language: Language;
  /** The visitor reads another language than the studio's. */
  readonly isSecondLanguage: boolean;
  readonly theme: Theme;
  /** The page is shown inside the widget's frame, on a site that has a header of its own. */
  readonly isInWidget: boolean;
  /** `/kobza`: the path of the studio's order page, above its other pages. */
  readonly base: string;
  /** The page's own path: the language switch leads back to it. */
  readonly path: string;
  /** `https://example.com`, under which the service is called. */
  readonly origin: string;
  /** The view's parameters for links, such as `?lang=en&theme=dark`; empty if the address had none. */
  readonly query: string;
}

export interface StorefrontEnv {
  Bindings: Env;
  Variables: LoggedVariables & {
    /** Set for every request, even for a studio that does not exist. */
    view: StorefrontView;
    tenant: Tenant;
    /** Read from the primary database. */
    studio: Studio;
    settings: StorefrontSettings;
  };
}

export type StorefrontContext = Context<StorefrontEnv>;

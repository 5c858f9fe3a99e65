// Request context of the order page: which studio, set up how, and in which language it is shown.

import type { Context } from "hono";
import type { Studio } from "../../db/studio-record.ts";
import type { Language } from "../../domain/person.ts";
import type { Env } from "../../env.ts";
import type { LoggedVariables } from "../../http/request-log.middleware.ts";
import type { OrderPageSettings } from "../../studios/order-page-settings.store.ts";
import type { Tenant } from "../../tenant/tenant.ts";

/** What every page needs beside its own content. */
export interface View {
  readonly language: Language;
  readonly theme: "light" | "dark" | "system";
  /** `/kobza`: every page of the studio is below. */
  readonly base: string;
}

export interface OrderPageEnv {
  Bindings: Env;
  Variables: LoggedVariables & {
    view: View;
    tenant: Tenant;
    /** As the primary has it. */
    studio: Studio;
    settings: OrderPageSettings;
  };
}

export type OrderPageContext = Context<OrderPageEnv>;

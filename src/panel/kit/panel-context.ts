// Request context of the panel: the person, the studio, and the parts of both that every page shows.

import type { Context } from "hono";
import type { Studio } from "../../db/studio-record.ts";
import type { Language, Role, Theme } from "../../domain/person.ts";
import type { Env } from "../../env.ts";
import type { LoggedVariables } from "../../http/middleware/request-log.middleware.ts";
import type { PeopleDatabase } from "../../people/people-database.ts";
import type { Membership, Person } from "../../people/person.ts";
import type { Session } from "../../people/session.store.ts";
import type { Tenant } from "../../tenant/tenant.ts";
import type { Notice } from "./notice.schema.ts";

/** Facts that every page needs beside its own content. */
export interface View {
  readonly language: Language;
  readonly theme: Theme;
  /** The path of the request, to mark the current page. */
  readonly path: string;
  /** Goes along with every form: a page of another site does not know it. */
  readonly formToken: string;
  /** The result of the request before this one. */
  readonly notice: Notice | undefined;
  readonly person: Person | undefined;
  readonly memberships: readonly Membership[];
  /** The studio whose page this is. */
  readonly studio: StudioView | undefined;
}

export interface StudioView {
  /** `/panel/studios/kobza`: every page of the studio is below. */
  readonly base: string;
  readonly record: Studio;
  readonly role: Role;
  /** Price requests without an answer. */
  readonly newPriceRequests: number;
}

export interface PanelEnv {
  Bindings: Env;
  Variables: LoggedVariables & {
    people: PeopleDatabase;
    view: View;
    /** On pages that demand a session. */
    session: Session;
    /** On a studio's pages. */
    tenant: Tenant;
    /** On a studio's pages. */
    studio: StudioView;
  };
}

export type PanelContext = Context<PanelEnv>;

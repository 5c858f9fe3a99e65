// Request context of the panel: person, studio, and the facts that every page shows.

import type { Context } from "hono";
import type { Studio } from "../../db/studio-record.ts";
import type { Language, Role, Theme } from "../../domain/person.ts";
import type { Env } from "../../env.ts";
import type { LoggedVariables } from "../../http/middleware/request-log.middleware.ts";
import type { ReadUpload } from "../../models/upload.ts";
import type { NewsNumbers } from "../../news/news-numbers.ts";
import type { PeopleDatabase } from "../../people/people-database.ts";
import type { KeptViews, Membership, Person } from "../../people/person.ts";
import type { Session } from "../../people/session.store.ts";
import type { Tenant } from "../../tenant/tenant.ts";
import type { Notice } from "./notice.schema.ts";

/** Facts of the request that every page shows. */
export interface View {
  readonly language: Language;
  readonly theme: Theme;
  /** The request's path: navigation marks the current page. */
  readonly path: string;
  /** Sent with every form: another site cannot know it. */
  readonly formToken: string;
  /** Whether this deployment sends e-mail. */
  readonly sendsMail: boolean;
  /** The result of the previous form. */
  readonly notice: Notice | undefined;
  readonly person: Person | undefined;
  readonly memberships: readonly Membership[];
  /** The page's studio; undefined on pages outside studios. */
  readonly studio: StudioView | undefined;
}

export interface StudioView {
  /** The path prefix of the studio's pages: `/panel/studios/kobza`. */
  readonly base: string;
  readonly record: Studio;
  readonly role: Role;
  readonly news: NewsNumbers;
  /** The person's own columns and filters here. */
  readonly keptViews: KeptViews;
}

export interface PanelEnv {
  Bindings: Env;
  Variables: LoggedVariables & {
    people: PeopleDatabase;
    view: View;
    /** Set behind `requireSession`. */
    session: Session;
    /** Set behind `openStudioOfMember`. */
    tenant: Tenant;
    /** Set behind `openStudioOfMember`. */
    studio: StudioView;
    /** The models in the form of a new order. Undefined for a form without files. */
    upload: ReadUpload | undefined;
    /** The end of the wait for samples, from the request's first trial on: a save that runs twice waits once. Milliseconds since 1970. */
    trialEndsAt: number | undefined;
  };
}

export type PanelContext = Context<PanelEnv>;

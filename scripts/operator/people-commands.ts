// Operator's commands on people: one-time links for a studio's owner, and for a forgotten password.
//
// Each is one statement, which makes the link only where there is whom it is for.

import { eq, sql } from "drizzle-orm";
import { oneTimeLinks, people, studios } from "../../src/db/schema.ts";
import {
  INVITATION_DAYS,
  linkFields,
  linkPath,
  newLink,
  PASSWORD_LINK_DAYS,
  passwordLinkFields,
} from "../../src/people/new-link.ts";
import { personEmailField } from "../../src/people/person.request.ts";
import { normalizedEmail } from "../../src/people/person.ts";
import { UserError } from "../user-error.ts";
import type { OperatorDatabase } from "./d1-execute.ts";

export interface PeopleOperator {
  readonly database: OperatorDatabase;
  /** Any address of the service that uses this database; undefined if none is running or its address is unknown. */
  readonly findServiceUrl: () => Promise<string | undefined>;
}

/**
 * A link by which somebody becomes the studio's owner. Answers undefined where there is no such studio.
 *
 * @param typedEmail whose link it is; without it, whoever has the link gives their own
 */
export async function createOwnerLink(
  operator: PeopleOperator,
  slug: string,
  typedEmail: string | undefined,
): Promise<string | undefined> {
  const email = typedEmail === undefined ? null : readEmail(typedEmail);
  const { token, row } = await newLink(INVITATION_DAYS);
  const { database } = operator;
  const fields = linkFields(row, { email: sql`${email}`, studioId: studios.id, role: sql`'owner'` });
  const created = await database
    .insert(oneTimeLinks)
    .select(database.select(fields).from(studios).where(eq(studios.slug, slug)))
    .returning({ id: oneTimeLinks.id });
  if (created.length === 0) return undefined;
  const whose = email === null ? "The studio's owner" : email;
  return `${whose} opens this link once, within ${INVITATION_DAYS} days. It is shown only now:\n\n${await addressLines(operator, token)}`;
}

/** A link for a new password. @throws UserError where nobody has the e-mail */
export async function createPasswordLink(operator: PeopleOperator, typedEmail: string): Promise<string> {
  const email = readEmail(typedEmail);
  const { token, row } = await newLink(PASSWORD_LINK_DAYS);
  const { database } = operator;
  const created = await database
    .insert(oneTimeLinks)
    .select(database.select(passwordLinkFields(row)).from(people).where(eq(people.email, email)))
    .returning({ id: oneTimeLinks.id });
  if (created.length === 0) throw new UserError(`Nobody has the e-mail ${email}.`);
  return `${email} sets a new password with this link, once, within a day. It is shown only now:\n\n${await addressLines(operator, token)}`;
}

async function addressLines({ findServiceUrl }: PeopleOperator, token: string): Promise<string> {
  const serviceUrl = await findServiceUrl();
  const path = linkPath(token);
  if (serviceUrl !== undefined) return `  ${new URL(path, serviceUrl).href}`;
  return `  ${path}\n\nPut the service's address before it: no running service is known here.`;
}

/** @throws UserError */
export function readEmail(typed: string): string {
  const { data } = personEmailField.safeParse(typed.trim());
  if (data === undefined) throw new UserError(`An e-mail address is such as name@example.com, not "${typed}".`);
  return normalizedEmail(data);
}

// Forgetting a person who left every studio: name, e-mail, password, sessions and links go for good.
//
// The row stays for the changes that name its id as their author.

import { and, eq, exists, inArray, notExists, type SQL, sql } from "drizzle-orm";
import { oneTimeLinks, people, sessions, staffMessages, studioMembers, telegramChats } from "../db/schema.ts";
import { createToken } from "../platform/secret-token.ts";
import { hashPassword } from "./password.ts";
import type { PeopleDatabase } from "./people-database.ts";

/** `is_member`: nothing was changed, since a studio still counts on the person. */
export type Forgetting = "forgotten" | "is_member" | "unknown";

/** Shown beside the changes that the person made. */
const NAME_OF_FORGOTTEN = "—";

/** @param email in small letters */
export async function forgetPerson(database: PeopleDatabase, email: string): Promise<Forgetting> {
  const ofPerson = database.select({ id: people.id }).from(people).where(eq(people.email, email));
  const memberships = database.select().from(studioMembers).where(inArray(studioMembers.personId, ofPerson));
  const passwordHash = await hashPassword(createToken());
  const isFree = notExists(memberships);
  const [found, members] = await database.batch([
    ofPerson,
    memberships,
    database.delete(sessions).where(and(inArray(sessions.personId, ofPerson), isFree)),
    database.delete(staffMessages).where(and(inArray(staffMessages.personId, ofPerson), isFree)),
    database.delete(telegramChats).where(and(inArray(telegramChats.personId, ofPerson), isFree)),
    database.delete(oneTimeLinks).where(and(eq(oneTimeLinks.email, email), exists(ofPerson), isFree)),
    // The last, since the others find their rows by the e-mail.
    database
      .update(people)
      .set({ email: placeholder(), name: NAME_OF_FORGOTTEN, passwordHash })
      .where(and(eq(people.email, email), isFree)),
  ]);
  if (found.length === 0) return "unknown";
  return members.length === 0 ? "forgotten" : "is_member";
}

/** No address: no form takes it. */
function placeholder(): SQL {
  return sql`'forgotten:' || ${people.id}`;
}

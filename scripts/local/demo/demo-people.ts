// Demo people: an owner for each demo studio, and a member of the staff for the first, with random passwords.
//
// Passwords in demo.json are kept if they still let their person in, and replaced if the file or the database was deleted.

import { inArray, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { people, staffMessages, studioMembers, studios } from "../../../src/db/schema.ts";
import type { Role } from "../../../src/domain/person.ts";
import { hashPassword, isPassword } from "../../../src/people/password.ts";
import { createToken } from "../../../src/platform/secret-token.ts";
import type { DemoPeople } from "./demo-file.ts";

interface DemoPerson {
  readonly slug: string;
  readonly role: Role;
  readonly name: string;
}

const DEMO_PEOPLE: readonly DemoPerson[] = [
  { slug: "kobza-druk", role: "owner", name: "Оксана Майстренко" },
  { slug: "kobza-druk", role: "staff", name: "Петро Друкар" },
  { slug: "dnipro-prototyp", role: "owner", name: "Андрій Дніпренко" },
  { slug: "arsenal-3d", role: "owner", name: "Марина Арсенюк" },
  { slug: "maisternia", role: "owner", name: "Остап Подолянин" },
  { slug: "pershyi-shar", role: "owner", name: "Ірина Шарова" },
];

/** More than 90 random bits cannot be guessed, and letters and digits can be selected with two clicks. */
const PASSWORD_CHARACTERS = 16;

/** Call once the demo studios are in the database. */
export async function seedDemoPeople(
  database: DrizzleD1Database,
  previous: DemoPeople | undefined,
): Promise<DemoPeople> {
  const known = await database
    .select({ email: people.email, passwordHash: people.passwordHash })
    .from(people)
    .where(inArray(people.email, DEMO_PEOPLE.map(emailOf)));
  const seeded = await Promise.all(
    DEMO_PEOPLE.map(async (person) => {
      const stored = known.find(({ email }) => email === emailOf(person));
      const kept = await keptPassword(person, stored?.passwordHash, previous);
      const password = kept ?? createToken().replaceAll(/[-_]/g, "").slice(0, PASSWORD_CHARACTERS);
      const statements = kept === undefined ? await insertPerson(database, person, password) : [];
      return { person, password, statements };
    }),
  );
  const [first, ...rest] = seeded.flatMap(({ statements }) => statements);
  if (first !== undefined) await database.batch([first, ...rest]);
  const signIns = (wanted: Role) =>
    seeded
      .filter(({ person }) => person.role === wanted)
      .map(({ person, password }) => ({ email: emailOf(person), password, slug: person.slug }));
  return { owners: signIns("owner"), staff: signIns("staff") };
}

function emailOf({ slug, role }: DemoPerson): string {
  return `${role}@${slug}.example`;
}

async function keptPassword(
  person: DemoPerson,
  passwordHash: string | undefined,
  previous: DemoPeople | undefined,
): Promise<string | undefined> {
  const signIns = [...(previous?.owners ?? []), ...(previous?.staff ?? [])];
  const password = signIns.find(({ email }) => email === emailOf(person))?.password;
  if (password === undefined || passwordHash === undefined) return undefined;
  return (await isPassword(password, passwordHash)) ? password : undefined;
}

/** An existing person only gets a new password. */
async function insertPerson(
  database: DrizzleD1Database,
  person: DemoPerson,
  password: string,
): Promise<BatchItem<"sqlite">[]> {
  const [email, passwordHash, createdAt] = [emailOf(person), await hashPassword(password), Date.now()];
  const ids = {
    studioId: sql`(SELECT ${studios.id} FROM ${studios} WHERE ${studios.slug} = ${person.slug})`,
    personId: sql`(SELECT ${people.id} FROM ${people} WHERE ${people.email} = ${email})`,
  };
  return [
    database
      .insert(people)
      .values({ email, name: person.name, passwordHash, language: "uk", theme: "system", createdAt })
      .onConflictDoUpdate({ target: people.email, set: { passwordHash } }),
    database
      .insert(studioMembers)
      .values({
        ...ids,
        role: person.role,
        createdAt,
      })
      .onConflictDoNothing(),
    ...(person.role === "owner" ? (["new_order", "new_request", "cancelled_by_customer"] as const) : []).map((event) =>
      database
        .insert(staffMessages)
        .values({ ...ids, event, channel: "email" })
        .onConflictDoNothing(),
    ),
  ];
}

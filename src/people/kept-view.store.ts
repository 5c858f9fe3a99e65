// Kept view store: a person's own columns and filters in a studio, as JSON that their page writes and checks.

import { and, eq, sql } from "drizzle-orm";
import { studioMembers } from "../db/schema.ts";
import type { PersonId, StudioId } from "../domain/ids.ts";
import type { PeopleDatabase } from "./people-database.ts";
import type { KeptViews } from "./person.ts";

/** The columns of a new member: each has a name of its own in a selected row. */
export const NO_KEPT_VIEWS = {
  boardView: sql<null>`NULL`.as("board_view"),
  orderListView: sql<null>`NULL`.as("order_list_view"),
};

/** @param json null: the person sees all columns, and no filter */
export async function keepView(
  database: PeopleDatabase,
  { studioId, personId }: { readonly studioId: StudioId; readonly personId: PersonId },
  page: keyof KeptViews,
  json: string | null,
): Promise<void> {
  await database
    .update(studioMembers)
    .set(page === "board" ? { boardView: json } : { orderListView: json })
    .where(and(eq(studioMembers.studioId, studioId), eq(studioMembers.personId, personId)));
}

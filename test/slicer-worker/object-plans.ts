// Plans of the statements in Durable Objects' own storage: the growing tables that each walks.
//
// Objects never ANALYZE, so SQLite plans without statistics, as it does here.

/** Every table of which an object may read all rows: another number bounds them, however long the object lives. */
const BOUNDED: Readonly<Record<string, string>> = {
  plan: "one row",
  known_keys: "the studio's keys",
  last_uses: "the studio's keys",
  admissions: "the greatest hourly limit",
  places: "a day's allowances",
  asked: "a hundredth of the requests that a studio's log keeps",
  slices: "slices that wait or run",
  postponed: "slices that their engine refused and that ask again",
  engines: "the pool",
  sqlite_master: "the object's tables",
  pragma_table_info: "a table's columns",
};

/** Rows found by the equality of a key. */
const BY_KEY = /USING (INTEGER PRIMARY KEY|PRIMARY KEY|(COVERING )?INDEX sqlite_autoindex\w*) \([^<>]*\)( LEFT-JOIN)?$/;

type Cursor = SqlStorageCursor<Record<string, SqlStorageValue>>;

const seen = new Set<string>();
let walks: string[] = [];
let cursors: Cursor[] | undefined;

/** From now on every statement of each object in this isolate is held. @param sql the storage of any object */
export function holdObjectStatements(sql: SqlStorage): void {
  const prototype: SqlStorage = Object.getPrototypeOf(sql);
  if (Object.hasOwn(prototype.exec, "isHeld")) return;
  const { exec } = prototype;
  const held = function (this: SqlStorage, query: string, ...values: SqlStorageValue[]): Cursor {
    if (!seen.has(query) && /^\s*(select|insert|replace|update|delete|with)\b/i.test(query)) {
      seen.add(query);
      const plan = exec.call(this, `EXPLAIN QUERY PLAN ${query}`, ...values).toArray();
      const walked = plan.map(({ detail }) => String(detail)).filter(isWalk);
      walks.push(...walked.map((detail) => `${detail}: ${query}`));
    }
    const cursor = exec.call(this, query, ...values);
    cursors?.push(cursor);
    return cursor;
  };
  // A cursor's columns are those that the caller states.
  prototype.exec = Object.assign(held, { isHeld: true }) as SqlStorage["exec"];
}

function isWalk(detail: string): boolean {
  const [, how, table = ""] = /^(SCAN|SEARCH) (\w+)/.exec(detail) ?? [];
  // Parts of one table have a number each.
  if (how === undefined || BOUNDED[table.replace(/_\d+$/, "")] !== undefined || detail === "SCAN CONSTANT ROW")
    return false;
  return how === "SCAN" || !BY_KEY.test(detail);
}

/** The walks of growing tables since the last call, each with its statement. */
export function takeObjectWalks(): string[] {
  const taken = walks;
  walks = [];
  return taken;
}

/** The rows that all objects of the isolate read while the work goes on, as the platform bills them. */
export async function rowsReadByObjects(work: () => Promise<unknown>): Promise<number> {
  cursors = [];
  try {
    await work();
    return cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
  } finally {
    cursors = undefined;
  }
}

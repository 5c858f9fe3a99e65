// The operator's commands on a local database that stays open in this process: wrangler takes seconds to begin.

import { seedDemoStudios } from "../../../scripts/local/demo-studios.ts";
import { type LocalDatabase, withLocalDatabase } from "../../../scripts/local/local-database.ts";
import { localStateIn } from "../../../scripts/local/local-state.ts";
import { operatorDatabaseOn, type StatementRunner } from "../../../scripts/operator/d1-execute.ts";
import type { Operator } from "../../../scripts/operator/studio-commands.ts";

export const LINK_SECRET = "a secret for links that only these commands know";

export interface OpenedOperator {
  readonly operator: Operator;
  readonly local: LocalDatabase;
  close(): Promise<void>;
}

/** With the demo's studios. No service runs on it. */
export async function openOperatorIn(folder: string): Promise<OpenedOperator> {
  const opened = Promise.withResolvers<LocalDatabase>();
  const closing = Promise.withResolvers<void>();
  const closed = withLocalDatabase(localStateIn(folder), async (database) => {
    await seedDemoStudios(database, LINK_SECRET);
    opened.resolve(database);
    await closing.promise;
  });
  closed.catch(opened.reject);
  const local = await opened.promise;
  return {
    local,
    operator: operatorOn(operatorDatabaseOn(runnerIn(local))),
    close() {
      closing.resolve();
      return closed;
    },
  };
}

export function operatorOn(database: Operator["database"]): Operator {
  return {
    database,
    place: { location: "eeur" },
    findService: async () => undefined,
    findLinkSecret: async () => LINK_SECRET,
    findServiceUrl: async () => undefined,
  };
}

function runnerIn({ $client: client }: LocalDatabase): StatementRunner {
  const batch = async (statements: readonly string[]) => {
    const answers = await client.batch<Record<string, unknown>>(statements.map((text) => client.prepare(text)));
    return answers.map(({ results }) => results);
  };
  return { read: batch, writeWhole: async (statements) => void (await batch(statements)) };
}

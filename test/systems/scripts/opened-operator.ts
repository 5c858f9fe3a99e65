// The operator's commands on a service with the demo's studios and a real engine.

import {
  LINK_SECRET,
  OPERATOR_TOKEN,
  type SystemDatabase,
  startMiniflareSystem,
} from "../../../harness/systems/miniflare-system.ts";
import { seedDemoStudios } from "../../../scripts/local/demo/demo-studios.ts";
import { startEngine } from "../../../scripts/local/engine-process.ts";
import type { RunningService } from "../../../scripts/local/running-service.ts";
import { runCommand } from "../../../scripts/operator/run-command.ts";

export interface OpenedOperator {
  readonly service: RunningService;
  readonly local: SystemDatabase;
  /** Runs `npm run studio` with these words. */
  readonly studio: (...words: string[]) => Promise<string>;
  close(): Promise<void>;
}

export async function openOperator(): Promise<OpenedOperator> {
  const engine = await startEngine({});
  const system = await startMiniflareSystem({ engine }).catch(async (error) => {
    await engine.stop();
    throw error;
  });
  await seedDemoStudios(system.database, LINK_SECRET);
  const service = { baseUrl: new URL("/api/v1", system.url).href, token: OPERATOR_TOKEN };
  return {
    service,
    local: system.database,
    studio: (...words) => runCommand(words, async () => service),
    async close() {
      await system.stop();
      await engine.stop();
    },
  };
}

// npm start: the whole system on this machine, until Ctrl-C.
//
//   PORT=8787 HOST=127.0.0.1 npm start

import type { DemoAccess } from "../demo/demo-studios.ts";
import { describeError, UserError } from "../user-error.ts";
import { LocalSystem, type RunningSystem } from "./local-system.ts";
import { defaultLocalState, type LocalState, readablePath } from "./project.ts";
import { onShutdown } from "./shutdown.ts";

const host = process.env.HOST ?? "127.0.0.1";
const state = defaultLocalState();

try {
  const system = new LocalSystem({ state, host, port: readPort(process.env.PORT), tell: console.log });
  onShutdown(async () => {
    console.log("\nStopping …");
    await system.stop();
    process.exit(0);
  });
  try {
    const running = await system.start();
    console.log(summary(running, state));
    throw new UserError(await running.broken);
  } finally {
    await system.stop();
  }
} catch (error) {
  console.error(describeError(error));
  process.exit(1);
}

function readPort(written: string | undefined): number {
  if (written === undefined || written === "") return 8787;
  const port = Number(written);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new UserError(`PORT must be a whole number from 1 to 65535, not ${written}`);
  }
  return port;
}

function summary({ baseUrl, studios }: RunningSystem, { data, demoFile }: LocalState): string {
  const line = ({ slug, plan, apiKey }: DemoAccess) => `  ${slug.padEnd(16)} ${plan.padEnd(11)} ${apiKey}`;
  const withAccess = studios.find(({ plan }) => plan === "pro" || plan === "enterprise");
  return `
The API is at ${baseUrl}

Demo studios (also in ${readablePath(demoFile)}):
${studios.map(line).join("\n")}

Try it:
  curl -H "Authorization: Bearer ${withAccess?.apiKey}" ${baseUrl}/me

The state is kept in ${readablePath(data)}. Ctrl-C ends everything.
`;
}

// npm start and npm run dev: runs the local system until Ctrl-C.
//
//   PORT=8787 HOST=127.0.0.1 npm start
//
// `npm run dev` runs the Workers with `wrangler dev`, which serves changed code at once. Its own routes on the port trigger the
// schedule and show files of R2 without a key, so it listens on this machine only.

import { hourlyLimitOf } from "../../src/domain/plan.ts";
import { describeError, UserError } from "../user-error.ts";
import type { DemoAccess } from "./demo/demo-file.ts";
import { defaultLocalState, type LocalState, readablePath } from "./local-state.ts";
import { LocalSystem, type StartedLocalSystem } from "./local-system.ts";
import { onShutdown } from "./shutdown.ts";

const LOOPBACK = "127.0.0.1";

const reloads = process.argv.includes("--reload");
const host = reloads ? LOOPBACK : (process.env.HOST ?? LOOPBACK);

try {
  const state = defaultLocalState();
  const system = new LocalSystem({
    ...{ state, host, port: readPort(process.env.PORT), reloads, printsRequests: true, log: console.log },
    carrierStandIn: process.env.CARRIER_STAND_IN,
  });
  onShutdown(async () => {
    console.log("\nStopping …");
    await system.stop();
    process.exit(0);
  });
  try {
    const running = await system.start();
    console.log(summary(running, state));
    throw new UserError(await running.failure);
  } finally {
    await system.stop();
  }
} catch (error) {
  console.error(describeError(error));
  process.exit(1);
}

function readPort(typed: string | undefined): number {
  if (typed === undefined || typed === "") return 8787;
  const port = Number(typed);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new UserError(`PORT must be a whole number from 1 to 65535, not "${typed}".`);
  }
  return port;
}

function summary(
  { baseUrl, panelUrl, mailboxUrl, studios, owners, slicer }: StartedLocalSystem,
  { data, demoFile }: LocalState,
): string {
  const hasApiAccess = ({ plan }: DemoAccess) => hourlyLimitOf(plan) !== null;
  const studioLines = studios.map(
    (studio) =>
      `  ${studio.slug.padEnd(16)} ${studio.plan.padEnd(11)} ${studio.apiKey}` +
      (hasApiAccess(studio) ? "" : "  answered 403: no API access in this plan"),
  );
  const ownerLines = owners.map(({ email, password }) => `  ${email.padEnd(30)} ${password}`);
  const pages = studios.map(({ slug }) => `  ${new URL(`/${slug}`, baseUrl)}`);
  const apiKey = studios.find(hasApiAccess)?.apiKey ?? "<key>";
  return `
The studio panel is at ${panelUrl}. Sign in as the owner of a demo studio:
${ownerLines.join("\n")}

Their customers see prices and order on the studios' order pages:
${pages.join("\n")}

E-mails to customers and studios are kept here, and go nowhere else: ${mailboxUrl}

The API is at ${baseUrl}, its guides and reference at ${baseUrl}/docs
Whether all of it is well: ${new URL("/health", baseUrl)}
Filament is sliced by ${slicer}.

Demo studios and their API keys (these and the passwords are also in ${readablePath(demoFile)}):
${studioLines.join("\n")}

Try it:
  curl -H "Authorization: Bearer ${apiKey}" ${baseUrl}/me

The state is kept in ${readablePath(data)}. Ctrl-C ends everything.
`;
}

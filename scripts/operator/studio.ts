// npm run studio: the operator's command for studios, owners, plans, API keys and process parameters, local or deployed.
//
//   npm run studio -- --help

import { defaultLocalState } from "../local/local-state.ts";
import { findLocalService } from "../local/running-service.ts";
import { describeError } from "../user-error.ts";
import { openOperatorDatabase } from "./d1-execute.ts";
import { findDeployedService, findDeployedUrl } from "./deployed-service.ts";
import { runCommand } from "./run-command.ts";
import type { Operator } from "./studio-commands.ts";

try {
  console.log(await runCommand(process.argv.slice(2), openOperator));
} catch (error) {
  console.error(describeError(error));
  process.exit(1);
}

function openOperator(isRemote: boolean): Operator {
  const state = defaultLocalState();
  return {
    database: openOperatorDatabase(isRemote ? { kind: "remote" } : { kind: "local", state }),
    findService: async () => (isRemote ? findDeployedService(process.env) : findLocalService(state)),
    findServiceUrl: async () => (isRemote ? findDeployedUrl(process.env) : (await findLocalService(state))?.baseUrl),
  };
}

// npm run studio: the operator's command for studios, owners, plans, API keys and process parameters, local or deployed.
//
//   npm run studio -- --help

import { defaultLocalState } from "../local/local-state.ts";
import { findLocalService, type RunningService } from "../local/running-service.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { describeError } from "../user-error.ts";
import { findDeployedService } from "./deployed-service.ts";
import { type OperatorPlace, runCommand } from "./run-command.ts";

try {
  console.log(await runCommand(process.argv.slice(2), findService));
} catch (error) {
  console.error(describeError(error));
  process.exit(1);
}

async function findService(place: OperatorPlace): Promise<RunningService | undefined> {
  switch (place.kind) {
    case "local":
      return findLocalService(defaultLocalState());
    case "environment": {
      const { service, warning } = await findDeployedService(PROJECT_FOLDER, place.environment, process.env);
      if (warning !== undefined) console.error(warning);
      return service;
    }
  }
}

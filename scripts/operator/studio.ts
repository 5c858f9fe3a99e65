// npm run studio: the operator's command for studios, owners, plans, API keys and process parameters, local or deployed.
//
//   npm run studio -- --help

import { givenLinkSecrets, linkSecrets } from "../local/link-secrets.ts";
import { defaultLocalState } from "../local/local-state.ts";
import { findLocalService } from "../local/running-service.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { describeError } from "../user-error.ts";
import { openOperatorDatabase } from "./d1-execute.ts";
import { findDeployedService, findDeployedUrl, openEnvironment } from "./deployed-service.ts";
import { type OperatorPlace, runCommand } from "./run-command.ts";
import type { Operator } from "./studio-commands.ts";

try {
  console.log(await runCommand(process.argv.slice(2), openOperator));
} catch (error) {
  console.error(describeError(error));
  process.exit(1);
}

async function openOperator(place: OperatorPlace): Promise<Operator> {
  switch (place.kind) {
    case "local": {
      const state = defaultLocalState();
      return {
        database: openOperatorDatabase({ kind: "local", state }),
        findService: () => findLocalService(state),
        findLinkSecret: async () => (await linkSecrets(state, process.env)).LINK_SECRET,
        findServiceUrl: async () => (await findLocalService(state))?.baseUrl,
      };
    }
    case "remote":
      return {
        database: openOperatorDatabase({ kind: "remote" }),
        findService: async () => findDeployedService(process.env),
        findLinkSecret: async () => givenLinkSecrets(process.env).LINK_SECRET,
        findServiceUrl: async () => findDeployedUrl(process.env),
      };
    case "environment": {
      const { database, service, linkSecret, baseUrl } = await openEnvironment(
        PROJECT_FOLDER,
        place.environment,
        process.env,
      );
      return {
        database: openOperatorDatabase(database),
        findService: async () => service,
        findLinkSecret: async () => linkSecret,
        findServiceUrl: async () => baseUrl,
      };
    }
  }
}

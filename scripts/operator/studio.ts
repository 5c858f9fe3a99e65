// npm run studio: the operator's command for studios, owners, plans, API keys and process parameters, local or deployed.
//
//   npm run studio -- --help

import { DEFAULT_REGION } from "../../src/domain/studio.ts";
import { linkSecrets } from "../local/link-secrets.ts";
import { defaultLocalState } from "../local/local-state.ts";
import { findLocalService } from "../local/running-service.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { describeError } from "../user-error.ts";
import { openOperatorDatabase } from "./d1-execute.ts";
import { openEnvironment } from "./deployed-service.ts";
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
        place: { location: DEFAULT_REGION },
        findService: () => findLocalService(state),
        findLinkSecret: async () => (await linkSecrets(state, process.env)).LINK_SECRET,
        findServiceUrl: async () => (await findLocalService(state))?.baseUrl,
      };
    }
    case "environment": {
      const deployed = await openEnvironment(PROJECT_FOLDER, place.environment, process.env);
      const { database, place: dataPlace, service, linkSecret, baseUrl, warning } = deployed;
      return {
        database: openOperatorDatabase(database),
        place: dataPlace,
        findService: async () => {
          if (warning !== undefined) console.error(warning);
          return service;
        },
        findLinkSecret: async () => linkSecret,
        findServiceUrl: async () => baseUrl,
      };
    }
  }
}

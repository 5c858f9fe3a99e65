// npm run wrong-requests: writes docs/wrong-requests.md from a run of the whole local system.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../../scripts/project-folder.ts";
import { ContractWorld } from "./contract-world.ts";
import { WRONG_REQUESTS_PAGE, wrongRequestsPage } from "./wrong-requests-page.ts";

const world = await ContractWorld.start();
try {
  await writeFile(join(PROJECT_FOLDER, WRONG_REQUESTS_PAGE), await wrongRequestsPage(world));
  console.log(WRONG_REQUESTS_PAGE);
} finally {
  await world.stop();
}

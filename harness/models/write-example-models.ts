// npm run example-models: writes examples/part.stl, examples/lid.3mf and examples/foot.step.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../../scripts/project-folder.ts";
import { exampleModels } from "./example-parts.ts";

for (const [name, bytes] of Object.entries(exampleModels())) {
  await writeFile(join(PROJECT_FOLDER, "examples", name), bytes);
  console.log(`Wrote examples/${name}`);
}

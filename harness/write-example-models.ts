// npm run example-models: writes examples/part.stl and examples/lid.3mf.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../scripts/project-folder.ts";
import { cornerBracket, lidWithRim } from "./models/example-parts.ts";
import { binaryStl } from "./models/stl.ts";
import { oneObject, threeMf } from "./models/threemf.ts";

const folder = join(PROJECT_FOLDER, "examples");
await writeFile(join(folder, "part.stl"), binaryStl(cornerBracket(), "corner bracket"));
await writeFile(join(folder, "lid.3mf"), threeMf(oneObject(lidWithRim())));
console.log("Wrote examples/part.stl and examples/lid.3mf");

// npm run -s demo-key: prints the API key of a demo studio, for a shell's variable.
//
//   KEY=$(npm run -s demo-key)                  the first studio's, kobza-druk
//   KEY=$(npm run -s demo-key -- arsenal-3d)

import { describeError, UserError } from "../../user-error.ts";
import { defaultLocalState, readablePath } from "../local-state.ts";
import { readDemoFile } from "./demo-file.ts";

try {
  const state = defaultLocalState();
  const { studios = [] } = await readDemoFile(state);
  const [slug = "kobza-druk"] = process.argv.slice(2);
  const studio = studios.find((candidate) => candidate.slug === slug);
  if (studios.length === 0) {
    throw new UserError(`There are no keys in ${readablePath(state.demoFile)} yet: run \`npm start\` first.`);
  }
  if (studio === undefined) {
    throw new UserError(`No demo studio is called "${slug}": ${studios.map((known) => known.slug).join(", ")}.`);
  }
  console.log(studio.apiKey);
} catch (error) {
  console.error(describeError(error));
  process.exit(1);
}

// Absolute path of the project's root folder, whatever folder a script is started from.

import { fileURLToPath } from "node:url";

export const PROJECT_FOLDER = fileURLToPath(new URL("..", import.meta.url));

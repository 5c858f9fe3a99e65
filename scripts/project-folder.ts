// Absolute path of the project's root folder, independent of the working directory.

import { fileURLToPath } from "node:url";

export const PROJECT_FOLDER = fileURLToPath(new URL("..", import.meta.url));

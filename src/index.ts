// What the Worker exports to the platform.

import { createApp } from "./app.ts";

export { StudioGate } from "./gate/studio.gate.ts";

export default createApp();

// A studio's place: the studio, and the region where its gate lives.

import type { StudioId } from "./ids.ts";
import type { Region } from "./region.ts";

/** Neither changes for a key, so that it may be cached for ever. */
export interface StudioPlace {
  readonly studioId: StudioId;
  readonly region: Region;
}

// Rotations of the deployment's secrets: each is replaced in a running system and tried before and after.

import { rotateLinkSecret, rotateLinkSecretAtOnce } from "./link-secret-rotation.ts";
import { rotateEventsSecret, rotateMailKey } from "./mail-rotations.ts";
import type { Check } from "./rotated-system.ts";
import { rotateEngineToken, rotateOperatorToken, rotateStudioKey } from "./token-rotations.ts";

export interface Rotation {
  /** As the table of docs/operating.md names it. */
  readonly secret: string;
  readonly way: string;
  run(): Promise<readonly Check[]>;
}

export const ROTATIONS: readonly Rotation[] = [
  { secret: "OPERATOR_TOKEN", way: "in one step", run: rotateOperatorToken },
  { secret: "LINK_SECRET", way: "with the old one as LINK_SECRET_PREVIOUS for a while", run: rotateLinkSecret },
  { secret: "LINK_SECRET", way: "at once, as after a leak", run: rotateLinkSecretAtOnce },
  { secret: "MAIL_API_KEY", way: "after the provider has revoked the old one", run: rotateMailKey },
  { secret: "MAIL_EVENTS_SECRET", way: "while the provider signs by both", run: rotateEventsSecret },
  { secret: "ENGINE_TOKEN", way: "at the engine, then at the slicer", run: rotateEngineToken },
  { secret: "a studio's key", way: "with an hour in which both are accepted", run: rotateStudioKey },
];

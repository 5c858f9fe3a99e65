// A removal that may be undone, signed: an owner cannot make a member of whom they never removed.

import { z } from "zod";
import type { StudioId } from "../../domain/ids.ts";
import { ROLES } from "../../domain/person.ts";
import { fromBase64Url, toBase64Url } from "../../platform/base64url.ts";
import { isSignature, sign } from "../../platform/signature.ts";

const UNDOABLE_FOR_MILLISECONDS = 3_600_000;

const removalSchema = z.object({
  studioId: z.int(),
  personId: z.int(),
  role: z.enum(ROLES),
  createdAt: z.int(),
  name: z.string(),
  removedAt: z.int(),
});

export type Removal = z.infer<typeof removalSchema>;

export async function signRemoval(secret: string, removal: Removal): Promise<string> {
  const text = JSON.stringify(removal);
  return `${toBase64Url(new TextEncoder().encode(text))}.${await sign(secret, "removal", text)}`;
}

/** The removal; undefined where it is forged, of another studio, or too long ago. */
export async function readRemoval(secret: string, studioId: StudioId, signed: string): Promise<Removal | undefined> {
  const [, content = "", signature = ""] = /^([\w-]+)\.([\w-]{43})$/.exec(signed) ?? [];
  if (content === "") return undefined;
  const text = new TextDecoder().decode(fromBase64Url(content));
  if (!(await isSignature(secret, "removal", text, signature))) return undefined;
  const removal = removalSchema.parse(JSON.parse(text));
  const isTooOld = Date.now() - removal.removedAt > UNDOABLE_FOR_MILLISECONDS;
  return isTooOld || removal.studioId !== studioId ? undefined : removal;
}

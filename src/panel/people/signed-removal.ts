// Signed removal for undo: without the signature an owner could add any person as a member.

import { z } from "zod";
import type { StudioId } from "../../domain/ids.ts";
import { ROLES } from "../../domain/person.ts";
import type { UndoableRemoval } from "../../people/member.store.ts";
import { fromBase64Url, toBase64Url } from "../../platform/base64url.ts";
import { sha256Hex } from "../../platform/sha256.ts";
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
  const content = toBase64Url(new TextEncoder().encode(JSON.stringify(removal)));
  return `${content}.${await sign(secret, "removal", content)}`;
}

/** The removal; undefined if forged, of another studio, or too old. */
export async function readRemoval(
  secret: string,
  studioId: StudioId,
  signed: string,
): Promise<(UndoableRemoval & { readonly name: string }) | undefined> {
  const [content = "", signature = ""] = signed.split(".");
  // A valid signature guarantees that `signRemoval` wrote the content.
  if (!(await isSignature(secret, "removal", content, signature))) return undefined;
  const removal = removalSchema.parse(JSON.parse(new TextDecoder().decode(fromBase64Url(content))));
  const { name, removedAt, ...member } = removal;
  const undoableUntil = removedAt + UNDOABLE_FOR_MILLISECONDS;
  if (Date.now() > undoableUntil || member.studioId !== studioId) return undefined;
  return { name, member, removedAt, undoableUntil, hash: await sha256Hex(content) };
}

// A removal that may be undone, signed: an owner cannot make a member of whom they never removed.

import { z } from "zod";
import type { StudioId } from "../../domain/ids.ts";
import { ROLES } from "../../domain/person.ts";
import { fromBase64Url, toBase64Url } from "../../platform/base64url.ts";

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
  const signature = await crypto.subtle.sign("HMAC", await signingKey(secret), signedBytes(text));
  return `${toBase64Url(new TextEncoder().encode(text))}.${toBase64Url(new Uint8Array(signature))}`;
}

/** The removal; undefined where it is forged, of another studio, or too long ago. */
export async function readRemoval(secret: string, studioId: StudioId, signed: string): Promise<Removal | undefined> {
  const [, content = "", signature = ""] = /^([\w-]+)\.([\w-]{43})$/.exec(signed) ?? [];
  if (content === "") return undefined;
  const text = new TextDecoder().decode(fromBase64Url(content));
  const isOurs = await crypto.subtle.verify(
    "HMAC",
    await signingKey(secret),
    fromBase64Url(signature),
    signedBytes(text),
  );
  if (!isOurs) return undefined;
  const removal = removalSchema.parse(JSON.parse(text));
  const isTooOld = Date.now() - removal.removedAt > UNDOABLE_FOR_MILLISECONDS;
  return isTooOld || removal.studioId !== studioId ? undefined : removal;
}

function signingKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["sign", "verify"]);
}

/** Signed with its purpose, so that nothing else signed with the secret passes for a removal. */
function signedBytes(text: string): Uint8Array {
  return new TextEncoder().encode(`removal ${text}`);
}

// Download links: for an hour, whoever has one may read the model file of one studio's one order item, without a key.
// The link holds what it grants and until when, signed; it names neither bucket nor path. Two secrets may be in force at
// once, so that one can be replaced without breaking the links that are out.

import type { StudioId } from "../domain/ids.ts";
import { asStudioId } from "../domain/ids.ts";
import type { ApiContext } from "../http/context.ts";

export interface DownloadGrant {
  readonly studioId: StudioId;
  readonly itemId: number;
  readonly secondsLeft: number;
}

const VALID_FOR_MILLISECONDS = 3_600_000;

/** The links of those items that have a file, by item id. */
export async function downloadUrlsOf(
  context: ApiContext,
  items: readonly { readonly id: number; readonly modelId: number | null }[],
): Promise<Map<number, string>> {
  const withFile = items.filter(({ modelId }) => modelId !== null);
  if (withFile.length === 0) return new Map();
  const { studioId } = context.var.tenant;
  const expiresAt = Date.now() + VALID_FOR_MILLISECONDS;
  const key = await signingKey(context.env.LINK_SECRET);
  const links = withFile.map(async ({ id }): Promise<[number, string]> => {
    const granted = [studioId, id, expiresAt].map((number) => number.toString(36)).join(".");
    const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, signedText(granted)));
    return [id, new URL(`/files/${granted}.${toBase64Url(signature)}`, context.req.url).href];
  });
  return new Map(await Promise.all(links));
}

/**
 * What a link's last path segment grants; undefined where it is altered, expired or was never ours.
 *
 * @param secrets the one in force, and the one before it as long as links signed with it may be out
 */
export async function readDownloadToken(
  token: string,
  secrets: readonly (string | undefined)[],
): Promise<DownloadGrant | undefined> {
  const [, granted = "", signature = ""] = token.match(/^([0-9a-z]+\.[0-9a-z]+\.[0-9a-z]+)\.([\w-]{43})$/) ?? [];
  const [studioId = 0, itemId = 0, expiresAt = 0] = granted.split(".").map((number) => Number.parseInt(number, 36));
  if (granted === "") return undefined;
  const bytes = fromBase64Url(signature);
  // The last character carries two bits that mean nothing: only one way to write them is the link that we gave out.
  if (toBase64Url(bytes) !== signature) return undefined;
  const verified = await Promise.all(
    secrets.map(async (secret) => {
      if (secret === undefined || secret === "") return false;
      return crypto.subtle.verify("HMAC", await signingKey(secret), bytes, signedText(granted));
    }),
  );
  const secondsLeft = Math.floor((expiresAt - Date.now()) / 1000);
  if (!verified.includes(true) || secondsLeft < 0) return undefined;
  return { studioId: asStudioId(studioId), itemId, secondsLeft };
}

const SHORTEST_SECRET = 32;
const signingKeys = new Map<string, Promise<CryptoKey>>();

function signingKey(secret: string): Promise<CryptoKey> {
  if (secret.length < SHORTEST_SECRET)
    throw new Error(`a link secret must have at least ${SHORTEST_SECRET} characters`);
  const known = signingKeys.get(secret);
  if (known !== undefined) return known;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["sign", "verify"]);
  signingKeys.set(secret, key);
  return key;
}

/** The purpose stands first, so that nothing else signed with the secret could pass for a link. */
function signedText(granted: string): Uint8Array {
  return new TextEncoder().encode(`download-link ${granted}`);
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

// Download links: signed URLs that grant one order item's model file for an hour, without a key.
//
// A link holds its grant and expiry, signed; it names neither bucket nor path. Two secrets may be valid at once, so that
// one can be replaced without breaking links already given out.

import { asStudioId, type StudioId } from "../domain/ids.ts";
import { isSignature, sign } from "../platform/signature.ts";

export interface DownloadGrant {
  readonly studioId: StudioId;
  readonly itemId: number;
  readonly secondsLeft: number;
}

const VALID_MILLISECONDS = 3_600_000;

/** What signing needs to know. `baseUrl` is any URL of this service. */
export interface LinkIssuer {
  readonly studioId: StudioId;
  readonly secret: string;
  readonly baseUrl: string;
}

/** The links of those items that have a file, by item id. */
export async function downloadLinks(
  { studioId, secret, baseUrl }: LinkIssuer,
  items: readonly { readonly id: number; readonly modelId: number | null }[],
): Promise<ReadonlyMap<number, string>> {
  const withFile = items.filter(({ modelId }) => modelId !== null);
  if (withFile.length === 0) return new Map();
  const expiresAt = Date.now() + VALID_MILLISECONDS;
  const links = withFile.map(async ({ id }): Promise<[number, string]> => {
    const granted = [studioId, id, expiresAt].map((number) => number.toString(36)).join(".");
    const signature = await sign(secret, "download-link", granted);
    return [id, new URL(`/files/${granted}.${signature}`, baseUrl).href];
  });
  return new Map(await Promise.all(links));
}

/**
 * The grant of a link's last path segment; undefined where it is altered, expired or forged.
 *
 * @param secrets the current one, and the previous one while links signed with it are still valid
 */
export async function readDownloadToken(
  token: string,
  secrets: readonly (string | undefined)[],
): Promise<DownloadGrant | undefined> {
  const [, granted = "", signature = ""] = token.match(/^([0-9a-z]+\.[0-9a-z]+\.[0-9a-z]+)\.([\w-]{43})$/) ?? [];
  const [studioId = 0, itemId = 0, expiresAt = 0] = granted.split(".").map((number) => Number.parseInt(number, 36));
  if (granted === "") return undefined;
  const verified = await Promise.all(
    secrets.map(async (secret) => {
      if (secret === undefined || secret === "") return false;
      return isSignature(secret, "download-link", granted, signature);
    }),
  );
  const secondsLeft = Math.floor((expiresAt - Date.now()) / 1000);
  if (!verified.includes(true) || secondsLeft < 0) return undefined;
  return { studioId: asStudioId(studioId), itemId, secondsLeft };
}

// Download links: URLs that grant one order item's model file for an hour, without a key.
//
// A link holds the whole grant, encrypted: a request for a range of the file costs one read of the bucket, and no database. Two
// secrets may be valid at once, so that one can be replaced without breaking existing links.

import { z } from "zod";
import { MODEL_FORMATS, type ModelFormat } from "../../slicer-service/src/contract/model-formats.ts";
import { asStudioId, type StudioId } from "../domain/ids.ts";
import { seal, unseal } from "../platform/sealed-text.ts";

export interface DownloadGrant {
  readonly studioId: StudioId;
  readonly objectKey: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly format: ModelFormat;
  readonly fileName: string;
  readonly secondsLeft: number;
}

/** An order's item, and its model; undefined if the item has no file. */
export interface ItemWithModel {
  readonly item: { readonly id: number; readonly originalFileName: string | null };
  readonly model: Pick<DownloadGrant, "objectKey" | "sizeBytes" | "sha256" | "format"> | undefined;
}

const VALID_MILLISECONDS = 3_600_000;

/** A longer name is cut: some mail programs and databases of sites take addresses of 500 characters at most. */
const MAX_NAME_BYTES = 120;

/** The parts that links are made from. `baseUrl` is any URL of this service. */
export interface LinkIssuer {
  readonly studioId: StudioId;
  readonly secret: string;
  readonly baseUrl: string;
}

/** The links of the items with a file, by item id. */
export async function downloadLinks(
  { studioId, secret, baseUrl }: LinkIssuer,
  items: readonly ItemWithModel[],
): Promise<ReadonlyMap<number, string>> {
  const expiresAt = Date.now() + VALID_MILLISECONDS;
  const links = items.map(async ({ item, model }): Promise<[number, string][]> => {
    if (model === undefined) return [];
    const { objectKey, sizeBytes, sha256, format } = model;
    const name = shortName(item.originalFileName ?? `model.${format}`);
    const grant: Sealed = [studioId, objectKey, sizeBytes, sha256, format, name, expiresAt];
    const token = await seal(secret, "download-link", JSON.stringify(grant));
    return [[item.id, new URL(`/files/${token}`, baseUrl).href]];
  });
  return new Map((await Promise.all(links)).flat());
}

/** A token's values, in order: studio, object key, bytes, SHA-256, format, name, expiry. */
const sealedSchema = z.tuple([
  z.int(),
  z.string(),
  z.int(),
  z.string(),
  z.enum(MODEL_FORMATS.map(({ format }) => format)),
  z.string(),
  z.int(),
]);
type Sealed = z.infer<typeof sealedSchema>;

/**
 * The grant of a link's last path segment; undefined if it is altered, expired or forged.
 *
 * @param secrets the current one, and the previous one while links made with it are still valid
 */
export async function readDownloadToken(
  token: string,
  secrets: readonly (string | undefined)[],
): Promise<DownloadGrant | undefined> {
  for (const secret of secrets) {
    const text = secret === undefined || secret === "" ? undefined : await unseal(secret, "download-link", token);
    if (text === undefined) continue;
    const [studio, objectKey, sizeBytes, sha256, format, fileName, expiresAt] = sealedSchema.parse(JSON.parse(text));
    const secondsLeft = Math.floor((expiresAt - Date.now()) / 1000);
    if (secondsLeft < 0) return undefined;
    return { studioId: asStudioId(studio), objectKey, sizeBytes, sha256, format, fileName, secondsLeft };
  }
  return undefined;
}

/** Cut before its extension, and never inside a character. */
function shortName(name: string): string {
  const whole = name.toWellFormed();
  if (bytesOf(whole) <= MAX_NAME_BYTES) return whole;
  const [extension = ""] = whole.match(/\.\w{1,8}$/) ?? [];
  let room = MAX_NAME_BYTES - bytesOf(extension);
  let start = "";
  for (const { segment } of new Intl.Segmenter().segment(whole.slice(0, whole.length - extension.length))) {
    room -= bytesOf(segment);
    if (room < 0) break;
    start += segment;
  }
  return start + extension;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

// Addresses of photos: paths of those that the service keeps, https addresses of all others.

import { asStudioId, type StudioId } from "../../domain/ids.ts";
import { PHOTO_FORMATS, type PhotoFormat } from "./photo-format.ts";

/** A photo that the service keeps. */
export interface OwnPhoto {
  readonly studioId: StudioId;
  /** A UUID. */
  readonly id: string;
  readonly format: PhotoFormat;
}

const MAX_ADDRESS_CHARACTERS = 2000;

/** A product has no more. */
export const MAX_PHOTOS = 10;

/** The path of photos that the service keeps. */
export const PHOTOS_PATH = "/photos";

const OWN_PATH = /^\/photos\/([1-9]\d{0,14})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([a-z]+)$/;

export function photoPath({ studioId, id, format }: OwnPhoto): string {
  return `${PHOTOS_PATH}/${studioId}/${id}.${format.extension}`;
}

/** The photo that a path names; undefined if the path names none. */
export function ownPhotoAt(path: string): OwnPhoto | undefined {
  const [, studio = "", id = "", extension] = OWN_PATH.exec(path) ?? [];
  const format = PHOTO_FORMATS.find((known) => known.extension === extension);
  // The pattern takes nothing but an id's digits. Whether there is such a studio, the bucket knows.
  return format && { studioId: asStudioId(Number(studio)), id, format };
}

/**
 * The address of a photo on another site, as a browser writes it, so that one photo has one address and no spaces. undefined for
 * a text that is no such address, or has a password, which every visitor would see.
 */
export function addressElsewhere(typed: string): string | undefined {
  // Without the first look, `https:///x` would be the site `x`.
  if (!/^https:\/\/[^/\\]/i.test(typed) || !URL.canParse(typed)) return undefined;
  const { href, username, password } = new URL(typed);
  const isUsable = username === "" && password === "" && href.length <= MAX_ADDRESS_CHARACTERS;
  return isUsable ? href : undefined;
}

/** @param origin the service's own, such as https://api.example.com */
export function absolutePhotoAddress(address: string, origin: string): string {
  return address.startsWith("/") ? `${origin}${address}` : address;
}

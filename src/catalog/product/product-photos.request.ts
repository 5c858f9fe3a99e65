// Photos of a product as input: files, recognised by their content, or an address on another site.

import { z } from "zod";
import { customIssue } from "../../http/request/custom-issues.ts";
import { addressElsewhere, MAX_PHOTOS } from "./photo-address.ts";
import { recognisePhoto } from "./photo-format.ts";
import type { NewPhoto } from "./product-photos.store.ts";

export const MAX_PHOTO_MEGABYTES = 5;

export interface SentFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** A browser sends one empty file without a name where none was chosen. */
export const photoFilesSchema = z.object({
  photos: z
    .custom<readonly SentFile[]>()
    .transform((files): readonly SentFile[] =>
      files.filter(({ fileName, bytes }) => fileName !== "" || bytes.length > 0),
    )
    .refine((files) => files.length > 0, customIssue("noPhoto"))
    .refine((files) => files.length <= MAX_PHOTOS, customIssue("photoCount", { max: MAX_PHOTOS }))
    .transform((files, check): NewPhoto[] =>
      files.flatMap(({ fileName, bytes }) => {
        const file = fileName.slice(0, 100);
        const format = recognisePhoto(bytes);
        const isTooLarge = bytes.length > MAX_PHOTO_MEGABYTES * 1024 * 1024;
        if (isTooLarge)
          check.addIssue({ ...customIssue("photoSize", { file, max: MAX_PHOTO_MEGABYTES }), input: file });
        if (format !== undefined) return isTooLarge ? [] : [{ bytes, format }];
        check.addIssue({ ...customIssue("photoFormat", { file }), input: file });
        return [];
      }),
    ),
});

export const photoAddressSchema = z.object({
  address: z.string().transform((typed, check): string => {
    const address = addressElsewhere(typed);
    if (address !== undefined) return address;
    check.addIssue({ ...customIssue("address"), input: typed });
    return z.NEVER;
  }),
});

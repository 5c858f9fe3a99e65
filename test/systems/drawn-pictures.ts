// Pictures of models on a page, as the browser has drawn them.

import type { Page } from "playwright-core";
import { THUMBNAIL_SIZE } from "../../slicer-service/src/contract/objects-of-model.ts";

const drawnWidth = (image: { complete: boolean; naturalWidth: number }) => (image.complete ? image.naturalWidth : 0);

/** The alternative texts of the pictures below `place`, in order. Fails for one that is only the box of a missing picture. */
export async function drawnPictures(page: Page, place = "main"): Promise<string[]> {
  const names: string[] = [];
  for (const picture of await page.locator(`${place} img.model-picture`).all()) {
    // A lazy one is loaded when it is seen.
    await picture.scrollIntoViewIfNeeded();
    const name = (await picture.getAttribute("alt")) ?? "";
    const began = Date.now();
    for (;;) {
      const width = await picture.evaluate(drawnWidth);
      if (width === THUMBNAIL_SIZE.width) break;
      if (Date.now() - began > 10_000)
        throw new Error(`the picture of ${name} is ${width} pixels wide at ${page.url()}`);
      await page.waitForTimeout(100);
    }
    names.push(name);
  }
  return names;
}

// Layout shift in a page: movement of its content without the visitor's doing.

import type { Page } from "playwright-core";

/** For every page that is loaded from now on. */
export async function observeLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    globalThis.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.layoutShift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  `);
}

/** The page's score since it was loaded, as browsers count it: 0 if nothing moved. */
export function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate<number>("globalThis.layoutShift");
}

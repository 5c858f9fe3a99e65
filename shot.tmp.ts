import { findChromium, launchChromium } from "./scripts/browser/chromium.ts";
const [base, outPrefix, ...paths] = process.argv.slice(2);
const b = await launchChromium((await findChromium())!);
for (const [name, width, height] of [["phone",390,844],["desk",1280,900]] as const) for (const colorScheme of ["light","dark"] as const) {
  const c = await b.newContext({ viewport: {width,height}, colorScheme });
  const p = await c.newPage();
  p.on("console", m => m.type()==="error" && console.log(name, colorScheme, m.text()));
  p.on("pageerror", e => console.log(name, e.message));
  for (const path of paths) {
    await p.goto(base + path, { waitUntil: "networkidle" });
    await p.waitForTimeout(400);
    const w = await p.evaluate("document.scrollingElement.scrollWidth");
    if (w > width) console.log("WIDE", path, name, w);
    await p.screenshot({ path: `/tmp/shots/${outPrefix}-${path.replace(/\W+/g,"-").slice(-30)}-${name}-${colorScheme}.png` });
  }
  await c.close();
}
await b.close();

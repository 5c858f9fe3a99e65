// The order page in Lighthouse: the page without a model and an order's page, phone and desktop.
//
//   npm run bench -- storefront

import lighthouse, { desktopConfig } from "lighthouse";
import { median } from "../harness/statistics.ts";
import { startSystem } from "../harness/systems/started-system.ts";
import { figure, printTable } from "../harness/table.ts";
import { findChromium, launchChromium } from "../scripts/browser/chromium.ts";
import { StorefrontClient } from "../scripts/browser/storefront-client.ts";
import { herringboneGear } from "../scripts/demo/demo-models.ts";
import { findFreePort } from "../scripts/local/free-port.ts";

const ROUNDS = 3;
const STUDIO = "kobza-druk";
/** The demo studio's white PLA, in its default quality. */
const CHOSEN = { materialId: 1, printingQualityId: 2, finishingIds: [], quantity: 2 };
/** Lighthouse's own settings, of a middling phone on slow 4G and of a desktop. */
const DEVICES = { phone: undefined, desktop: desktopConfig } as const;

interface Figures {
  readonly performance: number;
  readonly accessibility: number;
  readonly firstPaintMilliseconds: number;
  readonly largestPaintMilliseconds: number;
  readonly layoutShift: number;
  readonly blockedMilliseconds: number;
  readonly bytes: number;
}

const chromium = await findChromium();
if (chromium === undefined) {
  console.error("There is no Chromium, so nothing was measured. Install it, or name it by CHROMIUM.");
  process.exitCode = 1;
} else {
  const system = await startSystem();
  try {
    const origin = new URL(system.baseUrl).origin;
    const pages = { "page without a model": `/${STUDIO}`, "an order's page": await placeOrder(origin) };
    const port = await findFreePort("127.0.0.1");
    const browser = await launchChromium(chromium, [`--remote-debugging-port=${port}`]);
    const rows: string[][] = [];
    try {
      for (const [page, path] of Object.entries(pages)) {
        for (const device of ["phone", "desktop"] as const) {
          const rounds: Figures[] = [];
          for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(`${origin}${path}`, device, port));
          const of = (name: keyof Figures) => median(rounds.map((figures) => figures[name]));
          rows.push([
            `${page}, ${device}`,
            ...[of("performance"), of("accessibility")].map((score) => (100 * score).toFixed(0)),
            ...[of("firstPaintMilliseconds"), of("largestPaintMilliseconds"), of("blockedMilliseconds")].map(figure),
            of("layoutShift").toFixed(3),
            figure(of("bytes") / 1024),
          ]);
        }
      }
    } finally {
      await browser.close();
    }
    printTable(["", "performance", "accessibility", "FCP ms", "LCP ms", "TBT ms", "CLS", "KiB"], rows);
    console.log(
      [
        `Lighthouse's medians of ${ROUNDS} visits with an empty cache, network and processor slowed down as it simulates them: a`,
        "middling phone on slow 4G, a desktop. Scores are of 100. The Workers run on this machine, with no edge before them: nothing",
        "is compressed, so the KiB are several times those of a deployed service.",
      ].join("\n"),
    );
  } finally {
    await system.stop();
  }
}

/** @returns the path of its page */
async function placeOrder(origin: string): Promise<string> {
  const client = new StorefrontClient(origin, STUDIO);
  const { modelId } = await client.sendModel("herringbone-gear.stl", herringboneGear());
  const { token } = await client.quote([{ modelId, ...CHOSEN }]);
  const { address } = await client.order({
    quote: token,
    firstName: "Леся",
    lastName: "Українка",
    phoneNumber: "+380501112233",
    email: "lesia@example.com",
    consent: true,
    source: "order_page",
  });
  return address;
}

async function measure(url: string, device: keyof typeof DEVICES, port: number): Promise<Figures> {
  const result = await lighthouse(
    url,
    { port, onlyCategories: ["performance", "accessibility"], logLevel: "error" },
    DEVICES[device],
  );
  if (result === undefined) throw new Error(`Lighthouse said nothing of ${url}`);
  const { audits, categories, runtimeError } = result.lhr;
  if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`);
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const score = (category: string) => categories[category]?.score ?? Number.NaN;
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    firstPaintMilliseconds: value("first-contentful-paint"),
    largestPaintMilliseconds: value("largest-contentful-paint"),
    layoutShift: value("cumulative-layout-shift"),
    blockedMilliseconds: value("total-blocking-time"),
    bytes: value("total-byte-weight"),
  };
}

// Prices of the basket: asks for unknown ones, and reports their answers.

import { useEffect, useMemo } from "preact/hooks";
import type { Basket } from "../basket/basket.ts";
import type { PageTools } from "../basket/page-tools.ts";
import { troubleOf } from "../basket/refusal-sentence.ts";
import { wantedPrices } from "../basket/wanted-prices.ts";
import type { OrderService } from "../service/order-service.ts";
import { PriceLoader } from "../service/price-loader.ts";

/** Loads the prices that the basket lacks. */
export function usePrices(service: OrderService, basket: Basket, { configuration, parts, dispatch }: PageTools): void {
  const loader = useMemo(() => {
    const lost = new Set<string>();
    return new PriceLoader(
      service,
      (priceKey, report) => {
        const [modelId = ""] = priceKey.split(" ");
        // The server removed the model after its day: it is uploaded again if this browser has the file; once, against an endless loop.
        if (report.status === "trouble" && report.trouble.reason === "not_found" && !lost.has(modelId)) {
          lost.add(modelId);
          dispatch({ type: "modelLost", modelId });
        } else dispatch({ type: "priceReported", priceKey, report, now: Date.now() });
      },
      (refusal, retryAt) => troubleOf(parts, refusal, retryAt),
    );
  }, [service, parts, dispatch]);
  useEffect(() => loader.want(wantedPrices(basket, configuration)), [loader, basket, configuration]);
}

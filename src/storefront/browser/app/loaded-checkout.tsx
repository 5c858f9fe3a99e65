// The form, loaded with the first file: a page without files needs none.

import { useEffect, useState } from "preact/hooks";
import { usePage } from "../basket/page-tools.ts";
import { TroubleNote } from "../cards/price-panel.tsx";
import type { Checkout, CheckoutProps } from "../checkout/checkout.tsx";

const load = () => import("../checkout/checkout.tsx");

/** Loads the form ahead, so that it opens at once. A failure shows when it opens. */
export function loadCheckoutAhead(): void {
  load().catch(() => undefined);
}

export function LoadedCheckout(props: CheckoutProps) {
  const { parts } = usePage();
  const [loaded, setLoaded] = useState<{ readonly Checkout: typeof Checkout } | "missing" | null>(null);
  const open = () => {
    setLoaded(null);
    load().then(
      ({ Checkout }) => setLoaded({ Checkout }),
      () => setLoaded("missing"),
    );
  };
  useEffect(open, []);
  if (loaded === null) return null;
  if (loaded !== "missing") return <loaded.Checkout {...props} />;
  return (
    <TroubleNote trouble={{ reason: "offline", message: parts.trouble.formMissing, retryAt: null }} onRetry={open} />
  );
}

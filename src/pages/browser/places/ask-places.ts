// Questions of a form's script about places and a carriage. Without an answer no fault is shown.

/** A question without an answer after this time is given up: the server itself waits for the carrier some seconds. */
const PATIENCE_MILLISECONDS = 8_000;
/** After a fault, or an answer of `unavailable`, an address is asked nothing for so long. */
const SILENT_MILLISECONDS = 15_000;

const silentUntil = new Map<string, number>();

/** Undefined: no answer. @param address such as `/kobza/delivery/cities` */
export async function askServer<Answer extends { readonly status: string }>(
  address: string,
  question: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  if (Date.now() < (silentUntil.get(address) ?? 0)) return undefined;
  try {
    const response = await fetch(`${address}?${new URLSearchParams(question)}`, {
      // The server reads the language from the page's own address.
      headers: { "Accept-Language": document.documentElement.lang },
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MILLISECONDS)]),
    });
    // The server answers 200 with the body that the address states (src/domain/carrier/suggestions.ts).
    const answer = response.ok ? ((await response.json()) as Answer) : undefined;
    if (answer !== undefined && answer.status !== "unavailable") return answer;
  } catch {
    if (signal.aborted) return undefined;
  }
  silentUntil.set(address, Date.now() + SILENT_MILLISECONDS);
  return undefined;
}

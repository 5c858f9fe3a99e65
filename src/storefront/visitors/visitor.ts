// Visitor of an order page: nobody known by name, only a network that requests come from.

import { isOwnMachine, type Networks, networksOf } from "../../domain/visitor.ts";
import type { StorefrontContext } from "../kit/page-context.ts";

/** The visitor's address as the platform states it; undefined where it states none, as locally. */
export function addressOf(context: StorefrontContext): string | undefined {
  return context.req.header("CF-Connecting-IP");
}

/** The networks that a visitor is counted by; undefined where no visitor is counted: locally, and on the service's own machine. */
export function countedNetworksOf(context: StorefrontContext): Networks | undefined {
  const address = addressOf(context);
  return address === undefined || isOwnMachine(address) ? undefined : networksOf(address);
}

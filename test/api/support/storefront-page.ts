// The order page as a browser asks for it, and its answer.

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { Env } from "../../../src/env.ts";
import worker from "../../../src/index.ts";
import type { PageConfiguration } from "../../../src/storefront/wire.ts";
import { readPage } from "./panel.ts";
import { SHOP_ORIGIN } from "./storefront.ts";

const ACCEPTED_BY_BROWSERS = "text/html,application/xhtml+xml,*/*;q=0.8";

interface Visit {
  readonly headers?: Record<string, string>;
  readonly method?: string;
  readonly bindings?: Partial<Env>;
}

/** A page as a browser that prefers English gets it. */
export async function visitPage(path: string, { headers = {}, method = "GET", bindings = {} }: Visit = {}) {
  const context = createExecutionContext();
  const request = new Request(`${SHOP_ORIGIN}${path}`, {
    method,
    headers: {
      Accept: ACCEPTED_BY_BROWSERS,
      "Accept-Language": "en",
      "CF-Connecting-IP": `visitor-${crypto.randomUUID()}`,
      ...headers,
    },
    redirect: "manual",
  });
  const response = await worker.fetch(request, { ...env, ...bindings }, context);
  const page = await readPage(response);
  // The edge cache is filled after the answer.
  await waitOnExecutionContext(context);
  return page;
}

/** A page that must be there. */
export async function shownPage(path: string, how?: Visit) {
  const page = await visitPage(path, how);
  expect(page.status, page.html).toBe(200);
  return page;
}

/** The directives of an answer's Content-Security-Policy, by name. */
export function policyOf(headers: Headers): Readonly<Record<string, string>> {
  const directives = (headers.get("Content-Security-Policy") ?? "").split("; ");
  return Object.fromEntries(directives.map((directive) => [directive.split(" ")[0], directive.replace(/^\S+ /, "")]));
}

/** The configuration that the page hands to its script. */
export function configurationIn(html: string): PageConfiguration {
  const [, json = ""] = /<script type="application\/json" id="configuration">([^<]*)<\/script>/.exec(html) ?? [];
  return JSON.parse(json);
}

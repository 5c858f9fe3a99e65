// 404 for unknown paths with the nearest known one, 405 with Allow for wrong methods.
//
// Runs behind the gate, so that nothing is told before the key is checked.

import type { OpenAPIHono } from "@hono/zod-openapi";
import { TrieRouter } from "hono/router/trie-router";
import type { ApiContext, ApiEnv } from "./context.ts";
import { respondToError } from "./error-response.ts";
import { methodNotAllowed, pathUnknown } from "./errors.ts";
import { KnownPaths } from "./known-paths.ts";

/** The operations' paths: routers for their methods, and the nearest one of any other path. */
interface Operations {
  readonly methods: TrieRouter<string>;
  readonly paths: KnownPaths;
}

/** Longer paths are near to none: several clients refuse an answer with headers of 16 KB. */
const MAX_COMPARED_CHARACTERS = 1000;

/** @param app its operations below `basePath` are read at the first unknown path, when all are registered */
export function unknownPath(app: OpenAPIHono<ApiEnv>, basePath: string) {
  let operations: Operations | undefined;

  const methodsOf = (path: string, { methods: router }: Operations): string[] => {
    const methods = new Set(router.match("ALL", path)[0].map(([method]) => method));
    if (methods.has("GET")) methods.add("HEAD");
    return methods.size === 0 ? [] : [...methods, "OPTIONS"].sort();
  };

  return (context: ApiContext): Response => {
    operations ??= operationsOf(app, basePath);
    const methods = methodsOf(context.req.path, operations);
    if (methods.length > 0) return respondToError(methodNotAllowed(methods), context);
    // Percent-encoded, as a header must be.
    const { pathname } = new URL(context.req.url);
    const isCompared = pathname.startsWith(`${basePath}/`) && pathname.length <= MAX_COMPARED_CHARACTERS;
    const nearest = isCompared ? operations.paths.nearestTo(pathname.slice(basePath.length)) : undefined;
    return respondToError(pathUnknown(nearest && basePath + nearest), context);
  };
}

function operationsOf(app: OpenAPIHono<ApiEnv>, basePath: string): Operations {
  const methods = new TrieRouter<string>();
  const paths: string[] = [];
  for (const { method, path } of app.routes) {
    // Middleware is registered for ALL methods; operations never are.
    if (method === "ALL" || !path.startsWith(basePath)) continue;
    methods.add("ALL", path, method);
    // The documents' pages are no operations.
    if (!path.endsWith("*")) paths.push(path.slice(basePath.length));
  }
  return { methods, paths: new KnownPaths(paths) };
}

// 404 for unknown paths, 405 with Allow for wrong methods.
//
// Runs behind the gate, so that nothing is told before the key is checked.

import type { OpenAPIHono } from "@hono/zod-openapi";
import { TrieRouter } from "hono/router/trie-router";
import type { ApiContext, ApiEnv } from "./context.ts";
import { respondToError } from "./error-response.ts";
import { methodNotAllowed, pathUnknown } from "./errors.ts";

/** @param app its operations below `basePath` are read at the first unknown path, when all are registered */
export function unknownPath(app: OpenAPIHono<ApiEnv>, basePath: string) {
  let operations: TrieRouter<string> | undefined;

  const methodsOf = (path: string): string[] => {
    if (operations === undefined) {
      operations = new TrieRouter();
      for (const route of app.routes) {
        // Middleware is registered for ALL methods; operations never are.
        if (route.method !== "ALL" && route.path.startsWith(basePath)) operations.add("ALL", route.path, route.method);
      }
    }
    const methods = new Set(operations.match("ALL", path)[0].map(([method]) => method));
    if (methods.has("GET")) methods.add("HEAD");
    return methods.size === 0 ? [] : [...methods, "OPTIONS"].sort();
  };

  return (context: ApiContext): Response => {
    const methods = methodsOf(context.req.path);
    return respondToError(methods.length > 0 ? methodNotAllowed(methods) : pathUnknown(), context);
  };
}

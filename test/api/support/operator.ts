// The operator's door, asked as `npm run studio` asks it.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { Env } from "../../../src/env.ts";
import worker from "../../../src/index.ts";

export interface OperatorCall {
  readonly body?: object;
  /** In place of the real ones. */
  readonly bindings?: Partial<Env>;
  /** Null sends none. */
  readonly token?: string | null;
  /** False: the deployment has none. */
  readonly isTokenSet?: boolean;
  /** The client's, as the platform states it. */
  readonly address?: string;
}

/** @param path below /operator */
export async function callOperator(
  method: string,
  path: string,
  { body, bindings = {}, token = env.OPERATOR_TOKEN ?? null, address, isTokenSet = true }: OperatorCall = {},
): Promise<Response> {
  const headers = new Headers();
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  if (address !== undefined) headers.set("CF-Connecting-IP", address);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const request = new Request(`https://studio.example/operator${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { OPERATOR_TOKEN, ...others } = env;
  const service = isTokenSet ? env : others;
  return worker.fetch(request, { ...service, ...bindings }, createExecutionContext());
}

/** The words of an answer whose status must be `status`. */
async function wordsOf(answer: Response, status: number): Promise<string> {
  const text = await answer.text();
  expect(answer.status, text).toBe(status);
  // The one shape of an answer in words.
  return (JSON.parse(text) as { said: string }).said;
}

export async function said(method: string, path: string, call?: OperatorCall): Promise<string> {
  return wordsOf(await callOperator(method, path, call), 200);
}

export async function refused(method: string, path: string, call?: OperatorCall): Promise<string> {
  return wordsOf(await callOperator(method, path, call), 422);
}

// Sends a command to the running service's operator's door (src/operator), local or deployed, and prints the answer.

import { z } from "zod";
import { terminalText } from "../../src/operator/terminal-text.ts";
import type { RunningService } from "../local/running-service.ts";
import { UserError } from "../user-error.ts";

/** A request of the operator's door. */
export interface OperatorRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/operator`; each part as typed. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as a form. */
  readonly body?: object;
  /** The service slices a sample before it answers. */
  readonly slices?: true;
}

const MAX_SECONDS = 20;
/** Some profiles are tried at a time, and a catalog may have many. */
const MAX_SLICING_SECONDS = 290;
/** An answer without a trial is there by then. */
const SILENT_MILLISECONDS = 2000;

const saidSchema = z.object({ said: z.string() });

/**
 * The service's answer, in words.
 *
 * @throws UserError with the service's refusal, or with the reason that it did not answer
 */
export async function askWords(service: RunningService | undefined, request: OperatorRequest): Promise<string> {
  return inTerminal(saidSchema.parse(await ask(service, request)).said);
}

/** As `askWords`, for an answer that is data. */
export async function ask(service: RunningService | undefined, request: OperatorRequest): Promise<unknown> {
  if (service === undefined) {
    throw new UserError(
      "No running service was found, and only that can answer. Run it with npm start; for a deployed one, say --env and " +
        "have its OPERATOR_TOKEN in environments/<environment>.secrets.json or in your shell.",
    );
  }
  const { origin } = new URL(service.baseUrl);
  const { status, answer } = await send(service, request).catch(() => {
    throw new UserError(`The service at ${origin} does not answer, and only that can: see ${origin}/health.`);
  });
  if (status === 200) return answer;
  if (status === 404) {
    throw new UserError(
      `The service at ${origin} refuses this OPERATOR_TOKEN, or any for a minute after too many wrong ones, or is of a version \
that does not know this command yet.`,
    );
  }
  const refusal = saidSchema.safeParse(answer).data;
  if (refusal !== undefined) throw new UserError(inTerminal(refusal.said));
  throw new UserError(
    `The service at ${origin} runs, but could not answer (${status}): its slicer or its database does not. See ${origin}/health.`,
  );
}

async function send({ baseUrl, token }: RunningService, { method, path, query = {}, body, slices }: OperatorRequest) {
  const url = new URL(`/operator/${path.map(encodeURIComponent).join("/")}?${new URLSearchParams(query)}`, baseUrl);
  const isForm = body instanceof FormData;
  const waiting = setTimeout(() => {
    if (slices) console.error("The slicer tries a sample by it, which may take some seconds …");
  }, SILENT_MILLISECONDS);
  try {
    const response = await fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined || isForm ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(1000 * (slices ? MAX_SLICING_SECONDS : MAX_SECONDS)),
    });
    const text = await response.text();
    return { status: response.status, answer: parsed(text) };
  } finally {
    clearTimeout(waiting);
  }
}

/** Names in an answer are typed by people: none of them may command the operator's terminal. */
function inTerminal(said: string): string {
  return said.split("\n").map(terminalText).join("\n");
}

/** Undefined for an answer of another server, such as a proxy's page. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

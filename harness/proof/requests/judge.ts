// Judges one answer: no 5xx, the contract's answers at the API, safe headers at the pages, no other studio's canary.

import { BASE_PATH } from "../../../src/http/base-path.ts";
import { AnswerCheck } from "../../contract/answer-check.ts";
import type { ContractDocument, OperationWithDescription } from "../../contract/contract-document.ts";
import { canariesIn } from "../canary.ts";
import type { Draft } from "./draft.ts";
import type { RequestBytes } from "./request-bytes.ts";
import type { WholeAnswer } from "./send-bytes.ts";

/** The status of a request that its client cut off within the body. */
const CLIENT_CLOSED = 499;
const ENVELOPE = ["data", "errorCode", "errors", "metadata"];

export class Judge {
  readonly #contract: ContractDocument;
  readonly #check: AnswerCheck;
  readonly #operations: readonly { readonly path: RegExp; readonly operation: OperationWithDescription }[];

  constructor(contract: ContractDocument) {
    this.#contract = contract;
    this.#check = new AnswerCheck(contract);
    this.#operations = [...contract.operations.values()].map((operation) => ({
      operation,
      path: new RegExp(`^${BASE_PATH}${operation.path.replaceAll(/\{\w+\}/g, "[^/?#]+")}$`),
    }));
  }

  /** Faults of the answer, as sentences; none if all is well. */
  faultsOf(draft: Draft, request: RequestBytes, answer: WholeAnswer): string[] {
    const { status, headers, body } = answer;
    const sent = canariesIn(request.bytes);
    const foreign = [...canariesIn(Buffer.concat([Buffer.from([...headers].flat().join("\n")), body]))].filter(
      (studio) => studio !== draft.studio && !sent.has(studio),
    );
    const leaks = foreign.map((studio) => `it has the canary of studio ${studio}`);
    if (status >= 500) return [...leaks, `the status is ${status}`];
    if (isOfServer(answer) || (request.isCut && status === CLIENT_CLOSED)) return leaks;
    return [...leaks, ...(draft.door === "API" ? this.#faultsOfApi(request, answer) : faultsOfPage(answer))];
  }

  #faultsOfApi(request: RequestBytes, answer: WholeAnswer): string[] {
    const { status, headers, body } = answer;
    const path = request.target.split(/[?#]/)[0] ?? "";
    if (!path.startsWith(BASE_PATH)) return [];
    if (request.method === "OPTIONS" && status === 204) return [];
    const parsed = body.length === 0 ? null : jsonOf(body);
    const found = this.#operations.find(
      (one) => one.path.test(path) && one.operation.method === request.method,
    )?.operation;
    if (found !== undefined && this.#contract.response(found.operationId, status) !== undefined)
      return this.#check.faultsOfAnswer(found.operationId, { status, headers, body: parsed });
    // A path of dots and percent signs may be another one to the service: such an answer is checked by its envelope.
    if (found !== undefined && /^[\w/.-]*$/.test(path)) return [`${found.operationId} has no response ${status}`];
    return faultsOfRefusal(request, answer, parsed);
  }
}

/** The answers of paths and methods without an operation. */
function faultsOfRefusal({ method }: RequestBytes, { status, headers, body }: WholeAnswer, parsed: unknown): string[] {
  const named = headers.has("X-Request-Id") ? [] : ["the header X-Request-Id is missing"];
  if (method === "HEAD" || status < 400 || body.length === 0) return named;
  if (status === 429) return named;
  const fields = typeof parsed === "object" && parsed !== null ? Object.keys(parsed) : [];
  const missing = ENVELOPE.filter((name) => !fields.includes(name));
  return missing.length === 0 ? named : [...named, `the envelope lacks ${missing.join(", ")}`];
}

function faultsOfPage({ status, headers, body }: WholeAnswer): string[] {
  const required = ["X-Content-Type-Options", "X-Request-Id"];
  const isPage = headers.get("Content-Type")?.startsWith("text/html") === true && body.length > 0 && status < 300;
  if (isPage) required.push("Content-Security-Policy", "Referrer-Policy");
  const missing = required.filter((name) => !headers.has(name)).map((name) => `the header ${name} is missing`);
  const policy = headers.get("Content-Security-Policy") ?? "";
  const isOpen = isPage && (/unsafe-eval|script-src[^;]*unsafe-inline/.test(policy) || !/default-src/.test(policy));
  return isOpen ? [...missing, `the policy is ${policy}`] : missing;
}

/** An answer of the HTTP server before the Worker, to a head that is no HTTP of its own: none of the service's headers. */
function isOfServer({ status, headers }: WholeAnswer): boolean {
  return [400, 413, 414, 431].includes(status) && !headers.has("X-Request-Id") && !headers.has("Cache-Control");
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return { "not JSON": body.toString("utf8", 0, 100) };
  }
}

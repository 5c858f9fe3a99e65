// npm run record-examples: writes the examples of the contract from a run of the whole local system.
//
// Every scenario of the contract's test is asked once. Varying values are made stable, so that recording anew changes an
// example only with its answer.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../../scripts/project-folder.ts";
import type { RecordedExchange } from "../../src/http/contract/document-examples.ts";
import { ContractDocument, type OperationWithDescription } from "./contract-document.ts";
import { SCENARIOS, type Scenario } from "./contract-scenarios.ts";
import { ContractWorld, type OperationRequest } from "./contract-world.ts";
import { StableValues } from "./stable-values.ts";

/** The operation that shows the refusals common to all operations: the contract describes them once. */
const ANY_OPERATION = "getMe";
/** The operation that shows the refusal of a restricted key. */
const RESTRICTED_OPERATION = "getOrder";
const SHOWN_ENTRIES = 2;
const RECORDING = "src/http/contract/recorded-examples.json";

const world = await ContractWorld.start();
try {
  const contract = await ContractDocument.of(world.system.url);
  const stable = new StableValues(world.system.url);
  const recorded: RecordedExchange[] = [];
  const shownHeaders = new Set<string>();
  for (const scenario of SCENARIOS.filter((each) => isShown(contract, each))) {
    const operation = contract.operation(scenario.operationId);
    const ask = await scenario.ask(world);
    const { status, headers, body } = await world.send(operation, ask);
    const response = contract.response(scenario.operationId, status);
    if (status !== scenario.status || response === undefined) {
      throw new Error(`${scenario.operationId} ${scenario.name} answered ${status}: ${JSON.stringify(body)}`);
    }
    const sent = Object.entries(response.headers ?? {}).filter(([name, header]) => {
      // A header that is a component has one example for all.
      const isKnown = "$ref" in header && shownHeaders.has(name);
      if ("$ref" in header && headers.has(name)) shownHeaders.add(name);
      return headers.has(name) && !isKnown;
    });
    const isTaken = status < 400;
    recorded.push({
      operationId: scenario.operationId,
      name: scenario.name,
      summary: isShortened(body)
        ? `${scenario.summary}, of which the first ${SHOWN_ENTRIES} are shown`
        : scenario.summary,
      // A refused request is no example of a good one.
      parameters: isTaken ? stable.of(parametersShown(operation, ask)) : {},
      body: isTaken ? stable.of(bodyShown(ask)) : null,
      status,
      headers: stable.ofHeaders(Object.fromEntries(sent.map(([name]) => [name, headers.get(name)]))),
      answer: stable.of(shortened(body)),
    });
  }
  await writeFile(join(PROJECT_FOLDER, RECORDING), JSON.stringify(recorded, null, 2));
  console.log(`${RECORDING}: ${recorded.length} requests and their answers`);
} finally {
  await world.stop();
}

function isShown(contract: ContractDocument, { operationId, status, errorCode }: Scenario): boolean {
  if (errorCode === "errors.keyRestricted") return operationId === RESTRICTED_OPERATION;
  const isCommon = contract.operation(operationId).described.responses[status];
  return operationId === ANY_OPERATION || isCommon === undefined || !("$ref" in isCommon);
}

/** An answer with only the first records of a list: the contract travels with every Worker. */
function shortened(body: unknown): unknown {
  const data = listIn(body);
  return data === undefined ? body : { ...(body as object), data: data.slice(0, SHOWN_ENTRIES) };
}

function isShortened(body: unknown): boolean {
  return (listIn(body)?.length ?? 0) > SHOWN_ENTRIES;
}

function listIn(body: unknown): readonly unknown[] | undefined {
  const data: unknown = typeof body === "object" && body !== null && "data" in body ? body.data : undefined;
  return Array.isArray(data) ? data : undefined;
}

/** Parameters as an example shows them: a query's commas become a list. */
function parametersShown({ parameters }: OperationWithDescription, ask: OperationRequest): Record<string, unknown> {
  const shown = parameters.flatMap(({ name, schema }): [string, unknown][] => {
    const value = ask.parameters?.[name];
    if (value === undefined) return [];
    return [[name, schema.type === "array" ? String(value).split(",").map(Number) : value]];
  });
  return Object.fromEntries(shown);
}

/** A body as an example shows it: a form as its fields' values, a file as its name. */
function bodyShown({ json, form }: OperationRequest): unknown {
  if (form === undefined) return json ?? null;
  const shown: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const one = typeof value === "object" ? value.name : value;
    const before = shown[name];
    shown[name] = name.endsWith("[]") ? [...(Array.isArray(before) ? before : []), one] : one;
  }
  return shown;
}

// The page of wrong requests, docs/wrong-requests.md: every request with its answer in a run.

import { BASE_PATH } from "../../src/http/base-path.ts";
import { markdownTable } from "../markdown-table.ts";
import type { ContractWorld, ReceivedAnswer } from "./contract-world.ts";
import { StableValues } from "./stable-values.ts";
import { WRONG_REQUESTS, type WrongRequest } from "./wrong-requests.ts";

export const WRONG_REQUESTS_PAGE = "docs/wrong-requests.md";

/** Headers that say more than the answer's code, in the order of the page. */
const TELLING_HEADERS = ["Allow", "X-Nearest-Path", "X-Ignored-Fields", "Retry-After", "RateLimit"];

/** The rest of an hour that is not used up depends on the other requests. */
const ONLY_WITH_429 = ["RateLimit"];

/** Asks all of them, and writes the page. @throws Error if one of them is not refused, or not with the page that explains it */
export async function wrongRequestsPage(world: ContractWorld): Promise<string> {
  const stable = new StableValues(world.system.url);
  const sections: string[] = [];
  for (const { about, requests } of WRONG_REQUESTS) {
    const rows: string[][] = [];
    for (const wrong of requests) rows.push(await rowOf(wrong, world, stable));
    sections.push(`## ${about}`, markdownTable(["Request and mistake", "Answer", "It says"], rows));
  }
  const count = WRONG_REQUESTS.reduce((sum, { requests }) => sum + requests.length, 0);
  return `${[
    "# Wrong requests",
    `${count} wrong requests to every operation, each with the answer that a run of the service gave it. [Errors](guides/06-errors.md) explains the
codes; each answer links its own by the header \`Link\`, which some say alone. Sentences stand under their fields in \`errors\`.`,
    ...sections,
  ].join("\n\n")}\n`;
}

async function rowOf({ request, sent, mistake, ask }: WrongRequest, world: ContractWorld, stable: StableValues) {
  const [method = "", path = ""] = sent.split(" ");
  const asked = await ask(world);
  const address = path.includes("{modelId}") ? path.replace("{modelId}", await world.modelId()) : path;
  const answer = await world.sendTo(method, address, asked);
  const { status, headers, body } = answer;
  const code = errorCodeIn(body);
  const explained = headers.get("Link") ?? "";
  if (status < 400 || !explained.includes(`${BASE_PATH}/docs/errors#${code ?? status}>`)) {
    throw new Error(`${request}, ${mistake}: ${status}, Link: ${explained}, ${JSON.stringify(body)}`);
  }
  const told = [...sentencesIn(body), ...headersIn(answer, stable)];
  const said = told.length > 0 ? told : ["`Link` alone"];
  return [
    `\`${request}\`<br>${mistake}`,
    code === undefined ? String(status) : `${status} \`${code}\``,
    said.map((one) => stable.of(one).replaceAll("|", "\\|")).join("<br>"),
  ];
}

function errorCodeIn(body: unknown): string | undefined {
  const code = fieldOf(body, "errorCode");
  return typeof code === "string" ? code : undefined;
}

/** Each field with its sentences; the one sentence of a 429. */
function sentencesIn(body: unknown): string[] {
  const only = fieldOf(body, "error");
  if (typeof only === "string") return [`\`error\`: ${only}`];
  return Object.entries(fieldOf(body, "errors") ?? {}).map(
    ([field, sentences]: [string, unknown]) => `\`${field}\`: ${plain([sentences].flat().join("; "))}`,
  );
}

/** As Markdown: neither a tag nor a link. */
function plain(sentence: string): string {
  return sentence.replaceAll("<", "&lt;").replaceAll("@", "&#64;");
}

function headersIn({ status, headers }: ReceivedAnswer, stable: StableValues): string[] {
  const [, description] = /error_description="([^"]*)"/.exec(headers.get("WWW-Authenticate") ?? "") ?? [];
  const told = TELLING_HEADERS.filter((name) => status === 429 || !ONLY_WITH_429.includes(name)).flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [`${name}: \`${stable.ofHeaders({ [name]: value })[name]}\``];
  });
  return [...(description === undefined ? [] : [`WWW-Authenticate: ${description}`]), ...told];
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
}

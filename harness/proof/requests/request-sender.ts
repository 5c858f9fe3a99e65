// Sends drafts, judges and counts their answers, and keeps the ids, links and forms that they tell.

import { Dice } from "../../dice.ts";
import { readHtml } from "../../pages/html-tree.ts";
import { PageView } from "../../pages/page-view.ts";
import type { MiniflareSystem } from "../../systems/miniflare-system.ts";
import type { Draft } from "./draft.ts";
import type { Walker } from "./form-drafts.ts";
import { linkDraft } from "./form-drafts.ts";
import type { FuzzedStudio } from "./fuzzed-studio.ts";
import type { Judge } from "./judge.ts";
import { type RequestBytes, requestBytes, type Transport } from "./request-bytes.ts";
import { sendBytes, type WholeAnswer } from "./send-bytes.ts";
import type { AnswerTally } from "./tally.ts";

const HANG_MILLISECONDS = 30_000;
/** A request may ask for a wait of its own. */
const LONGEST_WAIT_MILLISECONDS = 30_000;
const TOLD = /"(modelId|jobId|token|attachmentId)":"([^"]{1,4000})"/g;
const MOST_PAGES = 600;
const PAGES_AT_ONCE = 3;

export interface Visited {
  readonly request: RequestBytes;
  readonly faults: readonly string[];
  /** The page of this service that the answer leads to. */
  readonly location: string | undefined;
  /** Its status and the beginning of its body; "" without an answer. */
  readonly answer: string;
}

export class RequestSender {
  readonly #system: MiniflareSystem;
  readonly #judge: Judge;
  readonly #tally: AnswerTally;

  constructor(system: MiniflareSystem, judge: Judge, tally: AnswerTally) {
    this.#system = system;
    this.#judge = judge;
    this.#tally = tally;
  }

  async visit(
    draft: Draft,
    studio: FuzzedStudio,
    walker: Walker,
    transport: Transport = { kind: "whole" },
  ): Promise<Visited> {
    const request = requestBytes(draft, transport, this.#system.url.host);
    const waits = /wait=[3-9]/.test(request.bytes.toString("latin1")) ? LONGEST_WAIT_MILLISECONDS : 0;
    const outcome = await sendBytes(this.#system.url, request, HANG_MILLISECONDS + waits);
    this.#tally.count(draft, outcome.kind === "answer" ? outcome.status : outcome.kind);
    const none = { request, location: undefined, answer: "" };
    switch (outcome.kind) {
      case "hangs":
        return { ...none, faults: [`no answer within ${(HANG_MILLISECONDS + waits) / 1000} s`] };
      case "closed":
        // The end of a cut request has no answer.
        return { ...none, faults: request.isCut ? [] : ["the connection was closed without an answer"] };
      case "answer": {
        const faults = [
          ...this.#judge.faultsOf(draft, request, outcome),
          ...this.#learn(draft, outcome, studio, walker),
        ];
        return {
          request,
          location: draft.door === "API" ? undefined : pathOf(outcome),
          answer: writtenAnswer(outcome),
          faults,
        };
      }
      default:
        return outcome satisfies never;
    }
  }

  /** Walks along the links of a door, from page to page, until each kind of page was seen. */
  async walk(studio: FuzzedStudio, walker: Walker, found: (draft: Draft, visited: Visited) => void): Promise<void> {
    const pages = studio.pages[walker];
    for (let walked = 0; walked < MOST_PAGES; ) {
      const links = Array.from({ length: PAGES_AT_ONCE }, () => pages.next()).filter((link) => link !== undefined);
      if (links.length === 0) return;
      walked += links.length;
      const visit = async (link: string) => {
        const draft = await linkDraft(link, walker, studio, new Dice(1));
        found(draft, await this.visit(draft, studio, walker));
      };
      await Promise.all(links.map(visit));
    }
  }

  #learn(draft: Draft, answer: WholeAnswer, studio: FuzzedStudio, walker: Walker): string[] {
    const { status, headers, body } = answer;
    const isOwn = draft.studio === studio.facts.number;
    const tag = headers.get("ETag");
    if (tag !== null && draft.door === "API") studio.told.add("ETag", tag);
    if (draft.door === "panel" && walker !== "visitor" && hasNoSession(answer)) studio.forgetSession(walker);
    const type = headers.get("Content-Type") ?? "";
    const isTold = isOwn && status < 400;
    if (isTold && type.startsWith("application/json")) this.#learnJson(body.toString("utf8"), studio);
    if (!type.startsWith("text/html") || draft.door === "API" || body.length === 0) return [];
    try {
      const page = readHtml(body.toString("utf8"));
      // An answer to a form may have an address without a page.
      if (isTold && draft.method === "GET") studio.pages[walker].learn(new PageView(page), draft.path.join(""));
      return [];
    } catch (error) {
      return [`the page is ${error instanceof Error ? error.message.slice(0, 200) : "no markup"}`];
    }
  }

  #learnJson(text: string, { told, pages }: FuzzedStudio): void {
    for (const [, kind = "", value = ""] of text.matchAll(TOLD)) told.add(kind, value);
    for (const [, address = ""] of text.matchAll(/"(?:address|downloadUrl)":"([^"]+)"/g)) {
      const path = address.startsWith("http") ? new URL(address).pathname : address;
      if (path.startsWith("/files/")) told.add("file", path);
      else pages.visitor.addLink(path, "/");
    }
  }
}

function hasNoSession({ status, headers }: WholeAnswer): boolean {
  return status === 401 || headers.get("Location")?.startsWith("/panel/sign-in") === true;
}

function pathOf({ status, headers }: WholeAnswer): string | undefined {
  const location = headers.get("Location");
  return status === 303 && location?.startsWith("/panel/studios") === true ? location : undefined;
}

const MOST_SHOWN = 300;

function writtenAnswer({ status, headers, body }: WholeAnswer): string {
  return `${status} ${[...headers.keys()].join(", ")}: ${body.toString("utf8").slice(0, MOST_SHOWN)}`;
}

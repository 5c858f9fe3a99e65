// Plans of requests, as fast-check draws and shrinks them, and the drafts that they make of a studio's present state.

import fc from "fast-check";
import type { ContractDocument } from "../../contract/contract-document.ts";
import { Dice } from "../../dice.ts";
import { contractDraft, SENDERS, type Sender } from "./contract-drafts.ts";
import type { Draft } from "./draft.ts";
import { formDraft, linkDraft, type Walker } from "./form-drafts.ts";
import type { FoundForm } from "./found-pages.ts";
import type { FuzzedStudio } from "./fuzzed-studio.ts";
import { type Mutation, mutate, mutations } from "./mutations.ts";
import { type Transport, transports } from "./request-bytes.ts";
import { SCRIPT_REQUESTS, storefrontDraft } from "./storefront-drafts.ts";

type Asked =
  | { readonly kind: "operation"; readonly sender: Sender }
  | { readonly kind: "form" | "link"; readonly walker: Walker }
  | { readonly kind: "script" | "file" | "stray" };

export interface RequestPlan {
  readonly asked: Asked;
  /** A number of the operation, form or link, counted around. */
  readonly at: number;
  /** Draws the valid values. */
  readonly seed: number;
  readonly mutations: readonly Mutation[];
  readonly transport: Transport;
}

/** Paths of other doors, and of none. */
const STRAYS = [
  "/",
  "/llms.txt",
  "/docs",
  "/api/v1",
  "/api/v1/",
  "/api/v1/openapi.json",
  "/api/v1/docs",
  "/api/v1/nothing",
  "/api/v2/materials",
  "/operator",
  "/operator/studios",
  "/panel/sign-in",
  "/panel/forgotten-password",
  "/panel/links/x",
  "/files/x",
  "/photos/x",
  "/mail.events",
  "/telegram.updates",
  "/robots.txt",
  "/.well-known/security.txt",
  "/no-such-studio",
] as const;

const asked: fc.Arbitrary<Asked> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant("operation" as const),
      sender: fc.oneof(
        { weight: 12, arbitrary: fc.constant<Sender>("live") },
        { weight: 5, arbitrary: fc.constantFrom(...SENDERS) },
      ),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("form" as const),
      walker: fc.constantFrom<Walker>("owner", "owner", "owner", "owner", "staff", "visitor"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("link" as const),
      walker: fc.constantFrom<Walker>("owner", "owner", "staff", "visitor"),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom("script" as const, "script" as const, "script" as const, "file" as const, "stray" as const),
    }),
  },
);

export const requestPlans: fc.Arbitrary<RequestPlan> = fc.record({
  asked,
  at: fc.nat({ max: 100_000 }),
  seed: fc.nat(),
  mutations,
  transport: transports,
});

/** The form that a plan sends; undefined for another plan. */
export function formOf({ asked, at }: RequestPlan, studio: FuzzedStudio): FoundForm | undefined {
  return asked.kind === "form" ? around(studio.pages[asked.walker].forms, at) : undefined;
}

/** Undefined if the studio has no form or link of that kind yet. */
export async function draftOf(
  { asked, at, seed, mutations: changes }: RequestPlan,
  contract: ContractDocument,
  studio: FuzzedStudio,
  origin: string,
): Promise<Draft | undefined> {
  const draft = await validDraft(asked, at, new Dice(seed), contract, studio, origin);
  if (draft !== undefined) for (const change of changes) mutate(draft, change);
  return draft;
}

async function validDraft(
  asked: Asked,
  at: number,
  dice: Dice,
  contract: ContractDocument,
  studio: FuzzedStudio,
  origin: string,
): Promise<Draft | undefined> {
  switch (asked.kind) {
    case "operation": {
      const operation = around([...contract.operations.values()], at);
      return operation && contractDraft(contract, operation, studio, asked.sender, dice);
    }
    case "form": {
      const form = around(studio.pages[asked.walker].forms, at);
      return form && formDraft(form, asked.walker, studio, dice, origin);
    }
    case "link": {
      const link = around(studio.pages[asked.walker].links, at);
      return link === undefined ? undefined : linkDraft(link, asked.walker, studio, dice);
    }
    case "script":
      return storefrontDraft(at % SCRIPT_REQUESTS, studio, dice, origin);
    case "file":
      return plainDraft(
        "GET /files/{token}",
        around(studio.told.of("file"), at) ?? "/files/none",
        studio.facts.number,
        dice,
      );
    case "stray": {
      const path = around(STRAYS, at) ?? "/";
      return plainDraft(`GET ${path}`, path, null, dice);
    }
    default:
      return asked satisfies never;
  }
}

function plainDraft(name: string, path: string, studio: number | null, dice: Dice): Draft {
  const [, folder = "/", last = ""] = /^(.*\/)([^/]*)$/.exec(path) ?? [];
  const range =
    dice.below(2) === 0 ? [["Range", `bytes=${dice.below(200)}-${dice.below(400)}`] satisfies [string, string]] : [];
  return {
    door: "links",
    name,
    studio,
    method: "GET",
    path: [folder, last, ""],
    tail: "",
    query: [],
    headers: range,
    body: { kind: "none" },
  };
}

function around<Item>(items: readonly Item[], at: number): Item | undefined {
  return items[at % Math.max(1, items.length)];
}

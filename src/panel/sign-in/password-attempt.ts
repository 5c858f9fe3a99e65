// An attempt with a password: who makes it, and what is said after too many.

import type { Language } from "../../domain/person.ts";
import type { PanelContext } from "../kit/panel-context.ts";
import { signInWords } from "./sign-in.words.ts";

/** What the request tells of who sends it. */
export interface Client {
  /** The network address; undefined where the platform does not tell it. */
  readonly address: string | undefined;
  readonly userAgent: string;
}

export function clientOf(context: PanelContext): Client {
  return { address: context.req.header("CF-Connecting-IP"), userAgent: context.req.header("User-Agent") ?? "" };
}

export function tooManyAttempts(language: Language, { secondsLeft }: { readonly secondsLeft: number }): string {
  return signInWords(language).tooMany(Math.ceil(secondsLeft / 60));
}

// An attempt with a password: its client, and the refusal after too many.

import type { Language } from "../../domain/person.ts";
import type { PanelContext } from "../kit/panel-context.ts";
import { signInWords } from "./sign-in.words.ts";

/** The client that a request comes from. */
export interface Client {
  /** The network address; undefined if the platform does not state it. */
  readonly address: string | undefined;
  readonly userAgent: string;
}

export function clientOf(context: PanelContext): Client {
  return { address: context.req.header("CF-Connecting-IP"), userAgent: context.req.header("User-Agent") ?? "" };
}

export function tooManyAttempts(language: Language, { secondsLeft }: { readonly secondsLeft: number }): string {
  return signInWords(language).tooMany(Math.ceil(secondsLeft / 60));
}

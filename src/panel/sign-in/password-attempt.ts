// Password attempts: the client, and the refusal after too many.

import type { Language } from "../../domain/person.ts";
import type { PanelContext } from "../kit/panel-context.ts";
import { signInWords } from "./sign-in.words.ts";

interface RequestClient {
  /** The IP address; undefined if the platform does not state it. */
  readonly address: string | undefined;
  readonly userAgent: string;
}

export function requestClient(context: PanelContext): RequestClient {
  return { address: context.req.header("CF-Connecting-IP"), userAgent: context.req.header("User-Agent") ?? "" };
}

export function tooManyAttempts(language: Language, { secondsLeft }: { readonly secondsLeft: number }): string {
  return signInWords(language).tooMany(Math.ceil(secondsLeft / 60));
}

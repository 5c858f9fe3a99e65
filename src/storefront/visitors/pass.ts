// Visitor's pass: proves for an hour that Turnstile accepted this network for this studio's page.

import type { StudioId } from "../../domain/ids.ts";
import type { Env } from "../../env.ts";
import { isSignatureOfAny, sign } from "../../platform/signature.ts";
import type { VisitorPass } from "../wire.ts";

const VALID_MILLISECONDS = 3_600_000;

/** Holder of a pass. */
interface Bearer {
  readonly studioId: StudioId;
  /** undefined if visitors have no address, as locally. */
  readonly network: string | undefined;
}

type Secrets = Pick<Env, "LINK_SECRET" | "LINK_SECRET_PREVIOUS">;

export async function makePass({ LINK_SECRET }: Secrets, bearer: Bearer): Promise<VisitorPass> {
  const expiresAt = Date.now() + VALID_MILLISECONDS;
  const signature = await sign(LINK_SECRET, "visitor-pass", signedText(bearer, expiresAt));
  return { pass: `${expiresAt}.${signature}`, expiresAt: new Date(expiresAt).toISOString() };
}

/** True for our own pass of this studio and network within its hour. */
export async function isPass({ LINK_SECRET, LINK_SECRET_PREVIOUS }: Secrets, bearer: Bearer, pass: string) {
  const [, stated, signature = ""] = /^(\d{13,15})\.([\w-]{43})$/.exec(pass) ?? [];
  const expiresAt = Number(stated);
  if (!(expiresAt > Date.now())) return false;
  const secrets = [LINK_SECRET, LINK_SECRET_PREVIOUS];
  return isSignatureOfAny(secrets, "visitor-pass", signedText(bearer, expiresAt), signature);
}

function signedText({ studioId, network = "local" }: Bearer, expiresAt: number): string {
  return `${studioId} ${network} ${expiresAt}`;
}

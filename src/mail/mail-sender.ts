// The deployment's sender of e-mail, as its variables set it up.

import type { Env } from "../env.ts";
import { emailService } from "../platform/mail/email-service.ts";
import { httpMail } from "../platform/mail/http-mail.ts";
import type { MailProvider } from "../platform/ports.ts";

export type MailSettings = Pick<Env, "MAIL_FROM" | "PUBLIC_ORIGIN" | "MAIL_API_URL" | "MAIL_API_KEY" | "EMAIL">;

export interface MailSender {
  readonly provider: MailProvider;
  /** The address that mails come from. */
  readonly from: string;
  /** The origin of links. */
  readonly origin: string;
}

/** Undefined: the deployment sends none. */
export function mailSenderOf(env: MailSettings): MailSender | undefined {
  const { MAIL_FROM: from, PUBLIC_ORIGIN: origin, MAIL_API_URL: address, MAIL_API_KEY: apiKey, EMAIL: binding } = env;
  if (from === "" || origin === "") return undefined;
  // A provider that demands a key refuses a mail without one.
  if (address !== "") return { provider: httpMail(address, apiKey ?? ""), from, origin };
  return binding && { provider: emailService(binding), from, origin };
}

// Account mail: invitations, links for a new password, and news of a changed one, sent to a person at once.
//
// The outbox keeps a studio's messages and writes each from its rows, even a day later. An account belongs to no studio, and its link is
// stored as a hash only: so the request that makes the link sends it, at most once.

import type { Studio } from "../db/studio-record.ts";
import type { MessageFault } from "../domain/message/states.ts";
import type { Language, Role } from "../domain/person.ts";
import { FORGOTTEN_PASSWORD_PATH, INVITATION_DAYS, linkPath } from "../people/new-link.ts";
import { logError } from "../platform/error-log.ts";
import type { Mail, MailProvider, SendOutcome } from "../platform/ports.ts";
import { accountMailWords } from "./account-mail.words.ts";
import { type Letter, letterHtml, letterText } from "./letter.tsx";
import { mailWords } from "./mail.words.ts";
import { type MailSettings, mailSenderOf } from "./mail-sender.ts";

/** A provider's limit is often one of calls in a second. */
const PATIENCE_MILLISECONDS = 1100;

type MailingStudio = Pick<Studio, "title" | "replyTo">;

/** `token` is the one-time link's. */
export type AccountMail =
  | {
      readonly about: "invitation";
      readonly studio: MailingStudio;
      readonly role: Role;
      /** The owner's name. */
      readonly inviter: string;
      readonly token: string;
    }
  | { readonly about: "password_link"; readonly studio: MailingStudio; readonly token: string }
  | { readonly about: "forgotten_password"; readonly token: string }
  | { readonly about: "password_changed" };

export interface MailReader {
  readonly email: string;
  readonly language: Language;
}

export type AccountMailOutcome =
  | { readonly outcome: "sent" }
  | { readonly outcome: "failed"; readonly fault: MessageFault }
  /** The provider's answer was lost: the mail may have been sent. */
  | { readonly outcome: "unknown" };

/** Never rejects: the link can be passed on otherwise. */
export async function sendAccountMail(
  env: MailSettings,
  reader: MailReader,
  mail: AccountMail,
): Promise<AccountMailOutcome> {
  const sender = mailSenderOf(env);
  if (sender === undefined) return { outcome: "failed", fault: "not_set_up" };
  const { provider, from, origin } = sender;
  const studio = "studio" in mail ? mail.studio : undefined;
  const letter = accountLetter(reader, mail, origin);
  try {
    const answer = await sendPatiently(provider, {
      key: `account/${crypto.randomUUID()}`,
      from: { name: studio?.title ?? accountMailWords(reader.language).panel, email: from },
      replyTo: studio?.replyTo ?? null,
      to: reader.email,
      subject: letter.subject,
      text: letterText(letter),
      html: await letterHtml(letter),
    });
    if (answer.outcome === "sent") return { outcome: "sent" };
    const fault = answer.outcome === "refused" ? answer.fault : "unreachable";
    // No page shows the refusal of a forgotten password's link.
    logError({ failed: "account mail", about: mail.about, fault }, new Error("the provider did not take it"));
    return { outcome: "failed", fault };
  } catch (error) {
    logError({ failed: "account mail", about: mail.about }, error);
    return { outcome: "unknown" };
  }
}

/** Tries once more if the provider asks for patience: it has not taken the mail then. */
async function sendPatiently(provider: MailProvider, mail: Mail): Promise<SendOutcome> {
  const first = await provider.send(mail);
  if (first.outcome !== "later") return first;
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS));
  return provider.send(mail);
}

function accountLetter({ email, language }: MailReader, mail: AccountMail, origin: string): Letter {
  const { footer, setPassword, ...words } = accountMailWords(language);
  const { answersGo, answersLost } = mailWords(language);
  const letterOf = (
    { subject, heading, link }: { readonly subject: string; readonly heading: string; readonly link: string },
    path: string,
    paragraphs: readonly string[],
    { unexpected, replyTo = null }: { readonly unexpected?: string; readonly replyTo?: string | null } = {},
  ): Letter => ({
    ...{ language, subject, heading, paragraphs, link: { label: link, address: origin + path } },
    ...{ sentence: null, lines: [], sums: [], facts: [], requisites: null },
    footer: [
      ...(unexpected === undefined ? [] : [unexpected]),
      footer(new URL(origin).host),
      replyTo === null ? answersLost : answersGo,
    ],
  });
  switch (mail.about) {
    case "invitation": {
      const { studio, role, inviter, token } = mail;
      const { subject, heading, text, validity, link, unexpected } = words.invitation;
      return letterOf(
        { subject: subject(studio.title), heading: heading(studio.title), link },
        linkPath(token),
        [text(inviter, role), validity(INVITATION_DAYS)],
        { unexpected, replyTo: studio.replyTo },
      );
    }
    case "password_link": {
      const { studio, token } = mail;
      const { subject, heading, text, validity, unexpected } = words.passwordLink;
      return letterOf(
        { subject: subject(studio.title), heading, link: setPassword },
        linkPath(token),
        [text(studio.title, email), validity],
        { unexpected, replyTo: studio.replyTo },
      );
    }
    case "forgotten_password": {
      const { subject, heading, text, validity, unexpected } = words.forgottenPassword;
      const texts = { subject, heading, link: setPassword };
      return letterOf(texts, linkPath(mail.token), [text(email), validity], { unexpected });
    }
    case "password_changed": {
      const { text, next, ...texts } = words.passwordChanged;
      return letterOf(texts, FORGOTTEN_PASSWORD_PATH, [text(email), next]);
    }
    default:
      return mail satisfies never;
  }
}

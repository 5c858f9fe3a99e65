// A customer's contact as facts of a list: phone, e-mail, language.

import type { StoredContact } from "../../db/column-types.ts";
import { languageName } from "../../pages/format.ts";
import { useView } from "./view-context.ts";

interface ContactFactsProps {
  readonly contact: StoredContact;
  readonly words: { readonly phone: string; readonly email: string; readonly locale: string };
}

export function ContactFacts({ contact, words }: ContactFactsProps) {
  const { language } = useView();
  return (
    <>
      <dt>{words.phone}</dt>
      <dd>
        <a href={`tel:${contact.phoneNumber}`}>{contact.phoneNumber}</a>
      </dd>
      <dt>{words.email}</dt>
      <dd>
        <a href={`mailto:${encodeURIComponent(contact.email).replaceAll("%40", "@")}`}>{contact.email}</a>
      </dd>
      <dt>{words.locale}</dt>
      <dd>{languageName(language, contact.locale)}</dd>
    </>
  );
}

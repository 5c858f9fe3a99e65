// A customer's contact as facts of a list: phone, e-mail, language. Erased ones are empty, and left out.

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
      {contact.phoneNumber === "" ? null : (
        <>
          <dt>{words.phone}</dt>
          <dd>
            <PhoneLink of={contact} />
          </dd>
        </>
      )}
      {contact.email === "" ? null : (
        <>
          <dt>{words.email}</dt>
          <dd>
            <a href={`mailto:${encodeURIComponent(contact.email).replaceAll("%40", "@")}`}>{contact.email}</a>
          </dd>
        </>
      )}
      <dt>{words.locale}</dt>
      <dd>{languageName(language, contact.locale)}</dd>
    </>
  );
}

/** Nothing after the number was erased. */
export function PhoneLink({ of: { phoneNumber } }: { readonly of: Pick<StoredContact, "phoneNumber"> }) {
  return phoneNumber === "" ? null : <a href={`tel:${phoneNumber}`}>{phoneNumber}</a>;
}

// A secret shown only once: a key or a link, with a button that copies it.

import type { Child } from "hono/jsx";
import { layoutWords } from "./layout.words.ts";
import { useView } from "./view-context.ts";

interface SecretOnceProps {
  readonly title: string;
  readonly secret: string;
  readonly label: string;
  /** The secret's use, and a warning that it is shown only once. */
  readonly children?: Child;
}

/** Part of the response to the form that made the secret: it must not stand in an address, a cookie or a database. */
export function SecretOnce({ title, secret, label, children }: SecretOnceProps) {
  const view = useView();
  const words = layoutWords(view.language);
  return (
    <section class="card secret-once" role="status">
      <h2>{title}</h2>
      <div class="row">
        <input id="secret" class="mono" readonly value={secret} aria-label={label} />
        <button type="button" class="primary" data-copy="secret" data-copied={words.copied} hidden>
          {words.copy}
        </button>
      </div>
      {children}
    </section>
  );
}

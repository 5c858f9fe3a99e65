// A secret that is shown this once: a key or a link, with a button that copies it.

import type { Child } from "hono/jsx";
import { layoutWords } from "./layout.words.ts";
import { useView } from "./view-context.ts";

interface SecretOnceProps {
  readonly title: string;
  readonly secret: string;
  readonly label: string;
  /** What to do with it, and that it will not be shown again. */
  readonly children?: Child;
}

/** Only ever part of the answer to the form that made the secret: it is in no address, no cookie and no database. */
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

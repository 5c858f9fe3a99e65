// A person's studios, and the start page of one.

import { studioBase } from "../kit/addresses.ts";
import { Layout } from "../kit/layout.tsx";
import { layoutWords } from "../kit/layout.words.ts";
import type { View } from "../kit/panel-context.ts";
import { startWords } from "./start.words.ts";

export function StudiosPage({ view }: { readonly view: View }) {
  const words = startWords(view.language);
  return (
    <Layout view={view} title={words.studios} width="narrow">
      {view.memberships.length === 0 ? <p class="empty">{words.noStudios}</p> : null}
      <ul class="cards">
        {view.memberships.map(({ studio, role }) => (
          <li>
            <a class="card" href={studioBase(studio.slug)}>
              <strong>{studio.title}</strong>
              <span class="muted">{words[role]}</span>
            </a>
          </li>
        ))}
      </ul>
    </Layout>
  );
}

export function StartPage({ view }: { readonly view: View }) {
  return <Layout view={view} title={layoutWords(view.language).start} />;
}

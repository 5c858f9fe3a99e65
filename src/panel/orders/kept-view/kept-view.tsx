// Form that keeps the shown filters and the ticked columns for the person, and resets both.

import type { KeptViews } from "../../../people/person.ts";
import { PostForm } from "../../kit/form.tsx";
import { useStudio, useView } from "../../kit/view-context.ts";
import type { KeptView } from "./kept-view.ts";
import { keptViewWords } from "./kept-view.words.ts";

interface KeptViewProps {
  readonly page: keyof KeptViews;
  readonly view: KeptView<string>;
  /** All columns with their names. */
  readonly columns: readonly { readonly value: string; readonly label: string }[];
  /** The shown filters, as the page's address has them. */
  readonly query: string;
  /** The page's address. */
  readonly back: string;
  /** The address without filters; undefined if the person's own are not applied. */
  readonly showAll: string | undefined;
}

export function KeptViewForm({ page, view, columns, query, back, showAll }: KeptViewProps) {
  const { language } = useView();
  const studio = useStudio();
  const words = keptViewWords(language);
  const action = `${studio.base}/kept-views/${page}`;
  return (
    <>
      {showAll === undefined ? null : (
        <p class="hint">
          {words.applied} <a href={showAll}>{words.showAll}</a>
        </p>
      )}
      <details>
        <summary>{words.summary}</summary>
        <PostForm action={action} class="card">
          <input type="hidden" name="query" value={query} />
          <input type="hidden" name="back" value={back} />
          <fieldset>
            <legend>{words.columns}</legend>
            <div class="row">
              {columns.map(({ value, label }) => (
                <label>
                  <input type="checkbox" name="columns[]" value={value} checked={view.columns.includes(value)} />{" "}
                  <span>{label}</span>
                </label>
              ))}
            </div>
          </fieldset>
          <p class="hint">{words.hint}</p>
          <div class="row">
            <button type="submit">{words.keep}</button>
            {view.isKept ? (
              <button type="submit" formaction={`${action}/reset`} class="quiet">
                {words.reset}
              </button>
            ) : null}
          </div>
        </PostForm>
      </details>
    </>
  );
}

// Fields for visitors who read the order page in another language than the studio's, folded away until one is used.

import type { Child } from "hono/jsx";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../../domain/person.ts";
import { languageOf } from "../../http/language.ts";
import type { FormState } from "../../pages/form-values.ts";
import { useStudio, useView } from "../kit/view-context.ts";
import { secondLanguageWords } from "./second-language.words.ts";

export function SecondLanguage({
  form,
  names,
  hint,
  children,
}: {
  readonly form: FormState;
  /** The names of its fields. */
  readonly names: readonly string[];
  readonly hint: string;
  readonly children: Child;
}) {
  const { language } = useView();
  const { record } = useStudio();
  const ofStudio = languageOf(record.locale) ?? DEFAULT_LANGUAGE;
  const second = LANGUAGES.find((other) => other !== ofStudio) ?? DEFAULT_LANGUAGE;
  // Values and faults must not be hidden.
  const isOpen = names.some((name) => form.faults[name] !== undefined || (form.values[name] ?? "") !== "");
  return (
    <details class="second-language" open={isOpen}>
      <summary>{secondLanguageWords(language).also[second]}</summary>
      <div class="stack">
        <p class="hint">{hint}</p>
        {children}
      </div>
    </details>
  );
}

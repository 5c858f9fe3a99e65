// Text with a button that copies it.

import { layoutWords } from "./layout.words.ts";
import { useView } from "./view-context.ts";

interface CopiedProps {
  /** The text element's id: the button names it. */
  readonly id: string;
  readonly text: string;
  readonly label: string;
}

/** One line, such as an address. */
export function CopiedAddress({ id, text, label }: CopiedProps) {
  return (
    <div class="row together">
      <input id={id} class="mono" readonly value={text} aria-label={label} />
      <CopyButton id={id} />
    </div>
  );
}

/** Code in several lines. */
export function CopiedCode({ id, text, label }: CopiedProps) {
  return (
    <div class="copied-code">
      <p class="hint">{label}</p>
      <pre id={id} class="mono">
        {text}
      </pre>
      <CopyButton id={id} />
    </div>
  );
}

function CopyButton({ id }: Pick<CopiedProps, "id">) {
  const view = useView();
  const words = layoutWords(view.language);
  return (
    <button type="button" data-copy={id} data-copied={words.copied} hidden>
      {words.copy}
    </button>
  );
}

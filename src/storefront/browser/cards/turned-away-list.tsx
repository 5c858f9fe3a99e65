// Refused files: each with the reason and advice.

import type { TurnedAway } from "../basket/basket.ts";
import { usePage } from "../basket/page-tools.ts";

export function TurnedAwayList({ files }: { readonly files: readonly TurnedAway[] }) {
  const { parts, dispatch } = usePage();
  return (
    <div role="alert" class="turned-away">
      {files.map(({ key, fileName, message, help }) => (
        <div class="note note-danger" key={key}>
          <div>
            <p>
              <strong class="file-name">{fileName}</strong> — {message}
            </p>
            <p class="small">{help}</p>
          </div>
          <button
            type="button"
            class="icon-button"
            aria-label={parts.turnedAway.dismiss(fileName)}
            onClick={() => dispatch({ type: "noticeDismissed", key })}
          >
            ×
          </button>
        </div>
      ))}
    </div>
  );
}

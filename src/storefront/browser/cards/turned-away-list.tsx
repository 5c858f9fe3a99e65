// Refused files: each with the reason and advice; many fold into one note, which tells the newest.

import type { ComponentChildren } from "preact";
import type { TurnedAway } from "../basket/basket.ts";
import { usePage } from "../basket/page-tools.ts";

/** More notes would push the basket off a phone's screen. */
const MAX_NOTES = 3;

export function TurnedAwayList({ files }: { readonly files: readonly TurnedAway[] }) {
  const { parts, format } = usePage();
  const words = parts.turnedAway;
  const newest = files.at(-1);
  return (
    <div role="alert" class="turned-away">
      {newest !== undefined && files.length > MAX_NOTES ? (
        <Note files={files} dismiss={words.dismissAll}>
          <p>
            <strong>{words.many(format.count(files.length))}</strong>
          </p>
          <Reason file={newest} />
          <details>
            <summary>{words.show}</summary>
            {byReason(files).map((alike) => (
              <>
                <p class="small">
                  {alike[0].message} {alike[0].help}
                </p>
                <ul class="small">
                  {alike.map(({ key, fileName }) => (
                    <li class="file-name" key={key}>
                      {fileName}
                    </li>
                  ))}
                </ul>
              </>
            ))}
          </details>
        </Note>
      ) : (
        files.map((file) => (
          <Note key={file.key} files={[file]} dismiss={words.dismiss(file.fileName)}>
            <Reason file={file} />
          </Note>
        ))
      )}
    </div>
  );
}

function Reason({ file }: { readonly file: TurnedAway }) {
  return (
    <>
      <p>
        <strong class="file-name">{file.fileName}</strong> — {file.message}
      </p>
      <p class="small">{file.help}</p>
    </>
  );
}

function Note({
  files,
  dismiss,
  children,
}: {
  readonly files: readonly TurnedAway[];
  /** Label of the button that hides it. */
  readonly dismiss: string;
  readonly children: ComponentChildren;
}) {
  const { dispatch } = usePage();
  return (
    <div class="note note-danger">
      <div>{children}</div>
      <button
        type="button"
        class="icon-button"
        aria-label={dismiss}
        onClick={() => dispatch({ type: "noticesDismissed", keys: files.map(({ key }) => key) })}
      >
        ×
      </button>
    </div>
  );
}

type Alike = readonly [TurnedAway, ...TurnedAway[]];

/** The files by reason and advice, each group in the order of choosing. */
function byReason(files: readonly TurnedAway[]): readonly Alike[] {
  const groups = new Map<string, Alike>();
  for (const file of files) {
    const reason = JSON.stringify([file.message, file.help]);
    const alike = groups.get(reason);
    groups.set(reason, alike === undefined ? [file] : [...alike, file]);
  }
  return [...groups.values()];
}

// The order page's script in the visitor's browser.

import { render } from "preact";
import { useErrorBoundary } from "preact/hooks";
import type { PageConfiguration } from "../wire.ts";
import { Configurator } from "./app/configurator.tsx";
import { readConfiguration } from "./service/configuration.ts";
import { partsWords } from "./words/parts.words.ts";

/** A fault of the script must not leave an empty page: the stored basket comes back with a reload. */
function Guarded({ configuration }: { readonly configuration: PageConfiguration }) {
  const [fault] = useErrorBoundary();
  if (fault === undefined) return <Configurator configuration={configuration} />;
  const { failed, reload } = partsWords(configuration.language).trouble;
  return (
    <div class="configurator">
      <div class="note note-danger" role="alert">
        <p>{failed}</p>
        <button type="button" onClick={() => location.reload()}>
          {reload}
        </button>
      </div>
    </div>
  );
}

const place = document.getElementById("basket");
if (place !== null) render(<Guarded configuration={readConfiguration()} />, place);

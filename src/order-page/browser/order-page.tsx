// What a visitor's browser runs on the order page.

import { render } from "preact";
import { Configurator } from "./basket/configurator.tsx";
import { readConfiguration } from "./service/configuration.ts";

const place = document.getElementById("configurator");
if (place !== null) {
  // The server drew the first sight of it, for who waits and for who has no scripts.
  place.replaceChildren();
  render(<Configurator configuration={readConfiguration()} />, place);
}

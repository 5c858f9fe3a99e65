// What a visitor's browser runs on the order page.

import { render } from "preact";
import { Configurator } from "./basket/configurator.tsx";
import { readConfiguration } from "./service/configuration.ts";

const place = document.getElementById("basket");
if (place !== null) render(<Configurator configuration={readConfiguration()} />, place);

// What every page runs inside the widget: says that it is there, how high, and takes the site's looks.

import { announceHeight, announceReady, followAppearance } from "./host.ts";

followAppearance();
announceReady();
announceHeight();

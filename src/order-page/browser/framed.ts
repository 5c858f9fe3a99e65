// What every page runs inside the widget: it says that it is there and how high it is, and takes on the site's looks.

import { announceHeight, announceReady, followAppearance } from "./widget/host.ts";

followAppearance();
announceReady();
announceHeight();

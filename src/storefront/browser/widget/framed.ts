// Script of every page inside the widget: announces itself and its height, and follows the site's looks.

import { announceHeight, announceReady, followAppearance, showSent } from "./host.ts";

followAppearance();
announceReady();
announceHeight();
showSent();

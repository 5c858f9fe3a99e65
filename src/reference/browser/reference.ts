// Script of the documents' pages: search, language tabs, copying, the reader's key, and "try it". Everything else works without it.

import { startKey } from "./parts/key.ts";
import { startLanguages } from "./parts/languages.ts";
import { startMenu } from "./parts/menu.ts";
import { startSearch } from "./parts/search.ts";
import { startTryIt } from "./parts/try-it.ts";

startKey();
startLanguages();
startMenu();
startSearch();
startTryIt();

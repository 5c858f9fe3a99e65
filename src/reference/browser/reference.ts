// Script of the documents' pages: search, language tabs, copying, and "try it". Everything else works without it.

import { startLanguages } from "./parts/languages.ts";
import { startMenu } from "./parts/menu.ts";
import { startSearch } from "./parts/search.ts";
import { startTryIt } from "./parts/try-it.ts";

startLanguages();
startMenu();
startSearch();
startTryIt();

// Addresses of the documents' pages on the service, and the places in samples that reader and service fill.

import { BASE_PATH } from "../../src/http/base-path.ts";
import { DOWNLOADS } from "../../src/reference/downloads.ts";
import { EXAMPLE_ORIGIN } from "../../src/reference/own-origin.ts";

export const DOCS = `${BASE_PATH}/docs`;
export const REFERENCE = `${DOCS}/reference`;
export const OPENAPI = `${BASE_PATH}/openapi.json`;
export const DOCS_ASSETS = "/docs/assets";
export const DOWNLOADS_PAGE = `${DOCS}/${DOWNLOADS}`;

/** The API's own address: the service writes its origin into it when it serves a page. */
export const API_ADDRESS = `${EXAMPLE_ORIGIN}${BASE_PATH}`;

/** In the samples, until the reader pastes a key: the page's script writes it there. */
export const YOUR_KEY = "YOUR_KEY";

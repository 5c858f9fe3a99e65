// Addresses of the documents' pages on the service.

import { BASE_PATH } from "../../src/http/base-path.ts";

export const DOCS = `${BASE_PATH}/docs`;
export const REFERENCE = `${DOCS}/reference`;
export const OPENAPI = `${BASE_PATH}/openapi.json`;
export const DOCS_ASSETS = "/docs/assets";

// Base path of the API.

/** Where the API begins. The version is part of it (specification: Versioning). */
export const BASE_PATH = "/api/v1";

// Base path of the API.

/** The path of the API. The version is part of it (specification: Versioning). */
export const BASE_PATH = "/api/v1";

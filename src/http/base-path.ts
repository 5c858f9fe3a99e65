// Base path of the API.

/** First segments of every path of the API, its version included (specification 1.4). */
export const BASE_PATH = "/api/v1";

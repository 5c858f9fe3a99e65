// Signed model ids: a visitor can name only models that this site gave out to be held.
//
// The API's modelIds are the studio's, and could be guessed: whoever names another visitor's would see what its print costs, and
// order it.

const SEPARATOR = ".";

export class ModelSigner {
  readonly #key: ReturnType<typeof crypto.subtle.importKey>;

  /** @param secret known to the site's servers only */
  constructor(secret: string) {
    const bytes = new TextEncoder().encode(`model ids of visitors ${secret}`);
    this.#key = crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
  }

  async sign(modelId: string): Promise<string> {
    const signature = await crypto.subtle.sign("HMAC", await this.#key, new TextEncoder().encode(modelId));
    const hex = Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, "0")).join("");
    return `${modelId}${SEPARATOR}${hex}`;
  }

  /** The model's id; undefined where this site did not sign it. */
  async open(signed: unknown): Promise<string | undefined> {
    const [, modelId, hex] = /^(.+)\.([0-9a-f]{64})$/.exec(typeof signed === "string" ? signed : "") ?? [];
    if (modelId === undefined || hex === undefined) return undefined;
    const signature = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    const isOurs = await crypto.subtle.verify("HMAC", await this.#key, signature, new TextEncoder().encode(modelId));
    return isOurs ? modelId : undefined;
  }
}

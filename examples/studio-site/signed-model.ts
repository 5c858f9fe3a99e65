// Signed model ids: a visitor can name only models from this site's own answers.
//
// The API's modelIds are the studio's. They cannot be guessed, but a visitor with a leaked one could price and order its print: a
// visitor must not use a model of another visitor, or of the studio itself. A signature proves that this site gave the id out.

export class ModelSigner {
  readonly #secret: Uint8Array<ArrayBuffer>;

  /** @param secret known to the site's servers only */
  constructor(secret: string) {
    this.#secret = new TextEncoder().encode(`model ids of visitors ${secret}`);
  }

  async sign(modelId: string): Promise<string> {
    const signature = await crypto.subtle.sign("HMAC", await this.#key(), new TextEncoder().encode(modelId));
    const hex = Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, "0")).join("");
    return `${modelId}.${hex}`;
  }

  /** The model's id; undefined if this site did not sign it. */
  async open(signed: unknown): Promise<string | undefined> {
    const [, modelId, hex] = /^(.+)\.([0-9a-f]{64})$/.exec(typeof signed === "string" ? signed : "") ?? [];
    if (modelId === undefined || hex === undefined) return undefined;
    const signature = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    const isOurs = await crypto.subtle.verify("HMAC", await this.#key(), signature, new TextEncoder().encode(modelId));
    return isOurs ? modelId : undefined;
  }

  #key() {
    return crypto.subtle.importKey("raw", this.#secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
  }
}

// SHA-256 of a byte stream.

import { hexadecimal } from "./sha256.ts";

export interface Sha256Stream {
  add(bytes: Uint8Array): Promise<void>;
  /** The digest, hexadecimal. Nothing can be added afterwards. */
  finish(): Promise<string>;
}

export function sha256Stream(): Sha256Stream {
  const stream = new crypto.DigestStream("SHA-256");
  const writer = stream.getWriter();
  return {
    add: (bytes) => writer.write(bytes),
    async finish() {
      await writer.close();
      return hexadecimal(await stream.digest);
    },
  };
}

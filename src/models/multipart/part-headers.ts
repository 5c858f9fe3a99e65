// Raw headers of a multipart body's parts: multipasta decodes them as UTF-8, which destroys names in another encoding.

/** Longer than the headers of a part with the longest file name. */
const KEPT_BYTES = 4096;
const CARRIAGE_RETURN = 13;
const COLON = 58;
const DISPOSITION = "content-disposition:";
const NO_BYTES = new Uint8Array(0);

/** The mark that a decoder puts in the place of bytes that are no UTF-8. */
const REPLACED = "\ufffd";

export class PartHeaders {
  /** The body's last bytes before the current ones: a header may be split over two writes. */
  readonly #kept = new Uint8Array(KEPT_BYTES);
  #keptBytes = 0;
  #current: Uint8Array = NO_BYTES;
  /** The end of the header that was found last, counted from the first kept byte. */
  #searchedTo = 0;

  /** To be called with all bytes of the body, in order, before their parser. */
  begin(bytes: Uint8Array): void {
    this.#current = bytes;
  }

  /** To be called after the parser has taken the bytes, whose memory is used again. */
  end(): void {
    const taken = this.#current.subarray(-KEPT_BYTES);
    const stays = Math.min(this.#keptBytes, KEPT_BYTES - taken.length);
    const dropped = this.#keptBytes - stays + this.#current.length - taken.length;
    this.#kept.copyWithin(0, this.#keptBytes - stays, this.#keptBytes);
    this.#kept.set(taken, stays);
    this.#keptBytes = stays + taken.length;
    this.#searchedTo = Math.max(0, this.#searchedTo - dropped);
    this.#current = NO_BYTES;
  }

  /**
   * The Content-Disposition as its client wrote it: in UTF-8 (RFC 7578, 5.1), or in windows-1251, as older Windows programs
   * write Ukrainian.
   *
   * @param decoded the parser's text of the part that began last
   */
  dispositionOf(decoded: string): string {
    if (!decoded.includes(REPLACED)) return decoded;
    const bytes = this.#find(decoded);
    if (bytes === undefined) return decoded;
    try {
      // A name may have the mark itself.
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
    } catch {
      return new TextDecoder("windows-1251").decode(bytes);
    }
  }

  /** The bytes of the next header whose UTF-8 text is this one. */
  #find(decoded: string): Uint8Array | undefined {
    const window = new Uint8Array(this.#keptBytes + this.#current.length);
    window.set(this.#kept.subarray(0, this.#keptBytes));
    window.set(this.#current, this.#keptBytes);
    const utf8 = new TextDecoder();
    let begin = this.#searchedTo;
    for (;;) {
      const end = window.indexOf(CARRIAGE_RETURN, begin);
      if (end === -1) return undefined;
      const line = utf8.decode(window.subarray(begin, end)).trim();
      const [name = "", value] = [line.slice(0, DISPOSITION.length), line.slice(DISPOSITION.length).trim()];
      if (name.toLowerCase() === DISPOSITION && value === decoded.trim()) {
        this.#searchedTo = end;
        return window.subarray(window.indexOf(COLON, begin) + 1, end);
      }
      begin = end + 1;
    }
  }
}

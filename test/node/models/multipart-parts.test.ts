// The multipart parser: the same parts however the body is cut into pieces.

import { describe, expect, it } from "vitest";
import { MultipartParts } from "../../../src/models/multipart/multipart-parts.ts";

const text = new TextEncoder();
const BOUNDARY = "----formdata-0123456789";
const CONTENT_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

function body(fileBytes: string, ending = "--\r\n", fileName = "Куб.stl"): Uint8Array {
  return text.encode(
    [
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="quantity"\r\n\r\n12\r\n`,
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="model"; filename="${fileName}"\r\n`,
      `Content-Type: application/octet-stream\r\n\r\n${fileBytes}\r\n`,
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="materialId"\r\n\r\n7\r\n`,
      `--${BOUNDARY}${ending}`,
    ].join(""),
  );
}

/** Parses a form from the given pieces: fields by name, files by file name. */
function read(pieces: readonly Uint8Array[]): Record<string, string> {
  const parts = new MultipartParts(CONTENT_TYPE, (name) => name === "model");
  const found: Record<string, string> = {};
  let file = "";
  const take = (events: ReturnType<typeof parts.finish>) => {
    for (const event of events) {
      if (event.kind === "field") found[event.name] = event.value;
      if (event.kind === "file") file = event.names.fileName ?? "";
      if (event.kind === "bytes") found[file] = (found[file] ?? "") + new TextDecoder("latin1").decode(event.bytes);
    }
  };
  for (const piece of pieces) {
    const copy = piece.slice();
    const { events, isFree } = parts.next(copy);
    take(events);
    // A parser that frees a piece must not read it again.
    if (isFree) copy.fill(0);
  }
  take(parts.finish());
  return found;
}

// Bytes that look like the beginning of a boundary: a parser that decides too early loses them.
const TRICKY = `a\r\n--${BOUNDARY.slice(0, 9)}b\r\n\r\n-\r\n--\r`.repeat(40);

describe("the parts of a multipart body", () => {
  it.each(["--\r\n", "--", "--\r\n\r\n"])("are the same wherever the body is cut in two, ending with %j", (ending) => {
    const whole = body(TRICKY, ending);
    const expected = { quantity: "12", "Куб.stl": TRICKY, materialId: "7" };
    for (let cut = 0; cut <= whole.length; cut++) {
      expect(read([whole.subarray(0, cut), whole.subarray(cut)]), `cut at ${cut}`).toEqual(expected);
    }
  });

  it.each([1, 2, 3, 7, 255, 256, 257, 1000])("are the same in pieces of %d bytes", (size) => {
    const whole = body(TRICKY);
    const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
      whole.subarray(index * size, (index + 1) * size),
    );
    expect(read(pieces)).toEqual({ quantity: "12", "Куб.stl": TRICKY, materialId: "7" });
  });

  it.each([String.raw`my \"best\" part.stl`, "my %22best%22 part.stl"])(
    "have the file's name if it was sent as %s",
    (sent) => {
      expect(Object.keys(read([body("solid", "--", sent)]))).toContain('my "best" part.stl');
    },
  );

  it("are refused if the body ends before its last boundary", () => {
    const whole = body("solid");
    for (const left of [1, 10, whole.length - 30, whole.length - 4]) {
      expect(() => read([whole.subarray(0, left)]), `${left} bytes`).toThrow(
        'Invalid: {"body":["ends before its last part does"]}',
      );
    }
  });
});

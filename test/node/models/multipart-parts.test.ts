// The multipart parser: the same parts however the body is cut into pieces.

import { describe, expect, it } from "vitest";
import { windows1251 } from "../../../harness/windows-1251.ts";
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

/** A form of model files whose names are in windows-1251. */
function windows1251Body(fileNames: readonly string[], content = TRICKY, more = ""): Uint8Array {
  const parts = fileNames.map((fileName) => [
    ...text.encode(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="model"; filename="`),
    ...windows1251(fileName),
    ...text.encode(`"${more}\r\nContent-Type: application/octet-stream\r\n\r\n${content}\r\n`),
  ]);
  return new Uint8Array([...parts.flat(), ...text.encode(`--${BOUNDARY}--`)]);
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

  it("have the file's name in windows-1251 wherever the body is cut in two", () => {
    // Two names of equal length, which are the same after a lossy decoding.
    const whole = windows1251Body(["Куб.stl", "Дно.stl"]);
    for (let cut = 0; cut <= whole.length; cut++) {
      const found = read([whole.subarray(0, cut), whole.subarray(cut)]);
      expect(found, `cut at ${cut}`).toEqual({ "Куб.stl": TRICKY, "Дно.stl": TRICKY });
    }
  });

  it.each([1, 255, 256, 257, 5000, 100_000])("have such names in pieces of %d bytes, after large files too", (size) => {
    const names = ["Корпус лівий.stl", "Кришка «Б».stl", "Ґанок № 7.stl"];
    const whole = windows1251Body(names, TRICKY.repeat(size === 1 ? 2 : 50));
    const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
      whole.subarray(index * size, (index + 1) * size),
    );
    expect(Object.keys(read(pieces))).toEqual(names);
  });

  it("keep a name in UTF-8 that has the mark of a lost letter in it", () => {
    expect(Object.keys(read([body("solid", "--", "Куб\ufffd.stl")]))).toContain("Куб\ufffd.stl");
  });

  it("have the name of filename* before the one in windows-1251", () => {
    const whole = windows1251Body(["Куб.stl"], "solid", "; filename*=UTF-8''%D0%94%D1%96%D0%BC.stl");
    expect(Object.keys(read([whole]))).toEqual(["Дім.stl"]);
  });

  it("are refused if the body ends before its last boundary", () => {
    const whole = body("solid");
    for (const left of [1, 10, whole.length - 30, whole.length - 4]) {
      expect(() => read([whole.subarray(0, left)]), `${left} bytes`).toThrow(
        'Invalid: {"body":["ends before its last part does"]}',
      );
    }
  });
});

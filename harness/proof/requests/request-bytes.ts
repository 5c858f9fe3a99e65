// Writes a draft as the bytes of an HTTP/1.1 request, whole or hostile in its transport.

import fc from "fast-check";
import { type Draft, type DraftBody, type FormPart, jsonText } from "./draft.ts";

/** The way the bytes are written and sent. */
export type Transport =
  | { readonly kind: "whole" }
  /** The connection ends after so many thousandths of the body. */
  | { readonly kind: "cut"; readonly thousandths: number }
  /** Content-Length states so many bytes more, or fewer. */
  | { readonly kind: "length"; readonly difference: number }
  | { readonly kind: "chunked"; readonly pieceBytes: number; readonly isCut: boolean }
  | { readonly kind: "boundary"; readonly boundary: string }
  | { readonly kind: "boundary mismatch" | "no last boundary" | "bare line ends" | "preamble and epilogue" }
  | { readonly kind: "parts"; readonly count: number }
  | { readonly kind: "disposition"; readonly disposition: string }
  | { readonly kind: "part type"; readonly contentType: string };

const BOUNDARIES = [
  "a",
  "-",
  "--",
  "a'()+_,-./:=?",
  "x".repeat(70),
  "x".repeat(3_000),
  "0",
  "ї",
  " a",
  "a b",
  "\u0000",
  "a\r\nb",
];
/** `NAME` and `FILE` stand for the part's own. */
const DISPOSITIONS = [
  "form-data",
  "form-data; name",
  "form-data; name=NAME",
  'form-data; name="NAME"; name="other"',
  'form-data; name="NAME"; filename=""',
  'form-data; name="NAME"; filename="../../etc/passwd"',
  "form-data; name=\"NAME\"; filename*=UTF-8''%D1%97%00.stl",
  "form-data; name=\"NAME\"; filename*=koi8-u''%A7.stl",
  'form-data; name="NAME"; filename*=x',
  'form-data; name="NAME"; filename="a\\"b\\\\.stl"',
  'form-data; name="NAME',
  'attachment; name="NAME"',
  'form-data; name="__proto__"',
  'form-data; filename="FILE"; name="NAME"',
  `form-data; name="NAME"; filename="${"x".repeat(20_000)}"`,
  "\u00ff\u00fe",
  "",
];
const PART_TYPES = [
  "text/plain; charset=utf-16",
  "text/plain; charset=windows-1251",
  "text/plain; charset=x-unknown",
  "multipart/mixed; boundary=inner",
  "application/json",
  "message/rfc822",
  "x".repeat(9_000),
  "",
];

export const transports: fc.Arbitrary<Transport> = fc.oneof(
  { weight: 40, arbitrary: fc.constant({ kind: "whole" as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cut" as const), thousandths: fc.nat({ max: 999 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("length" as const),
      difference: fc.constantFrom(-1000, -1, 1, 1000, 10 ** 9, 10 ** 20, -(10 ** 9)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("chunked" as const),
      pieceBytes: fc.constantFrom(1, 7, 1024, 65_536),
      isCut: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("boundary" as const), boundary: fc.constantFrom(...BOUNDARIES) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        "boundary mismatch" as const,
        "no last boundary" as const,
        "bare line ends" as const,
        "preamble and epilogue" as const,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("parts" as const), count: fc.constantFrom(50, 1_001, 5_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("disposition" as const), disposition: fc.constantFrom(...DISPOSITIONS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("part type" as const), contentType: fc.constantFrom(...PART_TYPES) }),
  },
);

export interface RequestBytes {
  readonly method: string;
  /** As the request line has it. */
  readonly target: string;
  readonly bytes: Buffer;
  /** Whether the client ends its half of the connection after them: the body is shorter than stated. */
  readonly isCut: boolean;
}

const BOUNDARY = "boundary-of-the-proof";
const CHARACTERS_OF_PATH = /[^A-Za-z0-9\-._~!$&'()*+,;=:@%]/g;

export function requestBytes(draft: Draft, transport: Transport, host: string): RequestBytes {
  const { type, content } = encodedBody(draft.body, transport);
  const target = targetOf(draft);
  const headers = draft.headers.filter(([name]) => type === undefined || name.toLowerCase() !== "content-type");
  const stated = draft.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? type;
  const chunked = transport.kind === "chunked" && content !== undefined;
  const length = statedLength(content, transport);
  const lines = [
    `${draft.method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    "Connection: close",
    ...headers.map(([name, value]) => `${name}: ${onOneLine(value)}`),
    ...(stated === undefined ? [] : [`Content-Type: ${onOneLine(stated)}`]),
    ...(chunked ? ["Transfer-Encoding: chunked"] : length === undefined ? [] : [`Content-Length: ${length}`]),
  ];
  // Bytes of a header are those of Latin 1, or UTF-8 for other characters.
  const head = Buffer.concat(lines.map((line) => Buffer.from(`${line}\r\n`, isLatin(line) ? "latin1" : "utf8")));
  const body = content === undefined ? Buffer.alloc(0) : sentBody(content, transport);
  return {
    method: draft.method,
    target,
    bytes: Buffer.concat([head, Buffer.from("\r\n"), body]),
    isCut:
      transport.kind === "cut" ||
      (transport.kind === "length" && transport.difference > 0) ||
      (chunked && transport.isCut),
  };
}

function targetOf({ path, tail, query }: Draft): string {
  const written = path.map((piece, index) => (index % 2 === 0 ? piece : escaped(piece))).join("");
  const questions = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&");
  // A tail is sent as it stands, but for the characters that would end the request line.
  return `${written}${tail}${questions === "" ? "" : `${tail.includes("?") ? "&" : "?"}${questions}`}`;
}

/** A parameter of the path may bring its own percent signs. */
function escaped(text: string): string {
  return text.replace(CHARACTERS_OF_PATH, (character) => encoded(character));
}

/** As `encodeURIComponent`, and a lone surrogate as the three bytes that some clients send. */
function encoded(text: string): string {
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : [...text].map((one) => (one.isWellFormed() ? encodeURIComponent(one) : "%ED%A0%80")).join("");
}

function onOneLine(value: string): string {
  return value.replaceAll(/[\r\n]/g, " ").replaceAll("\u0000", " ");
}

function isLatin(text: string): boolean {
  return [...text].every((character) => character.charCodeAt(0) < 256);
}

function encodedBody(body: DraftBody, transport: Transport): { type: string | undefined; content: Buffer | undefined } {
  switch (body.kind) {
    case "none":
      return { type: undefined, content: undefined };
    case "json":
      return { type: "application/json", content: Buffer.from(jsonText(body.value)) };
    case "bytes":
      return { type: body.contentType, content: Buffer.from(body.content) };
    case "urlencoded": {
      const fields = body.parts.map(
        ({ name, value }) => `${encoded(name)}=${encoded(typeof value === "string" ? value : value.fileName)}`,
      );
      return { type: "application/x-www-form-urlencoded", content: Buffer.from(fields.join("&")) };
    }
    case "multipart":
      return multipart(body.parts, transport);
    default:
      return body satisfies never;
  }
}

function multipart(parts: readonly FormPart[], transport: Transport): { type: string; content: Buffer } {
  const boundary = transport.kind === "boundary" ? transport.boundary : BOUNDARY;
  const stated = transport.kind === "boundary mismatch" ? `${boundary}x` : boundary;
  const lineEnd = transport.kind === "bare line ends" ? "\n" : "\r\n";
  const more = transport.kind === "parts" ? transport.count : 0;
  const all = [
    ...parts,
    ...Array.from(
      { length: more },
      (_, index): FormPart => ({ name: index % 2 === 0 ? "a" : `a${index}`, value: "1" }),
    ),
  ];
  const around =
    transport.kind === "preamble and epilogue" ? Buffer.from(`preamble ${"x".repeat(2_000)}\r\n`) : Buffer.alloc(0);
  const pieces = all.flatMap((part, index) => [
    Buffer.from(
      `--${boundary}${lineEnd}${headOfPart(part, index === 0 ? transport : { kind: "whole" }, lineEnd)}${lineEnd}`,
    ),
    Buffer.from(typeof part.value === "string" ? part.value : part.value.content),
    Buffer.from(lineEnd),
  ]);
  const last = transport.kind === "no last boundary" ? Buffer.alloc(0) : Buffer.from(`--${boundary}--${lineEnd}`);
  return {
    type: `multipart/form-data; boundary=${/^[\w-]+$/.test(stated) ? stated : `"${stated}"`}`,
    content: Buffer.concat([around, ...pieces, last, around]),
  };
}

function headOfPart({ name, value }: FormPart, transport: Transport, lineEnd: string): string {
  const fileName = typeof value === "string" ? undefined : value.fileName;
  const quoted = (text: string) => text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const own = `form-data; name="${quoted(name)}"${fileName === undefined ? "" : `; filename="${quoted(fileName)}"`}`;
  const disposition =
    transport.kind === "disposition"
      ? transport.disposition.replace("NAME", name).replace("FILE", fileName ?? "a.stl")
      : own;
  const type =
    transport.kind === "part type"
      ? transport.contentType
      : fileName === undefined
        ? undefined
        : "application/octet-stream";
  return `Content-Disposition: ${disposition}${lineEnd}${type === undefined ? "" : `Content-Type: ${type}${lineEnd}`}`;
}

function statedLength(content: Buffer | undefined, transport: Transport): number | bigint | undefined {
  if (content === undefined) return undefined;
  return transport.kind === "length" ? Math.max(0, content.length + transport.difference) : content.length;
}

function sentBody(content: Buffer, transport: Transport): Buffer {
  if (transport.kind === "cut") return content.subarray(0, Math.floor((content.length * transport.thousandths) / 1000));
  if (transport.kind !== "chunked") return content;
  // A piece for each byte of a long body would make the request many times its size.
  const bytes = Math.max(transport.pieceBytes, Math.ceil(content.length / 2_000));
  const pieces: Buffer[] = [];
  for (let at = 0; at < content.length; at += bytes) {
    const piece = content.subarray(at, at + bytes);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n"));
  }
  return Buffer.concat([...pieces, Buffer.from(transport.isCut ? "" : "0\r\n\r\n")]);
}

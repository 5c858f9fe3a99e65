// Error log: an error's message after its values are taken out.

import { describe, expect, it, vi } from "vitest";
import { Invalid } from "../../../src/domain/errors.ts";
import { logError } from "../../../src/platform/error-log.ts";

/** An error's entries in the log: its line, and the Error beside it. */
function logged(error: unknown): { readonly errors: readonly string[]; readonly shown: Error; readonly line: string } {
  const spy = vi.spyOn(console, "error").mockImplementation(() => {});
  logError({ requestId: "r" }, error);
  const [line, shown] = spy.mock.calls.at(-1) ?? [];
  return { errors: JSON.parse(String(line)).errors, shown, line: String(line) };
}

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

const failedQuery = (message: string) =>
  Object.assign(
    new Error(message, { cause: new Error("D1_ERROR: UNIQUE constraint failed: people.email: SQLITE_CONSTRAINT") }),
    {
      query: "insert into people values (?, 'lesia')",
      params: ["Леся", "lesia@example.com"],
    },
  );

describe("the log of an error", () => {
  it.each([
    [new Error("studio 17 does not exist"), "Error: studio 17 does not exist"],
    [
      new TypeError("Cannot read properties of undefined (reading 'lesia')"),
      "TypeError: Cannot read properties of undefined (reading …)",
    ],
    [thrownBy(() => JSON.parse('{"name": Леся Косач}')), /^SyntaxError: Unexpected token …/],
    [
      new Error("no answer from https://x.example/files/abc?key=1 for lesia@example.com"),
      "Error: no answer from … for …",
    ],
    [new Error("pk_live_abcdefghijklmnopqrstuvwxyz was refused, +380501234567 too"), "Error: … was refused, … too"],
    [new Error(`it ends in the middle: "Леся`), "Error: it ends in the middle: …"],
    [new Error("D1_TYPE_ERROR: Type 'object' not supported for value 'Lesia'"), "Error: D1_TYPE_ERROR"],
    [new Error("D1_ERROR: something new about Lesia Kosach: SQLITE_ERROR"), "Error: D1_ERROR; SQLITE_ERROR"],
    [new Invalid({ name: [{ en: '"Lesia" is taken', uk: "«Lesia» зайнято" }] }), "Invalid: …"],
    ["Lesia", "string: …"],
  ] as const)("keeps a text that cannot be a value: %s", (error, expected) => {
    const { errors, line, shown } = logged(error);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(expected);
    expect(line + shown.message + shown.stack).not.toMatch(/Леся|Косач|lesia|Lesia|Kosach|pk_live|380|example/);
  });

  it("is a failed query's statement without values, and its cause", () => {
    const { errors, shown } = logged(failedQuery("Failed query: insert into people\nparams: Леся,lesia@example.com"));
    expect(errors).toEqual([
      "Error: Failed query: insert into people values (?, '…')",
      "Error: D1_ERROR; UNIQUE constraint failed: people.email; SQLITE_CONSTRAINT",
    ]);
    expect(shown.cause).toBeUndefined();
  });

  it("is an Error with the frames of the original, so that source maps apply", () => {
    const original = new RangeError("first line\n    at Lesia (file.ts:1:2)");
    const { shown } = logged(original);
    expect(shown).toBeInstanceOf(Error);
    expect(shown.stack).toContain("error-log.test.ts");
    expect(shown.stack).not.toContain("Lesia");
  });

  it("ends if causes go in a circle", () => {
    const error = new Error("first");
    error.cause = error;
    expect(logged(error).errors.length).toBeLessThan(10);
  });
});

// The operator's command line: every mistake is answered with one line that names the option and its allowed values.

import { describe, expect, it } from "vitest";
import { readArguments, readNames } from "../../../scripts/operator/arguments.ts";
import { UserError } from "../../../scripts/user-error.ts";

describe("the command line", () => {
  it.each([
    [["--slug", "--title", "T"], "--slug needs a value."],
    [["--title"], "--title needs a value."],
    [["--dry-run=yes"], "--dry-run takes no value."],
    [["--dry-run", "-5"], "--dry-run takes no value."],
    [["--help=yes"], "--help takes no value."],
    [["list", "--remote"], "--remote is no more: say --env staging or --env production."],
    [["--colour", "red"], "Unknown option '--colour'. npm run studio -- --help shows all options."],
    [["keys", "revoke", "new", "-5"], "Unknown option '-5'. npm run studio -- --help shows all options."],
  ])("refuses %j", (args, message) => {
    expect(() => readArguments(args)).toThrow(new UserError(message));
  });

  it("names missing and surplus arguments", () => {
    expect(() => readNames("plan", ["new"], ["slug", "plan"])).toThrow(
      new UserError("Usage: npm run studio -- plan <slug> <plan>"),
    );
    expect(() => readNames("list", ["new"], [])).toThrow(
      new UserError('Unexpected "new". npm run studio -- --help shows what list takes.'),
    );
  });
});

// The operator's command line: every mistake is answered with one line that names the option and its allowed values.

import { describe, expect, it } from "vitest";
import { localStateIn } from "../../../scripts/local/local-state.ts";
import { readArguments, readNames } from "../../../scripts/operator/arguments.ts";
import { openOperatorDatabase } from "../../../scripts/operator/d1-execute.ts";
import { createStudio, type Operator } from "../../../scripts/operator/studio-commands.ts";
import { UserError } from "../../../scripts/user-error.ts";

// Never opened: each command below fails before its first query.
const operator: Operator = {
  place: { location: "eeur" },
  database: openOperatorDatabase({ kind: "local", state: localStateIn("no-such-folder") }),
  findService: async () => undefined,
  findLinkSecret: async () => undefined,
  findServiceUrl: async () => undefined,
};

function create(...args: string[]) {
  const { values } = readArguments(args);
  return createStudio(operator, {
    slug: "new",
    title: "New",
    plan: "pro",
    region: values.region,
    currency: values.currency,
    locale: values.locale,
    hourlyRate: values["hourly-rate"],
    setupCost: values["setup-cost"],
    minimumPrice: values["minimum-price"],
    markup: values.markup,
    email: values.email,
  });
}

describe("create", () => {
  const amount = "must be an amount from 0 to 1000000 with at most two decimals, such as 60 or 12.50";
  const percentage = "must be a percentage from 0 to 1000 with at most two decimals, such as 60 or 12.50";

  it.each([
    [["--hourly-rate", "-5"], `--hourly-rate ${amount}, not "-5".`],
    [["--hourly-rate=-5"], `--hourly-rate ${amount}, not "-5".`],
    [["--hourly-rate", "-.5"], `--hourly-rate ${amount}, not "-.5".`],
    [["--setup-cost", "-1,50"], `--setup-cost ${amount}, not "-1,50".`],
    [["--minimum-price", "-₴5"], `--minimum-price ${amount}, not "-₴5".`],
    [["--markup", "-5"], `--markup ${percentage}, not "-5".`],
    [["--setup-cost", ""], `--setup-cost ${amount}, not "".`],
    [["--setup-cost", "12.505"], `--setup-cost ${amount}, not "12.505".`],
    [["--minimum-price", "1000000.01"], `--minimum-price ${amount}, not "1000000.01".`],
    [["--minimum-price", "99999999999"], `--minimum-price ${amount}, not "99999999999".`],
    [["--markup", "abc"], `--markup ${percentage}, not "abc".`],
    [["--markup", "1e2"], `--markup ${percentage}, not "1e2".`],
    [["--markup", "1000.01"], `--markup ${percentage}, not "1000.01".`],
    [["--currency", "XXX"], '--currency must be one of UAH, EUR, USD, PLN, GBP, not "XXX".'],
    [["--email", "not one"], 'An e-mail address is such as name@example.com, not "not one".'],
    [["--locale", "!!"], '--locale must be a language tag such as uk or en-GB, not "!!".'],
  ])("refuses %j", async (args, message) => {
    await expect(create(...args)).rejects.toThrow(new UserError(message));
  });
});

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

  it("names what is missing and what is too much", () => {
    expect(() => readNames("plan", ["new"], ["slug", "plan"])).toThrow(
      new UserError("Usage: npm run studio -- plan <slug> <plan>"),
    );
    expect(() => readNames("list", ["new"], [])).toThrow(
      new UserError('Unexpected "new". npm run studio -- --help shows what list takes.'),
    );
  });
});

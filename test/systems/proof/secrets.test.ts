// Every secret of a deployment is replaced in a running system, which goes on as docs/operating.md says.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROTATIONS } from "../../../harness/proof/security/rotations.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

it.each(ROTATIONS)("$secret, replaced $way, breaks nothing that should go on", async ({ run }) => {
  const checks = await run();
  expect(checks.length).toBeGreaterThan(2);
  expect(checks.filter(({ holds }) => !holds).map(({ says }) => says)).toEqual([]);
});

it("is tried for every secret that the Workers have", () => {
  const read = (path: string) => readFileSync(join(PROJECT_FOLDER, path), "utf8");
  const declared = [read("src/env.ts"), read("slicer-service/src/env.ts")].flatMap((text) =>
    [...text.matchAll(/readonly (\w*(?:SECRET|TOKEN|KEY|PASSWORD)\w*)\??: string/g)].map(([, name]) => name),
  );
  expect(declared).toContain("LINK_SECRET");
  const tried = [...new Set(ROTATIONS.map(({ secret }) => secret))];
  const secrets = declared.filter((name) => name !== "LINK_SECRET_PREVIOUS");
  expect(secrets.toSorted()).toEqual(tried.filter((name) => name !== "a studio's key").toSorted());
  const documented = read("docs/operating.md");
  for (const name of tried) expect(documented, name).toMatch(new RegExp(`^\\| \`?${name}\`? \\|`, "m"));
});

// Bills of materials: every shipped package with version, licence and hash, valid by CycloneDX's schema, the same each time.

import { describe, expect, it } from "vitest";
import { z } from "zod";
import { billOfMaterials, imageComponents, npmComponents } from "../../../scripts/supply-chain/bill-of-materials.ts";
import { readShippedPackages } from "../../../scripts/supply-chain/shipped-packages.ts";

const billSchema = z.object({
  specVersion: z.literal("1.6"),
  components: z.array(
    z.object({
      ...{ name: z.string(), group: z.string().optional(), version: z.string(), purl: z.string() },
      licenses: z.array(z.unknown()).min(1),
      hashes: z.array(z.object({ alg: z.literal("SHA-512"), content: z.string().regex(/^[0-9a-f]{128}$/) })).length(1),
    }),
  ),
});

const packages = await readShippedPackages();

describe("the bill of materials of a Worker", () => {
  it("has every package of its code with version, licence and hash", async () => {
    const text = await billOfMaterials("api-worker", "1", npmComponents("api-worker", packages));
    const { components } = billSchema.parse(JSON.parse(text));
    const shipped = packages.filter(({ artefacts }) => artefacts.includes("api-worker"));
    expect(components.map(({ purl }) => decodeURIComponent(purl)).sort()).toEqual(
      shipped.map(({ name, version }) => `pkg:npm/${name}@${version}`).sort(),
    );
    expect(await billOfMaterials("api-worker", "1", npmComponents("api-worker", packages))).toBe(text);
  });

  it("is refused if it breaks the schema", async () => {
    const [component] = npmComponents("api-worker", packages);
    if (component === undefined) throw new Error("the API Worker has no package");
    component.name = "";
    // An empty version is left out, and a name must be there.
    Reflect.deleteProperty(component, "name");
    await expect(billOfMaterials("api-worker", "1", [component])).rejects.toThrow("breaks CycloneDX's schema");
  });
});

describe("the bill of materials of an image", () => {
  it("is refused if the image has another npm package than the lock", () => {
    const content = { debian: [], node: "24.0.0", npm: [{ name: "earcut", version: "0.0.1" }] };
    expect(() => imageComponents(content, packages)).toThrow("the image has earcut 0.0.1, and package-lock.json says");
  });
});

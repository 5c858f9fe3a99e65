// Shape roles in a slicer's 3MF project: part, modifier, support marker or negative part. They all look like any other
// mesh; which is which stands in a part of the archive of the slicer's own. Only roles are read from it, never settings.

import { readXmlTags } from "./xml-tags.ts";

/** `subtracted` is cut out of the others when the slicer slices. */
export type ShapeRole = "solid" | "not-printed" | "subtracted";

/** Triangles of one mesh, from the first to the last, that included. */
export interface TriangleRange {
  readonly first: number;
  readonly last: number;
  readonly role: ShapeRole;
}

export interface ShapeRoles {
  /** Of the root part's objects by their id: which of their triangles are for what (PrusaSlicer and its kin). */
  readonly ranges: ReadonlyMap<string, readonly TriangleRange[]>;
  /** Of the components of the root part's objects, by both ids (Bambu Studio, OrcaSlicer). */
  readonly components: (objectId: string, componentId: string) => ShapeRole;
}

/** Where the two families of slicers keep the roles, as the names of parts are compared. */
export const PRUSA_ROLES = "metadata/slic3r_pe_model.config";
export const BAMBU_ROLES = "metadata/model_settings.config";

const PRUSA_VOLUME_TYPES: ReadonlyMap<string, ShapeRole> = new Map([
  ["ModelPart", "solid"],
  ["ParameterModifier", "not-printed"],
  ["SupportEnforcer", "not-printed"],
  ["SupportBlocker", "not-printed"],
  ["NegativeVolume", "subtracted"],
]);

const BAMBU_SUBTYPES: ReadonlyMap<string, ShapeRole> = new Map([
  ["normal_part", "solid"],
  ["modifier_part", "not-printed"],
  ["support_enforcer", "not-printed"],
  ["support_blocker", "not-printed"],
  ["negative_part", "subtracted"],
]);

/** Reads whichever of the two documents there are. Throws an `Error` where one is not XML, or names an unknown role. */
export function readShapeRoles(prusa: Uint8Array | undefined, bambu: Uint8Array | undefined): ShapeRoles {
  const components = bambu === undefined ? new Map<string, ShapeRole>() : readBambuRoles(bambu);
  return {
    ranges: prusa === undefined ? new Map() : readPrusaRoles(prusa),
    components: (objectId, componentId) => components.get(`${objectId}/${componentId}`) ?? "solid",
  };
}

function readPrusaRoles(document: Uint8Array): Map<string, TriangleRange[]> {
  const ranges = new Map<string, TriangleRange[]>();
  let ofObject: TriangleRange[] = [];
  let volume: { first: number; last: number; role: ShapeRole } | undefined;
  readXmlTags(document, {
    onOpen(name, attribute) {
      if (name === "object") {
        ofObject = [];
        ranges.set(attribute("id") ?? "", ofObject);
      } else if (name === "volume") {
        volume = { first: Number(attribute("firstid")), last: Number(attribute("lastid")), role: "solid" };
      } else if (name === "metadata" && volume !== undefined) {
        const [key, value = ""] = [attribute("key"), attribute("value")];
        if (key === "volume_type") volume.role = knownRole(PRUSA_VOLUME_TYPES, value);
        // Versions of PrusaSlicer before 2.3 write this instead.
        if (key === "modifier" && value === "1" && volume.role === "solid") volume.role = "not-printed";
      }
    },
    onClose(name) {
      if (name !== "volume" || volume === undefined) return;
      ofObject.push(volume);
      volume = undefined;
    },
  });
  return ranges;
}

function readBambuRoles(document: Uint8Array): Map<string, ShapeRole> {
  const roles = new Map<string, ShapeRole>();
  let objectId = "";
  readXmlTags(document, {
    onOpen(name, attribute) {
      if (name === "object") objectId = attribute("id") ?? "";
      if (name === "part") {
        roles.set(
          `${objectId}/${attribute("id") ?? ""}`,
          knownRole(BAMBU_SUBTYPES, attribute("subtype") ?? "normal_part"),
        );
      }
    },
    onClose() {},
  });
  return roles;
}

function knownRole(roles: ReadonlyMap<string, ShapeRole>, written: string): ShapeRole {
  const role = roles.get(written);
  if (role === undefined) throw new Error(`A shape has the unknown role "${written}"`);
  return role;
}

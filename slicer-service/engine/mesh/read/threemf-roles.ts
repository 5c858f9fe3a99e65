// Shape roles in a slicer's 3MF project: part, modifier, support marker or negative part.
//
// They all look like any other mesh; which is which stands in a part of the archive of the slicer's own. Only roles are read
// from it, never settings.

import { readXmlTags } from "./xml-tags.ts";

/** `subtracted` is a negative part: the slicer cuts it out of the others. */
export type ShapeRole = "solid" | "not-printed" | "subtracted";

/** Triangles of one mesh, `first` and `last` included. */
export interface TriangleRange {
  readonly first: number;
  readonly last: number;
  readonly role: ShapeRole;
}

export interface ShapeRoles {
  /** By the id of an object in the root part: the roles of its triangles (PrusaSlicer and slicers derived from it). */
  readonly ranges: ReadonlyMap<string, readonly TriangleRange[]>;
  /** The role of a component of an object in the root part (Bambu Studio, OrcaSlicer). */
  readonly components: (objectId: string, componentId: string) => ShapeRole;
}

/** The parts in which the two families of slicers keep the roles; part names are compared in lower case. */
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

// Writes 3MF files with parts of several colours, named as by each family of slicers and by the format itself.

import { type Shape, together, triangulated } from "./shapes.ts";
import { meshXml, modelXml, type ThreeMfContents } from "./threemf.ts";

/** A part of a project's one object, in the words of its slicer. */
export interface ColouredPart {
  readonly shape: Shape;
  /** The number of its filament; absent if the part names none. */
  readonly filament?: number;
  /** Absent for a printed part. */
  readonly role?: string;
  /** The paint of its triangles, from the first; absent or empty for none. */
  readonly paint?: readonly string[];
}

interface ColouredProject {
  readonly parts: readonly ColouredPart[];
  /** The filament of parts that name none. */
  readonly filament?: number;
  /** The filaments in the project's settings; absent for a file without settings. */
  readonly filaments?: readonly { readonly colour: string; readonly type: string }[];
}

const metadata = (key: string, value: string | number | undefined) =>
  value === undefined ? "" : `<metadata key="${key}" value="${value}"/>`;

/** A project of PrusaSlicer: one mesh with the triangles of all parts. */
export function prusaProject({ parts, filament, filaments }: ColouredProject): ThreeMfContents {
  let first = 0;
  const mesh = meshXml(together(...parts.map(({ shape }) => shape)));
  const paint: string[] = [];
  const volumes = parts.map((part) => {
    const { faces } = triangulated(part.shape);
    paint.push(...faces.map((_, index) => part.paint?.[index] ?? ""));
    first += faces.length;
    const role = metadata("volume_type", part.role ?? "ModelPart");
    return `<volume firstid="${first - faces.length}" lastid="${first - 1}">${role}${metadata("extruder", part.filament)}</volume>`;
  });
  const listed = (key: string, of: readonly string[]) => `; ${key} = ${of.join(";")}\n`;
  return {
    resources: `<object id="1">${painted(mesh, "slic3rpe:mmu_segmentation", paint)}</object>`,
    items: '<item objectid="1"/>',
    otherParts: {
      "Metadata/Slic3r_PE_model.config": `<config><object id="1">${metadata("extruder", filament)}${volumes.join("")}</object></config>`,
      ...(filaments !== undefined && {
        "Metadata/Slic3r_PE.config":
          listed(
            "extruder_colour",
            filaments.map(({ colour }) => colour),
          ) +
          listed(
            "filament_colour",
            filaments.map(() => "#FF8000"),
          ) +
          listed(
            "filament_type",
            filaments.map(({ type }) => type),
          ),
      }),
    },
  };
}

/** A project of Bambu Studio or OrcaSlicer: one object with a component for each part. */
export function bambuProject({ parts, filament, filaments }: ColouredProject): ThreeMfContents {
  const listed = parts.map(
    (part, index) =>
      `<part id="${index + 1}" subtype="${part.role ?? "normal_part"}">${metadata("extruder", part.filament)}</part>`,
  );
  const objects = parts.map(
    ({ shape, paint = [] }, index) =>
      `<object id="${index + 1}">${painted(meshXml(shape), "paint_color", paint)}</object>`,
  );
  const components = parts.map((_, index) => `<component objectid="${index + 1}" p:path="/3D/Objects/a.model"/>`);
  return {
    resources: `<object id="9"><components>${components.join("")}</components></object>`,
    items: '<item objectid="9"/>',
    otherParts: {
      "3D/Objects/a.model": modelXml({ resources: objects.join(""), items: "" }),
      "Metadata/model_settings.config": `<config><object id="9">${metadata("extruder", filament)}${listed.join("")}</object></config>`,
      ...(filaments !== undefined && {
        "Metadata/project_settings.config": JSON.stringify({
          machine_start_gcode: "G28 ; [not a list]",
          filament_colour: filaments.map(({ colour }) => colour),
          filament_type: filaments.map(({ type }) => type),
        }),
      }),
    },
  };
}

/** The mesh with an attribute on each triangle that has one. */
function painted(mesh: string, attribute: string, paint: readonly string[]): string {
  let triangle = 0;
  return mesh.replace(/<triangle /g, (tag) => {
    const written = paint[triangle++];
    return written === undefined || written === "" ? tag : `${tag}${attribute}="${written}" `;
  });
}

// PrusaSlicer's own figures of a resin print, read from the archive it writes for an Original Prusa SL1S.
//
// The resin estimate is compared with them, by bench/resin.ts and by a test.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import type { Solid } from "../../slicer-service/engine/mesh/solid/solid.ts";
import { writeStl } from "../../slicer-service/engine/mesh/write-stl.ts";
import { resolveParameters } from "../../slicer-service/src/contract/process-parameters.ts";
import type { ImageResinProfile } from "../../slicer-service/src/contract/profile.ts";

const MAX_MILLISECONDS = 300_000;

/**
 * Settings of the SL1S with Prusament Resin Tough Prusa Orange at 0.05 mm, from PrusaResearchSLA.ini of PrusaSlicer
 * 2.9, and the two tilt times that only 2.5 reads. Few pixels: the figures come from the outlines, and the images stay
 * unprinted.
 */
const SL1S: Readonly<Record<string, string | number>> = {
  printer_technology: "SLA",
  printer_model: "SL1S",
  bed_shape: "0.5x0.5,127.5x0.5,127.5x80.5,0.5x80.5",
  max_print_height: 150,
  display_width: 128,
  display_height: 81,
  display_orientation: "portrait",
  display_pixels_x: 200,
  display_pixels_y: 200,
  layer_height: 0.05,
  initial_layer_height: 0.05,
  exposure_time: 2,
  initial_exposure_time: 25,
  min_exposure_time: 1,
  max_exposure_time: 120,
  min_initial_exposure_time: 1,
  max_initial_exposure_time: 300,
  faded_layers: 10,
  area_fill: 35,
  fast_tilt_time: 2.5,
  slow_tilt_time: 5,
  use_tilt: "1,1",
  delay_before_exposure: "0,1",
  delay_after_exposure: "0,0",
  tilt_down_cycles: "1,1",
  tilt_down_delay: "0,0",
  tilt_down_finish_speed: "move8000,layer1750",
  tilt_down_initial_speed: "layer1750,layer1750",
  tilt_down_offset_delay: "0,0",
  tilt_down_offset_steps: "0,0",
  tilt_up_cycles: "1,1",
  tilt_up_delay: "0,0",
  tilt_up_finish_speed: "layer1750,layer1750",
  tilt_up_initial_speed: "move8000,move8000",
  tilt_up_offset_delay: "0,0",
  tilt_up_offset_steps: "600,600",
  tower_hop_height: "0,0",
  tower_speed: "layer22,layer22",
  support_object_elevation: 5,
  support_head_front_diameter: 0.5,
  support_head_penetration: 0.5,
  support_head_width: 3,
  support_pillar_diameter: 1,
  support_pillar_connection_mode: "zigzag",
  support_base_diameter: 3,
  support_base_height: 1,
  support_critical_angle: 45,
  support_max_bridge_length: 10,
  pad_wall_thickness: 1,
  pad_wall_height: 0,
  pad_wall_slope: 45,
  pad_max_merge_distance: 50,
};

export interface ResinFigures {
  readonly printSeconds: number;
  readonly materialCubicMm: number;
}

/** The version of the prusa-slicer on the PATH; undefined if there is none. */
export async function prusaSlicerVersion(): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)("prusa-slicer", ["--help"], { timeout: 30_000 });
    return /^PrusaSlicer-(\d+\.\d+\.\d+)/m.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}

/**
 * Our profile for the same print. 2.9 adds up the tank's movements, as our default parameters do. Older versions have
 * one fast and one slow tilt (with a second's wait), and expose three layers for the initial time.
 *
 * @param version of PrusaSlicer, such as 2.9.2
 */
export function profileOfSl1s(version: string, supports: boolean): ImageResinProfile {
  const profile = { technology: "msla", layerHeightMm: 0.05, supports, ...resolveParameters("msla") } as const;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 2 || minor >= 9) return profile;
  return { ...profile, initialLayers: 3, tiltSeconds: 2.5, largeLayerExtraSeconds: 3.5 };
}

/**
 * Slices the solid with PrusaSlicer. Undefined if it refuses, for example because the part is too large for the
 * printer.
 */
export async function sliceForSl1s(solid: Solid, supports: boolean): Promise<ResinFigures | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "prusaslicer-resin-"));
  try {
    const files = {
      settings: join(folder, "sl1s.ini"),
      model: join(folder, "model.stl"),
      print: join(folder, "out.sl1"),
    };
    const settings = { ...SL1S, supports_enable: supports ? 1 : 0, pad_enable: supports ? 1 : 0 };
    await writeFile(
      files.settings,
      Object.entries(settings)
        .map(([name, value]) => `${name} = ${value}\n`)
        .join(""),
    );
    await writeFile(files.model, writeStl(solid.mesh.corners, solid.mesh.triangles));
    const words = ["--export-sla", "--loglevel", "0", "--datadir", join(folder, "data"), "--load", files.settings];
    await promisify(execFile)("prusa-slicer", [...words, "-o", files.print, files.model], {
      timeout: MAX_MILLISECONDS,
    });
    return readFigures(await readFile(files.print));
  } catch {
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readFigures(archive: Uint8Array): ResinFigures | undefined {
  const config = unzipSync(archive, { filter: ({ name }) => name === "config.ini" })["config.ini"];
  const text = new TextDecoder().decode(config);
  const number = (name: string) => Number(new RegExp(`^${name} = ([\\d.]+)$`, "m").exec(text)?.[1]);
  const figures = { printSeconds: number("printTime"), materialCubicMm: 1000 * number("usedMaterial") };
  return figures.printSeconds > 0 && figures.materialCubicMm > 0 ? figures : undefined;
}

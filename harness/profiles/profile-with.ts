// A filament profile with one number at a value that few printers have.

import { checkProfile, type FilamentProfile } from "../../slicer-service/src/contract/profile.ts";
import { STANDARD_PROFILE } from "./standard-profile.ts";

/**
 * The standard profile with one value, and with layers and a nozzle that can print it.
 *
 * @param beside its other values
 */
export function profileWith(name: string, value: number, beside: Partial<FilamentProfile> = {}): FilamentProfile {
  const standard = { ...STANDARD_PROFILE, ...beside };
  const layers = [0.2, 0.05, 0.02].map((layerHeightMm) => ({ ...standard, layerHeightMm, [name]: value }));
  const nozzles = [0.4, 2].flatMap((nozzleDiameterMm) => layers.map((layer) => ({ ...layer, nozzleDiameterMm })));
  for (const profile of [...layers, ...nozzles, { ...standard, nozzleDiameterMm: 2, [name]: value }]) {
    if ("profile" in checkProfile(profile)) return profile;
  }
  throw new Error(`no profile has ${name} at ${value}`);
}

// Profiles of resin and powder in round numbers, so that a test's figures can be worked out by hand.

import type { ImageResinProfile, LaserResinProfile, PowderProfile } from "../../slicer-service/src/contract/profile.ts";

const SUPPORTS = { supports: false, elevationMm: 5, padMm: 1, supportCubicMmPerSquareMm: 2.5 } as const;

/** 5.25 s a layer: 2 s of exposure, 3 s of tilting, 5 s/mm × 0.05 mm. */
export const TILTING: ImageResinProfile = {
  technology: "msla",
  layerHeightMm: 0.05,
  exposureSeconds: 2,
  initialExposureSeconds: 22,
  initialLayers: 1,
  fadedLayers: 10,
  tiltSeconds: 3,
  liftMm: 0,
  liftMmPerMinute: 100,
  retractMmPerMinute: 150,
  waitSeconds: 0,
  largeLayerSquareMm: 3000,
  largeLayerExtraSeconds: 4,
  feedSecondsPerMm: 5,
  ...SUPPORTS,
};

/** 11 s a layer: 2.5 s of exposure, 3 s up, 2 s down, 3.5 s of waiting. */
export const LIFTING: ImageResinProfile = {
  ...TILTING,
  technology: "dlp",
  exposureSeconds: 2.5,
  initialExposureSeconds: 32.5,
  initialLayers: 5,
  fadedLayers: 0,
  tiltSeconds: 0,
  liftMm: 5,
  waitSeconds: 3.5,
  largeLayerExtraSeconds: 0,
  feedSecondsPerMm: 0,
};

/** 100 mm² a second. */
export const LASER: LaserResinProfile = {
  technology: "sla",
  layerHeightMm: 0.05,
  scanMmPerSecond: 1000,
  hatchMm: 0.1,
  recoatSeconds: 8,
  ...SUPPORTS,
};

/**
 * A full build takes 25,000 s besides scanning: 15,000 s of heat and 1,000 layers of 10 s. It packs 500,000 mm³ of
 * boxes.
 */
export const POWDER: PowderProfile = {
  technology: "sls",
  layerHeightMm: 0.1,
  scanMmPerSecond: 5000,
  hatchMm: 0.25,
  recoatSeconds: 10,
  warmUpSeconds: 5000,
  coolDownSeconds: 10_000,
  chamberXMm: 100,
  chamberYMm: 100,
  chamberZMm: 100,
  packingPercent: 50,
  partSpacingMm: 0,
  powderLossPercent: 0,
};

// Moves of a 3D view, and the keys that make them.
//
// Apart from the stage: a page knows its keys before three.js is loaded.

export type CameraMove = "left" | "right" | "up" | "down" | "in" | "out" | "fit";

export const MOVE_OF_KEY: Readonly<Record<string, CameraMove>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  "+": "in",
  "=": "in",
  "-": "out",
  "0": "fit",
  Home: "fit",
};

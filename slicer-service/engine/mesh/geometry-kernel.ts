// The geometry kernel: the library manifold, compiled to WebAssembly.
//
// It is loaded on first use, because loading it takes longer than most models need for everything else. Its memory is not
// garbage-collected: every object made with it must be deleted, or it stays for as long as the process lives.

import type { Manifold, ManifoldToplevel } from "manifold-3d";
import { enclosedVolume } from "./surface.ts";
import type { WeldedMesh } from "./welded-mesh.ts";

let loading: Promise<ManifoldToplevel> | undefined;

export function loadGeometryKernel(): Promise<ManifoldToplevel> {
  loading ??= load();
  return loading;
}

async function load(): Promise<ManifoldToplevel> {
  const { default: createKernel } = await import("manifold-3d");
  const kernel = await createKernel();
  kernel.setup();
  return kernel;
}

/** Share of the volume by which the kernel's form may differ from the mesh: more than rounding in single precision. */
const MAX_CHANGE = 1e-4;
/** Share of the farthest coordinate: some steps of single precision, and a hundredth of a micrometre for a part of a centimetre. */
const SHIFT = 1e-6;
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;

/**
 * The kernel's own form of the mesh, to be deleted after use. The kernel takes triangles that are folded over within a flat face
 * (a star that is cut into a fan) for degenerate, and turns their edges, which changes the part. It keeps those that lie in no
 * common plane: such a mesh is taken with its corners a little aside.
 *
 * @throws ManifoldError for a mesh it does not accept
 */
export function manifoldOf(kernel: ManifoldToplevel, mesh: WeldedMesh): Manifold {
  const exact = ofMesh(kernel, mesh);
  const volume = enclosedVolume(mesh);
  if (Math.abs(exact.volume() - volume) <= MAX_CHANGE * Math.abs(volume)) return exact;
  exact.delete();
  return ofMesh(kernel, { ...mesh, corners: movedAside(mesh.corners) });
}

function ofMesh(kernel: ManifoldToplevel, { corners, triangles }: WeldedMesh): Manifold {
  return kernel.Manifold.ofMesh(new kernel.Mesh({ numProp: 3, vertProperties: corners, triVerts: triangles }));
}

/** Each coordinate moved by up to the shift, and by the same in every run. */
function movedAside(corners: Float32Array): Float32Array {
  const farthest = corners.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  // Multiples of the golden ratio have shares that never repeat.
  return corners.map((value, at) => value + 2 * SHIFT * farthest * (((at * GOLDEN_RATIO) % 1) - 0.5));
}

/** Undefined if the kernel cannot assign the triangles of a closed surface to each other. */
export function tryManifoldOf(kernel: ManifoldToplevel, mesh: WeldedMesh): Manifold | undefined {
  try {
    return manifoldOf(kernel, mesh);
  } catch (error) {
    if (error instanceof Error && error.name === "ManifoldError") return undefined;
    throw error;
  }
}

export function meshOf(manifold: Manifold): WeldedMesh {
  const { vertProperties, triVerts } = manifold.getMesh();
  return { corners: vertProperties, triangles: triVerts };
}

// The geometry kernel (manifold, as WebAssembly). Loading it takes longer than most models need for everything else,
// so it is loaded for those that need it. Its memory is not collected: what was made with it is to be deleted, or it
// stays for as long as the process lives.

import type { Manifold, ManifoldToplevel } from "manifold-3d";
import type { WeldedMesh } from "./surface.ts";

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

export function manifoldOf(kernel: ManifoldToplevel, { corners, triangles }: WeldedMesh): Manifold {
  return kernel.Manifold.ofMesh(new kernel.Mesh({ numProp: 3, vertProperties: corners, triVerts: triangles }));
}

/** Undefined for a surface that is closed, but of which the kernel cannot tell which triangles belong together. */
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

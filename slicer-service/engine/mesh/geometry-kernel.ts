// The geometry kernel: the library manifold, compiled to WebAssembly.
//
// It is loaded on first use, because loading it takes longer than most models need for everything else. Its memory is not
// garbage-collected: every object made with it must be deleted, or it stays for as long as the process lives.

import type { Manifold, ManifoldToplevel } from "manifold-3d";
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

/** The kernel's own form of the mesh, to be deleted after use. Throws a `ManifoldError` for a mesh it does not accept. */
export function manifoldOf(kernel: ManifoldToplevel, { corners, triangles }: WeldedMesh): Manifold {
  return kernel.Manifold.ofMesh(new kernel.Mesh({ numProp: 3, vertProperties: corners, triVerts: triangles }));
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

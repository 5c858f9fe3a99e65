// Fetches a model file and reads it with three.js' own loaders: STL, OBJ, 3MF, PLY.

import { Box3, BufferGeometry, Group, Mesh, type Object3D } from "three";
import { ThreeMFLoader } from "three/addons/loaders/3MFLoader.js";
import { OBJLoader } from "three/addons/loaders/OBJLoader.js";
import { PLYLoader } from "three/addons/loaders/PLYLoader.js";
import { STLLoader } from "three/addons/loaders/STLLoader.js";

/** @param onProgress called with the share that has arrived, 0 to 1 */
export async function fetchModel(
  address: string,
  sizeBytes: number,
  onProgress: (share: number) => void,
): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok || response.body === null) throw new Error(`the file answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let arrived = 0;
  const reader = response.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    arrived += read.value.length;
    onProgress(Math.min(1, arrived / sizeBytes));
  }
  const bytes = new Uint8Array(arrived);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes.buffer;
}

const READERS: Readonly<Record<string, (file: ArrayBuffer) => Object3D | BufferGeometry>> = {
  stl: (file) => new STLLoader().parse(file),
  ply: (file) => new PLYLoader().parse(file),
  obj: (file) => new OBJLoader().parse(new TextDecoder().decode(file)),
  "3mf": (file) => new ThreeMFLoader().parse(file),
};

/** The meshes of the file in their places. @throws Error for a file without any */
export function loadModelFile(file: ArrayBuffer, format: string): Group {
  const read = READERS[format];
  if (read === undefined) throw new Error(`no loader reads ${format}`);
  const parsed = read(file);
  const model = new Group();
  model.add(parsed instanceof BufferGeometry ? new Mesh(parsed) : parsed);
  if (meshesOf(model).length === 0) throw new Error("the file holds no mesh");
  return model;
}

/** Lines and points, which OBJ may hold too, are not printed. */
export function meshesOf(model: Object3D): Mesh[] {
  const meshes: Mesh[] = [];
  model.traverse((part) => {
    if (part instanceof Mesh) meshes.push(part);
    else if ("isLine" in part || "isPoints" in part) part.visible = false;
  });
  return meshes;
}

/** The box around all meshes, as the file places them. */
export function boxOf(model: Group): Box3 {
  return new Box3().setFromObject(model, true);
}

// The stage on which a model stands: light, grid, camera, and moving around it by mouse, touch and keyboard.

import {
  type Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  GridHelper,
  type Group,
  HemisphereLight,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Sphere,
  Spherical,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { meshesOf } from "./load-model.ts";
import type { CameraMove } from "./moves.ts";

const FIELD_OF_VIEW = 35;
/** Radians that one press of a key turns the model by. */
const TURN = Math.PI / 18;
const ZOOM = 1.2;
/** The first point of view: front right, a little above. */
const FIRST_LOOK = new Vector3(0.75, -1, 0.6);

export interface Stage {
  readonly canvas: HTMLCanvasElement;
  /** Millimetres between two lines of the grid. */
  readonly gridMm: number;
  move(move: CameraMove, isPan?: boolean): void;
  /** In another colour; without one, a neutral one. */
  paint(tint: string | undefined): void;
  /**
   * Lays a colour over some of the faces.
   *
   * @param corners of triangles, nine numbers each, with the model's middle above the origin and its lowest point at 0
   * @returns takes it away again
   */
  cover(corners: Float32Array, color: string): () => void;
  /** The direction that the face at this point of the window looks to; undefined beside the model. */
  faceAt(clientX: number, clientY: number): readonly [number, number, number] | undefined;
  /** Gives the graphics memory back: a browser shows only some sixteen stages at once. The canvas shows nothing after it. */
  dispose(): void;
}

/**
 * Shows the model on the canvas. It is drawn again only after a change.
 *
 * @param box the model's box; it is not empty
 * @param tint the material's colour, such as `#1a73e8`; without it, a neutral one
 * @throws Error if the browser has no WebGL
 */
export function showOnStage(canvas: HTMLCanvasElement, model: Group, box: Box3, tint: string | undefined): Stage {
  const renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true });
  const scene = new Scene();
  const camera = new PerspectiveCamera(FIELD_OF_VIEW);
  // Printers count Z upward.
  camera.up.set(0, 0, 1);

  const material = new MeshLambertMaterial({ color: visibleColor(tint), flatShading: true, side: DoubleSide });
  for (const mesh of meshesOf(model)) mesh.material = material;
  const middle = box.getCenter(new Vector3());
  model.position.sub(new Vector3(middle.x, middle.y, box.min.z));
  scene.add(model);

  const size = box.getSize(new Vector3());
  const target = new Vector3(0, 0, size.z / 2);
  const { radius } = box.getBoundingSphere(new Sphere());
  scene.add(new HemisphereLight(0xffffff, 0x8a8f99, 1.6));
  const lamp = new DirectionalLight(0xffffff, 2.2);
  scene.add(lamp, lamp.target);
  const gridMm = gridStepOf(Math.max(size.x, size.y));
  const cells = 2 * Math.ceil((0.8 * Math.max(size.x, size.y)) / gridMm);
  let grid = gridOf(cells * gridMm, cells, canvas);
  scene.add(grid);

  const controls = new OrbitControls(camera, canvas);
  let isDue = false;
  let isDisposed = false;
  const draw = () => {
    isDue = false;
    if (isDisposed) return;
    // The lamp goes along with the eye, a little above and beside it: no side is ever black.
    lamp.position.copy(camera.position).add(new Vector3(0.4 * radius, 0.2 * radius, radius));
    lamp.target.position.copy(controls.target);
    renderer.render(scene, camera);
  };
  const drawSoon = () => {
    if (!isDue) requestAnimationFrame(draw);
    isDue = true;
  };
  const fitView = () => {
    const narrowest = Math.min(1, camera.aspect) * Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
    const distance = (1.1 * radius) / Math.sin(Math.atan(narrowest));
    camera.near = radius / 100;
    camera.far = distance + 100 * radius;
    camera.position.copy(FIRST_LOOK).normalize().multiplyScalar(distance).add(target);
    camera.updateProjectionMatrix();
    controls.maxDistance = 20 * distance;
    controls.target.copy(target);
    controls.update();
    drawSoon();
  };
  const fill = () => {
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    // false: how large the canvas is shown is the stylesheet's business.
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / clientHeight;
    camera.updateProjectionMatrix();
    drawSoon();
  };
  const recolor = () => {
    scene.remove(grid);
    grid.dispose();
    grid = gridOf(cells * gridMm, cells, canvas);
    scene.add(grid);
    drawSoon();
  };

  controls.addEventListener("change", drawSoon);
  const resizing = new ResizeObserver(fill);
  resizing.observe(canvas);
  const darkness = matchMedia("(prefers-color-scheme: dark)");
  darkness.addEventListener("change", recolor);
  canvas.addEventListener("webglcontextrestored", drawSoon);
  fill();
  fitView();

  const turn = (sideways: number, upward: number) => {
    const offset = camera.position.clone().sub(controls.target);
    // Spherical counts Y upward.
    const around = new Spherical().setFromCartesianCoords(offset.x, offset.z, -offset.y);
    around.theta += sideways;
    around.phi += upward;
    around.makeSafe();
    const turned = new Vector3().setFromSpherical(around);
    camera.position.set(turned.x, -turned.z, turned.y).add(controls.target);
    controls.update();
  };
  const pan = (sideways: number, upward: number) => {
    const step = camera.position.distanceTo(controls.target) / 12;
    const shift = new Vector3(sideways * step, upward * step, 0).applyQuaternion(camera.quaternion);
    camera.position.add(shift);
    controls.target.add(shift);
    controls.update();
  };
  const zoom = (factor: number) => {
    camera.position.sub(controls.target).multiplyScalar(factor).add(controls.target);
    controls.update();
  };
  return {
    canvas,
    gridMm,
    move(move, isPan = false) {
      if (move === "fit") fitView();
      else if (move === "in") zoom(1 / ZOOM);
      else if (move === "out") zoom(ZOOM);
      else {
        const sideways = move === "left" ? -1 : move === "right" ? 1 : 0;
        const upward = move === "up" ? 1 : move === "down" ? -1 : 0;
        if (isPan) pan(sideways, upward);
        else turn(TURN * sideways, -TURN * upward);
      }
    },
    paint(newTint) {
      material.color = visibleColor(newTint);
      drawSoon();
    },
    cover(corners, color) {
      const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(corners, 3));
      const lies = { polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1 };
      const paint = new MeshLambertMaterial({ color, flatShading: true, side: DoubleSide, ...lies });
      const cover = new Mesh(geometry, paint);
      scene.add(cover);
      drawSoon();
      return () => {
        scene.remove(cover);
        geometry.dispose();
        paint.dispose();
        drawSoon();
      };
    },
    faceAt(clientX, clientY) {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const point = new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
      const ray = new Raycaster();
      ray.setFromCamera(point, camera);
      const [hit] = ray.intersectObjects(meshesOf(model), false);
      if (!hit?.face) return undefined;
      const normal = hit.face.normal.clone().transformDirection(hit.object.matrixWorld);
      // The seen side is the outer one, even if the file winds its triangles the other way.
      if (normal.dot(ray.ray.direction) > 0) normal.negate();
      return [normal.x, normal.y, normal.z];
    },
    dispose() {
      resizing.disconnect();
      darkness.removeEventListener("change", recolor);
      canvas.removeEventListener("webglcontextrestored", drawSoon);
      controls.dispose();
      scene.remove(model);
      // Frees the graphics card's memory only: another stage may show the same geometry.
      for (const mesh of meshesOf(model)) mesh.geometry.dispose();
      material.dispose();
      grid.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
      isDisposed = true;
    },
  };
}

/** 1, 10, 100 … millimetres, so that a part covers a few cells at least. */
function gridStepOf(lengthMm: number): number {
  return 10 ** Math.max(0, Math.ceil(Math.log10(Math.max(lengthMm, 1))) - 1);
}

/** In the colour that the stylesheet gives the canvas, which knows of light and dark. */
function gridOf(size: number, cells: number, canvas: HTMLCanvasElement): GridHelper {
  const color = new Color(getComputedStyle(canvas).color);
  const grid = new GridHelper(size, cells, color, color);
  // It lies in three's own ground plane, which counts Y upward.
  grid.rotation.x = Math.PI / 2;
  grid.material.transparent = true;
  grid.material.opacity = 0.45;
  return grid;
}

/** Black shows no shape and white no edge: both are moved a little towards grey. */
function visibleColor(tint: string | undefined): Color {
  const color = new Color(tint ?? "#9aa3b5");
  const hsl = { h: 0, s: 0, l: 0 };
  color.getHSL(hsl);
  return color.setHSL(hsl.h, hsl.s, Math.min(0.85, Math.max(0.22, hsl.l)));
}

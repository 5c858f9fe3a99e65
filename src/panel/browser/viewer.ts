// The 3D view of a model's page: loads the page's file, and shows its progress.

import { Vector3 } from "three";
import { boxOf, fetchModel, loadModelFile } from "../../pages/browser/viewer/load-model.ts";
import { type CameraMove, MOVE_OF_KEY } from "../../pages/browser/viewer/moves.ts";
import { type Stage, showOnStage } from "../../pages/browser/viewer/stage.ts";

/** States of the view. Each text is an attribute of its element; `shown` has none. */
type Saying = "loading" | "reading" | "shown" | "failed" | "unreadable" | "noWebgl" | "lost";

async function view(root: HTMLElement): Promise<void> {
  const canvas = root.querySelector("canvas");
  const status = root.querySelector<HTMLElement>("[role=status]");
  const progress = root.querySelector("progress");
  const { file = "", format = "", sizeBytes = "", color } = root.dataset;
  if (canvas === null || status === null || progress === null) return;

  const say = (saying: Saying) => {
    root.dataset.state = saying;
    status.textContent = root.dataset[saying] ?? "";
    progress.hidden = saying !== "loading" && saying !== "reading";
  };

  say("loading");
  let bytes: ArrayBuffer;
  try {
    bytes = await fetchModel(file, Number(sizeBytes), (share) => {
      progress.value = share;
    });
  } catch (error) {
    console.error(error);
    return say("failed");
  }

  say("reading");
  progress.removeAttribute("value");
  // Reading a large file blocks the browser: its text is painted before.
  await new Promise((resolve) => setTimeout(resolve, 50));
  try {
    const model = loadModelFile(bytes, format);
    const box = boxOf(model);
    const size = box.getSize(new Vector3());
    if (!(size.length() > 0 && Number.isFinite(size.length()))) return say("unreadable");
    const stage = stageOf(canvas, () => showOnStage(canvas, model, box, color));
    if (stage === undefined) return say("noWebgl");
    say("shown");
    const grid = root.querySelector("[data-grid]");
    if (grid !== null) grid.textContent = (root.dataset.gridWords ?? "").replace("{mm}", String(stage.gridMm));
    canvas.addEventListener("webglcontextlost", () => say("lost"));
    steer(root, canvas, stage);
    // A 3MF file may count in another unit than millimetres.
    if (format !== "3mf") measure(size);
  } catch (error) {
    console.error(error);
    say("unreadable");
  }
}

/** undefined without WebGL 2. */
function stageOf(canvas: HTMLCanvasElement, show: () => Stage): Stage | undefined {
  if (document.createElement("canvas").getContext("webgl2") === null) return undefined;
  canvas.hidden = false;
  return show();
}

function steer(root: HTMLElement, canvas: HTMLCanvasElement, stage: Stage): void {
  canvas.addEventListener("keydown", (event) => {
    const move = MOVE_OF_KEY[event.key];
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    stage.move(move, event.shiftKey);
  });
  for (const controls of root.querySelectorAll<HTMLElement>("[data-moves]")) controls.hidden = false;
  for (const button of root.querySelectorAll<HTMLButtonElement>("button[data-move]")) {
    // The page writes only names of moves into the attribute.
    button.addEventListener("click", () => stage.move(button.dataset.move as CameraMove));
  }
}

/** Shows the measured size, for a model without slicer figures. */
function measure({ x, y, z }: Vector3): void {
  const element = document.querySelector<HTMLElement>("[data-measured]");
  if (element === null) return;
  const format = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 2 });
  element.textContent = (element.dataset.measured ?? "").replace(
    "{size}",
    [x, y, z].map((side) => format.format(side)).join(" × "),
  );
}

for (const root of document.querySelectorAll<HTMLElement>("[data-model]")) view(root);

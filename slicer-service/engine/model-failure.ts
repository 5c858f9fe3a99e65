// ModelFailure: the reason why a model cannot be sliced, in a sentence for the customer.
//
// Thrown at the place of the finding; the slice's process turns it into an answer.

import type { ModelFailureCode } from "../src/contract/slices.ts";

const SENTENCES: Record<ModelFailureCode, string> = {
  empty_model: "The file holds no shape: there is nothing in it to print.",
  no_solid:
    "The file holds surfaces only, no solid body, so there is no telling what is inside. Please join them to a solid in your CAD program and export it again.",
  parts_elsewhere:
    "The file is an assembly whose parts are in other files, and holds no shape of them. Please export the assembly with its parts in one STEP file and send it again.",
  unreadable_model:
    "The file could not be read as a 3D model. It may be damaged, or of another format than its name says.",
  invalid_coordinates: "The model holds points that lie nowhere (not a number, or infinite). Please export it again.",
  open_mesh:
    "The model's surface has holes, so there is no telling what is inside. Please repair it in your CAD or slicing program and send it again.",
  model_too_small: "The model is too small to print. Please check the unit it was drawn in.",
  model_too_large: "The model is larger than any part that can be printed in one piece.",
  model_too_complex:
    "The model is too detailed or too large to be calculated automatically. Please send a simpler version, or ask the studio for a price.",
  nothing_to_print:
    "At this print quality nothing of the model would be printed: its walls are thinner than one line, or it is lower than one layer.",
  slicer_failed: "The model could not be sliced. Please check it in your slicing program and send it again.",
};

/** A failure of the model itself. The message is the code's sentence unless a more precise one is given. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
  readonly code: ModelFailureCode;

  constructor(code: ModelFailureCode, message: string = SENTENCES[code], options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

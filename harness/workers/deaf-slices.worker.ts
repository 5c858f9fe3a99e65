// The slicer Worker with slices that never hear of their turns, as if the dispatcher always died before.

import { SliceObject as PlainSliceObject } from "../../slicer-service/src/slice.object.ts";

export { Dispatcher, default, EngineContainer, Slicer } from "../../slicer-service/src/index.ts";

export class SliceObject extends PlainSliceObject {
  override turn(): Promise<boolean> {
    return new Promise(() => {});
  }
}

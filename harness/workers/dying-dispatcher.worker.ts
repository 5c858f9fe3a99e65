// The slicer Worker with a dispatcher that dies as it tells a slice of its turn, each time.

import { dispatcherOf } from "../../slicer-service/src/dispatcher.object.ts";
import { SliceObject as PlainSliceObject } from "../../slicer-service/src/slice.object.ts";

export { Dispatcher, default, EngineContainer, Slicer } from "./abortable-slicer.worker.ts";

export class SliceObject extends PlainSliceObject {
  override async turn(): Promise<boolean> {
    // The object ends before it answers.
    await dispatcherOf(this.env)
      .fetch("http://dispatcher/")
      .catch(() => {});
    return new Promise(() => {});
  }
}

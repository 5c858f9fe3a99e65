// The slicer Worker with a dispatcher that loses its memory when it is asked over HTTP.

import { Dispatcher as PlainDispatcher } from "../../slicer-service/src/dispatcher.object.ts";

export { default, EngineContainer, SliceObject, Slicer } from "../../slicer-service/src/index.ts";

export class Dispatcher extends PlainDispatcher {
  override fetch(): Response {
    this.ctx.abort("a proof ends this object");
    return new Response(null, { status: 204 });
  }
}

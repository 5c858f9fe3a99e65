// Port to a studio's news: tells its open panel pages of a change, and opens their sockets.

import type { DataPlace } from "../../slicer-service/src/contract/place.ts";
import { placedObject } from "../../slicer-service/src/contract/placed-object.ts";
import type { StudioId } from "../domain/ids.ts";
import { logError } from "../platform/error-log.ts";
import type { NewsKind } from "./news-kind.ts";
import type { StudioNews } from "./studio-news.object.ts";

/** The used part of the Worker's bindings. */
interface NewsBindings {
  readonly STUDIO_NEWS: DurableObjectNamespace<StudioNews>;
  readonly PLACE: DataPlace;
}

/** Never rejects: a page that was not told asks by itself later. */
export async function tellStudio(env: NewsBindings, studioId: StudioId, kind: NewsKind): Promise<void> {
  try {
    await newsObjectOf(env, studioId).tell(kind);
  } catch (error) {
    logError({ studioId, failed: "news" }, error);
  }
}

/**
 * Opens the socket of a page. Its person must be a member of the studio.
 *
 * @param upgrade the page's request
 * @returns an answer of status 101 with the socket; 503 if the studio has too many
 */
export async function openNewsSocket(env: NewsBindings, studioId: StudioId, upgrade: Request): Promise<Response> {
  const { status, webSocket } = await newsObjectOf(env, studioId).fetch(upgrade);
  // A new answer, since the headers of an object's are fixed.
  return webSocket === null ? new Response(null, { status }) : new Response(null, { status: 101, webSocket });
}

function newsObjectOf(env: NewsBindings, studioId: StudioId): DurableObjectStub<StudioNews> {
  return placedObject(env.STUDIO_NEWS, String(studioId), env.PLACE);
}

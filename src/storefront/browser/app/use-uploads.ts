// Uploads of the basket: sends the files that cards lack on the server, and reports their answers.

import { useEffect, useMemo } from "preact/hooks";
import { type Basket, type Card, cardModelId, modelNameOf } from "../basket/basket.ts";
import type { PageTools } from "../basket/page-tools.ts";
import { refusalSentence, troubleOf } from "../basket/refusal-sentence.ts";
import { isChanged, versionKey } from "../model/model-change.ts";
import type { OpenedFiles } from "../model/opened-files.ts";
import type { OrderService } from "../service/order-service.ts";
import type { Refusal } from "../service/refusal.ts";
import { UploadQueue, type WantedUpload } from "../service/upload-queue.ts";

/** A change is sent after this pause. */
const QUIET_MS = 1500;

/** Uploads the file of each card that has no model yet. */
export function useUploads(service: OrderService, basket: Basket, { files, parts, dispatch }: PageTools): void {
  const queue = useMemo(
    () =>
      new UploadQueue(service, {
        onProgress: ({ key }, share) => dispatch({ type: "sent", key, share }),
        onUploaded: ({ key, version }, { modelId }) => dispatch({ type: "uploaded", key, version, modelId }),
        onRefused: ({ key }, refusal) => {
          const message = refusalSentence(parts, refusal);
          // The file itself is refused: it stays listed with the reason, and is no part of the basket.
          if (isOfFile(refusal)) {
            // The last sentence is the advice.
            const told = refusal.faults.model ?? [];
            const help = told.length > 1 ? told.at(-1) : undefined;
            const reason = help === undefined ? message : told.slice(0, -1).join(" ");
            dispatch({ type: "fileRefused", key, message: reason, help: help ?? parts.turnedAway.help });
          } else dispatch({ type: "uploadFailed", key, trouble: troubleOf(parts, refusal, null) });
        },
        onUnreadable: ({ key }) => {
          const trouble = { reason: "unreadable", message: parts.model.unreadable, retryAt: null };
          dispatch({ type: "uploadFailed", key, trouble });
        },
      }),
    [service, files, parts, dispatch],
  );
  useEffect(() => {
    files.keepOnly(new Set(basket.cards.map(({ fileKey }) => fileKey)));
    queue.want(basket.cards.flatMap((card) => wantedUpload(card, files)));
  }, [queue, files, basket.cards]);
}

function isOfFile({ reason }: Refusal): boolean {
  return reason === "invalid" || reason === "too_large";
}

function wantedUpload(card: Card, files: OpenedFiles): WantedUpload[] {
  const file = files.file(card.fileKey);
  if (file === undefined || cardModelId(card) !== undefined || card.uploadTrouble !== null) return [];
  const { key, unit, change, fileKey } = card;
  const upload = { key, version: versionKey(card), fileName: modelNameOf(card) };
  if (unit === "mm" && !isChanged(change)) return [{ ...upload, file: async () => file }];
  const write = async (signal: AbortSignal) => {
    // Each version costs the visitor a place of the day: only the last of several steps is sent.
    if (isChanged(change)) await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    signal.throwIfAborted();
    return (await files.model(fileKey)).write({ unit, change });
  };
  return [{ ...upload, file: write }];
}

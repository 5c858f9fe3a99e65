// Uploads of the basket: sends the files that the server lacks, and reports its answers.

import { useEffect, useMemo } from "preact/hooks";
import { type AttachedFile, type Basket, type Card, cardModelId, modelNameOf } from "../basket/basket.ts";
import type { PageTools } from "../basket/page-tools.ts";
import { refusalSentence, troubleOf } from "../basket/refusal-sentence.ts";
import { isChanged, isFileItself, versionKey } from "../model/model-change.ts";
import type { OpenedFiles } from "../model/opened-files.ts";
import type { OrderService } from "../service/order-service.ts";
import type { Refusal } from "../service/refusal.ts";
import { readableFile, UploadQueue, type WantedUpload } from "../service/upload-queue.ts";

/** A change is sent after this pause. */
const QUIET_MS = 1500;

/** Uploads the file of each card that has no model yet, and the files for a price request. */
export function useUploads(service: OrderService, basket: Basket, tools: PageTools): void {
  const { files } = tools;
  const queues = useMemo(() => queuesOf(service, tools), [service, tools]);
  useEffect(() => {
    const { cards, attached } = basket;
    files.keepOnly(new Set([...cards.map(({ fileKey }) => fileKey), ...attached.map(({ key }) => key)]));
    queues.models.want(cards.flatMap((card) => wantedUpload(card, files)));
    queues.attachments.want(attached.flatMap((file) => wantedAttachment(file, files)));
  }, [queues, files, basket.cards, basket.attached]);
}

function queuesOf(service: OrderService, { configuration, files, parts, dispatch }: PageTools) {
  const onProgress = ({ key }: WantedUpload, share: number) => dispatch({ type: "sent", key, share });
  const tellUnreadable =
    (message: string) =>
    ({ key }: WantedUpload) =>
      dispatch({ type: "uploadFailed", key, trouble: { reason: "unreadable", message, retryAt: null } });
  /** The server cannot read the model: the file goes with a price request, or stays listed with the reason. */
  const refuse = ({ key, chosen }: WantedUpload, refusal: Refusal) => {
    // The last sentence is the advice.
    const told = refusal.faults.model ?? [];
    const help = told.length > 1 ? told.at(-1) : undefined;
    const message = help === undefined ? refusalSentence(parts, refusal) : told.slice(0, -1).join(" ");
    const isKept = configuration.takesPriceRequests && refusal.reason === "invalid";
    if (isKept) files.addUnopened(key, chosen);
    const sizeBytes = isKept ? chosen.size : null;
    dispatch({ type: "fileRefused", key, message, help: help ?? parts.turnedAway.help, sizeBytes });
  };
  const fail = ({ key }: WantedUpload, refusal: Refusal) =>
    dispatch({ type: "uploadFailed", key, trouble: troubleOf(parts, refusal, null) });
  return {
    models: new UploadQueue(service.upload.bind(service), {
      onProgress,
      onUnreadable: tellUnreadable(parts.model.unreadable),
      onUploaded: ({ key, version }, { modelId }) => dispatch({ type: "uploaded", key, version, modelId }),
      onRefused: (upload, refusal) => {
        if (refusal.reason === "invalid" || refusal.reason === "too_large") refuse(upload, refusal);
        else fail(upload, refusal);
      },
    }),
    attachments: new UploadQueue(service.attach.bind(service), {
      onProgress,
      onUnreadable: tellUnreadable(parts.upload.unreadable),
      onUploaded: ({ key }, { attachmentId }) => dispatch({ type: "attachmentKept", key, attachmentId }),
      onRefused: fail,
    }),
  };
}

function wantedAttachment({ key, fileName, attachmentId, uploadTrouble }: AttachedFile, files: OpenedFiles) {
  const chosen = files.unopened(key);
  if (chosen === undefined || attachmentId !== null || uploadTrouble !== null) return [];
  return [{ key, version: "", fileName, chosen, file: () => readableFile(chosen) }];
}

function wantedUpload(card: Card, files: OpenedFiles): WantedUpload[] {
  const chosen = files.file(card.fileKey);
  if (chosen === undefined || cardModelId(card) !== undefined || card.uploadTrouble !== null) return [];
  const { key, fileKey, change } = card;
  const upload = { key, version: versionKey(card), fileName: modelNameOf(card), chosen };
  if (isFileItself(card)) return [{ ...upload, file: async () => chosen }];
  const write = async (signal: AbortSignal) => {
    // Each version costs the visitor a place of the day: only the last of several steps is sent.
    if (isChanged(change)) await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    signal.throwIfAborted();
    return (await files.model(fileKey)).write(card);
  };
  return [{ ...upload, file: write }];
}

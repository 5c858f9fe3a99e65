// Slicing-job statuses, in the words of the API.

export const SLICING_JOB_STATUSES = ["pending", "processing", "done", "failed"] as const;
export type SlicingJobStatus = (typeof SLICING_JOB_STATUSES)[number];

export function isEnded(status: SlicingJobStatus): boolean {
  return status === "done" || status === "failed";
}

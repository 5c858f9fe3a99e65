// The sample model as a model of the studio, for trials.

import { modelReads, useModels } from "../../models/chosen-models.ts";
import { IncomingModel } from "../../models/incoming-model.ts";
import type { ModelInUse, SentModel } from "../../models/store-models.ts";
import type { Tenant } from "../../tenant/tenant.ts";
import { SAMPLE_FILE_NAME, sampleModel } from "./sample-model.ts";

/** The sample as a request would send it. */
export async function sentSample({ modelFiles }: Pick<Tenant, "modelFiles">): Promise<SentModel> {
  const bytes = sampleModel();
  const incoming = new IncomingModel(modelFiles, bytes.length);
  await incoming.add(bytes);
  const received = await incoming.finish(bytes.length, SAMPLE_FILE_NAME);
  if (received.outcome !== "arrived") throw new Error(`the sample model was not taken: ${received.outcome}`);
  return { field: "sample", originalFileName: SAMPLE_FILE_NAME, model: received.model };
}

/** The sample is kept like any other model of the studio: once, and for its retention after the last use. */
export async function storeSample(tenant: Tenant): Promise<ModelInUse> {
  const sample = await sentSample(tenant);
  const [inUse] = useModels(tenant, [sample], await tenant.db.batchNamed(modelReads(tenant, [sample])));
  if (inUse === undefined) throw new Error("one model became none");
  return inUse;
}

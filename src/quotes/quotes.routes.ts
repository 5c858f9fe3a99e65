// POST /quotes: what a print of a model would cost.

import { createRoute, z } from "@hono/zod-openapi";
import { type BoxMm, fitsInto, parseBuildVolume } from "../domain/build-volume.ts";
import { errorResponses, JOB_HEADERS, jsonResponse } from "../http/contract.ts";
import { success } from "../http/envelope.ts";
import { distinctIdsField, idField, inFormText, jsonField, quantityField } from "../http/fields.ts";
import { currencyOf, money, moneySchema } from "../http/money.schema.ts";
import { preferHeader, preferredWait } from "../http/prefer-wait.ts";
import { apiRouter } from "../http/router.ts";
import { costBreakdownSchema, priceChosenItem, toCostBreakdown, toWeight } from "../items/priced-item.ts";
import { type ChosenFromCatalog, chooseFromCatalog, type ItemChoice } from "../items/resolve-items.ts";
import { readUploadForm, SINGLE_MODEL_BODY, singleModel, uploadBody } from "../models/upload-form.ts";
import { resultsOrAccepted } from "../slicing/accepted-job.ts";
import { sliceFiles } from "../slicing/slices.ts";
import { acceptedJobSchema, modelMetricsSchema, toModelMetrics } from "../slicing/slicing-job.ts";

const quoteFieldsSchema = z.object({
  materialId: inFormText(idField),
  printingQualityId: inFormText(idField),
  finishingIds: jsonField(distinctIdsField).optional().meta({ description: "A JSON array of ids", example: "[3]" }),
  "finishingIds[]": z
    .array(inFormText(idField))
    .pipe(distinctIdsField)
    .optional()
    .meta({ description: "The same, one field an id" }),
  quantity: inFormText(quantityField).default(1),
});

const quoteSchema = z
  .object({
    totalPrice: moneySchema,
    perUnitPrice: moneySchema,
    setupCost: moneySchema,
    quantity: z.int(),
    materialId: z.int(),
    printingQualityId: z.int(),
    finishingIds: z.array(z.int()),
    printingTime: z.int().openapi({ description: "Minutes, for the whole quantity" }),
    weight: z.string().openapi({ description: "g, for the whole quantity", example: "12.34" }),
    modelMetrics: modelMetricsSchema,
    fitsBuildVolume: z
      .boolean()
      .nullable()
      .openapi({ description: "null where no printer of the technology states a build volume" }),
    breakdown: costBreakdownSchema,
  })
  .openapi("Quote");

const createQuote = createRoute({
  method: "post",
  path: "/quotes",
  tags: ["Quotes and orders"],
  summary: "Prices a print of a model",
  request: { headers: preferHeader, body: uploadBody(quoteFieldsSchema, SINGLE_MODEL_BODY) },
  responses: {
    200: jsonResponse(quoteSchema, "The price"),
    202: jsonResponse(
      acceptedJobSchema,
      "Slicing takes longer: wait for the job, then send the same request again",
      JOB_HEADERS,
    ),
    ...errorResponses(400, 404, 413, 415, 503),
  },
});

export const quoteRoutes = apiRouter().openapi(createQuote, async (context) => {
  const { tenant } = context.var;
  const { fields, models } = await readUploadForm(context, quoteFieldsSchema, singleModel);
  const choice: ItemChoice = {
    materialId: fields.materialId,
    printingQualityId: fields.printingQualityId,
    finishingIds: fields.finishingIds ?? fields["finishingIds[]"] ?? [],
    quantity: fields.quantity,
  };
  const { studio, items, activePrinters } = await chooseFromCatalog(tenant.db, [choice], () => "");
  const filesToSlice = models.flatMap((file) => items.map(({ profile }) => ({ ...file, profile })));
  const files = await sliceFiles(tenant, filesToSlice, preferredWait(context.req.valid("header").prefer));
  const slicing = await resultsOrAccepted(context, files, () => "model");
  if ("accepted" in slicing) return context.json(success(slicing.accepted), 202);

  const [item] = items;
  const [file] = slicing.done;
  if (item === undefined || file === undefined) throw new Error("a quote has one item and one file");
  const { result } = file.state;
  const priced = priceChosenItem(item, result, studio);
  const currency = currencyOf(studio.currencyId);
  return context.json(
    success({
      totalPrice: money(priced.price, currency),
      perUnitPrice: money(priced.perUnitPrice, currency),
      setupCost: money(priced.breakdown.setupCost, currency),
      ...choice,
      printingTime: priced.printMinutes,
      weight: toWeight(priced.weightHundredthsOfGram),
      modelMetrics: toModelMetrics(result),
      fitsBuildVolume: fitsAnyOf(activePrinters, item.material.technologyId, result.dimensionsMm),
      breakdown: toCostBreakdown(priced.breakdown, currency),
    }),
    200,
  );
});

/** Whether a print fits into a printer of its technology; null where none of them states its build volume. */
function fitsAnyOf(
  activePrinters: ChosenFromCatalog["activePrinters"],
  technologyId: number,
  dimensionsMm: BoxMm,
): boolean | null {
  const volumes = activePrinters.flatMap((printer) => {
    const volume = printer.buildVolume === null ? undefined : parseBuildVolume(printer.buildVolume);
    return printer.technologyId === technologyId && volume !== undefined ? [volume] : [];
  });
  return volumes.length === 0 ? null : volumes.some((volume) => fitsInto(dimensionsMm, volume));
}

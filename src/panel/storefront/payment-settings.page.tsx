// Payment settings of the studio: the share asked in advance, and the account for a bank's QR code.

import { type FormState, textOf } from "../../pages/form-values.ts";
import type { StorefrontPayment } from "../../studios/storefront-settings.store.ts";
import { FaultSummary, Input, PostForm, SeenValues } from "../kit/form.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { storefrontWords } from "./storefront.words.ts";

const PAYEE_FIELDS = ["payeeName", "payeeIban", "payeeCode"] as const;

export function PaymentSettingsForm({ form }: { readonly form: FormState }) {
  const studio = useStudio();
  const words = storefrontWords(useView().language);
  return (
    <PostForm action={`${studio.base}/order-page/payment`} class="card all-optional">
      <h2>{words.payment}</h2>
      <FaultSummary form={form} />
      <SeenValues form={form} />
      <Input
        form={form}
        name="advancePercent"
        label={words.advancePercent}
        hint={words.advancePercentHint}
        unit="%"
        inputmode="numeric"
        autocomplete="off"
        optional
      />
      <p class="hint">{words.payeeText}</p>
      {PAYEE_FIELDS.map((name) => (
        <Input form={form} name={name} label={words[name]} hint={words[`${name}Hint`]} autocomplete="off" optional />
      ))}
      <button type="submit" class="primary">
        {words.savePayment}
      </button>
    </PostForm>
  );
}

/** The stored payment settings as form values. */
export function paymentFormValues(settings: StorefrontPayment): Record<string, string> {
  return {
    advancePercent: textOf(settings.advancePercent),
    payeeName: textOf(settings.payeeName),
    payeeIban: textOf(settings.payeeIban?.replace(/(.{4})(?=.)/g, "$1 ")),
    payeeCode: textOf(settings.payeeCode),
  };
}

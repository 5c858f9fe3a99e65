// Form that downloads a period's orders as a table: the current month, if no other days are typed.

import { dayFromNow } from "../../../platform/calendar.ts";
import { Input, RequiredNote } from "../../kit/form.tsx";
import { useStudio, useView } from "../../kit/view-context.ts";
import { exportWords } from "./export.words.ts";

export function ExportForm() {
  const { language } = useView();
  const studio = useStudio();
  const words = exportWords(language);
  const today = dayFromNow(0);
  const form = { values: { since: `${today.slice(0, 8)}01`, through: today }, faults: {} };
  return (
    <details>
      <summary>{words.summary}</summary>
      <form method="get" action={`${studio.base}/orders/export`} class="card filters">
        <RequiredNote />
        <Input form={form} name="since" type="date" label={words.since} />
        <Input form={form} name="through" type="date" label={words.through} />
        <button type="submit">{words.download}</button>
      </form>
    </details>
  );
}

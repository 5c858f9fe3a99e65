// Filters of the board, kept in its address.

import { TECHNOLOGIES } from "../../../../slicer-service/src/contract/technologies.ts";
import { Checkbox, Select } from "../../kit/form.tsx";
import { useStudio, useView } from "../../kit/view-context.ts";
import { ordersWords } from "../orders.words.ts";
import { type BoardQuery, isNarrowed, wholeBoardAddress } from "./board-query.ts";

export function BoardFilters({ filter }: { readonly filter: BoardQuery }) {
  const { language } = useView();
  const studio = useStudio();
  const words = ordersWords(language);
  const form = {
    values: {
      late: String(filter.isLate),
      unpaid: String(filter.isUnpaid),
      technology: String(filter.technologyId ?? ""),
      last: filter.lastBy ?? "",
      sort: filter.sort,
    },
    faults: {},
  };
  const field = { form, optional: true };
  return (
    <form method="get" action={`${studio.base}/orders`} class="filters slim" data-submit-on-change>
      <input type="hidden" name="status" value={filter.status} />
      <Select
        {...field}
        name="technology"
        label={words.technology}
        choices={TECHNOLOGIES.map(({ id, name }) => ({ value: String(id), label: name }))}
        empty={words.anyTechnology}
      />
      <Select
        {...field}
        name="last"
        label={words.lastBy}
        choices={[
          { value: "me", label: words.byMe },
          { value: "outside", label: words.byOutside },
        ]}
        empty={words.byAll}
      />
      <Select
        {...field}
        name="sort"
        label={words.sort}
        choices={[
          { value: "newest", label: words.newestFirst },
          { value: "due", label: words.dueFirst },
        ]}
      />
      <Checkbox form={form} name="late" label={words.lateOnly} />
      <Checkbox form={form} name="unpaid" label={words.unpaidOnly} />
      <div class="row">
        <button type="submit">{words.narrow}</button>
        {isNarrowed(filter) ? <a href={wholeBoardAddress(studio)}>{words.clear}</a> : null}
      </div>
    </form>
  );
}

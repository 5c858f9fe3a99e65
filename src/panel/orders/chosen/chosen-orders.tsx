// Choosing orders on the board and in the list: their boxes, and the buttons for all chosen ones.

import type { ListedOrder } from "../../../orders/order-list.store.ts";
import { FORM_TOKEN_FIELD } from "../../../pages/form-values.ts";
import { useStudio, useView } from "../../kit/view-context.ts";
import { chosenOrdersWords } from "./chosen-orders.words.ts";

const FORM = "chosen-orders";

/** The box of an order, wherever it is on the page. It carries the version that is shown. */
export function ChooseOrder({ order: { id, number, version } }: { readonly order: ListedOrder }) {
  const { language } = useView();
  return (
    <input
      type="checkbox"
      name="orders[]"
      value={`${id}:${version}`}
      form={FORM}
      aria-label={chosenOrdersWords(language).choose(number)}
    />
  );
}

/** @param back the address of the page itself */
export function ChosenOrders({ back }: { readonly back: string }) {
  const { language, formToken } = useView();
  const studio = useStudio();
  const words = chosenOrdersWords(language);
  const to = `${studio.base}/orders/chosen`;
  return (
    // Sheets and files are read by GET, which must not carry the token: it is the confirming button's own value.
    <form id={FORM} method="get" action={`${to}/work-sheets`} class="row">
      <input type="hidden" name="back" value={back} />
      <span class="muted">{words.chosen}</span>
      <button
        type="submit"
        class="small"
        formmethod="post"
        formaction={`${to}/confirm`}
        name={FORM_TOKEN_FIELD}
        value={formToken}
      >
        {words.confirm}
      </button>
      <button type="submit" class="small">
        {words.workSheets}
      </button>
      <button type="submit" class="small" formaction={`${to}/files`}>
        {words.files}
      </button>
      <button type="submit" class="small" formaction={`${studio.base}/printing/chosen`}>
        {words.printer}
      </button>
      <span class="hint keys">{words.keys}</span>
    </form>
  );
}

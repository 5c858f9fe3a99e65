// Dialog of Ctrl K: leads to an order, a customer or a page, by keys alone.
//
// The server finds, as a page with links; the dialog shows them below its field.

/** A pause in typing. */
const PAUSE_MILLISECONDS = 150;

const dialog = document.querySelector<HTMLDialogElement>("#jump");
const field = dialog?.querySelector("input");
const status = dialog?.querySelector("[role=status]");
const place = dialog?.querySelector("div");

let timer: ReturnType<typeof setTimeout> | undefined;
let shownText: string | undefined;
let latest = 0;

/** False on a page without a studio. */
export function openJump(): boolean {
  if (!dialog || !field) return false;
  if (!dialog.open) {
    dialog.showModal();
    void find();
  }
  field.focus();
  field.select();
  return true;
}

/** Shows the links for the typed text. */
async function find(): Promise<void> {
  clearTimeout(timer);
  if (!dialog || !field || !place || !status) return;
  const text = field.value.trim();
  const round = ++latest;
  const found = await foundFor(text);
  // An answer overtaken by a later one has outdated links.
  if (round !== latest) return;
  place.replaceChildren(...(found?.children ?? []));
  status.textContent = found?.dataset.count ?? "";
  shownText = text;
}

/** Undefined without a connection, or after signing out. */
async function foundFor(text: string): Promise<HTMLElement | undefined> {
  try {
    const response = await fetch(`${dialog?.dataset.found}?${new URLSearchParams({ search: text })}`, {
      redirect: "error",
    });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const found = page.getElementById("jump-found");
    return found === null ? undefined : document.adoptNode(found);
  } catch {
    return undefined;
  }
}

/** Opens the first link; without one, the list of orders searches for the text. */
async function openFirst(): Promise<void> {
  const text = field?.value.trim() ?? "";
  if (text !== shownText) await find();
  const [first] = links();
  if (first !== undefined) return first.click();
  location.assign(`${dialog?.dataset.list}&${new URLSearchParams({ search: text })}`);
}

function links(): HTMLAnchorElement[] {
  return [...(place?.querySelectorAll("a") ?? [])];
}

/** From the field to the links and back. */
function step(by: 1 | -1): void {
  const stops = [field, ...links()];
  const at = stops.findIndex((stop) => stop?.matches(":focus"));
  stops.at((at + by) % stops.length)?.focus();
}

field?.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(find, PAUSE_MILLISECONDS);
});

dialog?.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    step(event.key === "ArrowDown" ? 1 : -1);
  }
  if (event.key === "Enter" && event.target === field) {
    event.preventDefault();
    void openFirst();
  }
});

// A press beside the dialog's content closes it.
dialog?.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});

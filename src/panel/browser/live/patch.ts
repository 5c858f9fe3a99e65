// Replacing a shown part of a page by its newer version, around everything that a person is using.

/** Forms in which a person has typed or chosen something. */
const changedForms = new WeakSet<Element>();

addEventListener("input", ({ target }) => {
  const form = target instanceof Element ? target.closest("form") : null;
  if (form !== null) changedForms.add(form);
});

export const CHOICE = 'input[name="orders[]"]';

/** Orders that a person ticked stay ticked, unless one changed meanwhile: its box then carries another version. */
export function keepTicks(shown: ParentNode, fresh: ParentNode): void {
  const ticked = [...shown.querySelectorAll<HTMLInputElement>(`${CHOICE}:checked`)].map(({ value }) => value);
  for (const box of fresh.querySelectorAll<HTMLInputElement>(CHOICE)) box.checked = ticked.includes(box.value);
}

/** Keeps focus, typed text and opened details; everything else becomes as in the newer version. */
export function patch(shown: Element, fresh: Element): void {
  if (!isInUse(shown)) {
    shown.replaceWith(fresh);
    return;
  }
  // A form is kept whole: its hidden version belongs to the values that the person saw, so that an outdated change is noticed.
  if (shown.tagName === "FORM") return;
  // A box in focus loses its tick with its version: the person ticked the order as it was.
  if (shown instanceof HTMLInputElement && shown.matches(CHOICE) && shown.value !== fresh.getAttribute("value")) {
    shown.checked = false;
  }
  for (const { name, value } of fresh.attributes) shown.setAttribute(name, value);
  const used = new Map([...namedChildren(shown)].filter(([, child]) => isInUse(child)));
  const inUse = new Set<ChildNode>(used.values());
  for (const node of [...shown.childNodes]) if (!inUse.has(node)) node.remove();
  // A used element never moves, since moving takes its focus: the others are put around it.
  const names = new Map([...namedChildren(fresh)].map(([name, child]) => [child as ChildNode, name]));
  let next: ChildNode | null = shown.firstChild;
  for (const node of [...fresh.childNodes]) {
    const same = used.get(names.get(node) ?? "");
    if (same === undefined) {
      shown.insertBefore(node, next);
    } else if (node instanceof Element) {
      next = same.nextSibling;
      patch(same, node);
    }
  }
}

function isInUse(element: Element): boolean {
  return (
    element.contains(document.activeElement) ||
    element.matches("details[open]") ||
    element.querySelector("details[open]") !== null ||
    changedForms.has(element) ||
    [...element.querySelectorAll("form")].some((form) => changedForms.has(form))
  );
}

/** Children by names that they keep from version to version: a row's is the address of its record. */
function namedChildren(parent: Element): Map<string, Element> {
  const named = new Map<string, Element>();
  for (const child of parent.children) {
    const own = child.id || child.getAttribute("aria-labelledby") || addressIn(child);
    let name = `${child.tagName} ${own}`;
    while (named.has(name)) name += "+";
    named.set(name, child);
  }
  return named;
}

/** Containers have none: their first record changes. */
function addressIn(element: Element): string {
  const isRecord = element.matches("li, tr, article, a, form");
  const addressed = element.matches("a, form") ? element : isRecord ? element.querySelector("a, form") : null;
  return addressed?.getAttribute("href") ?? addressed?.getAttribute("action") ?? "";
}

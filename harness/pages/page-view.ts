// Page as its reader sees it: fields by name, rows by words, the notice and its undo.

import type { HtmlElement } from "./html-tree.ts";

export interface FieldView {
  /** Sent as it stands: typed text, the chosen option. */
  readonly value: string;
  readonly type: string;
  readonly isChecked: boolean;
  readonly isDisabled: boolean;
  /** Values of a select, in the order shown. */
  readonly options: readonly string[];
}

export interface FormView {
  readonly method: "get" | "post";
  /** As it is written; undefined sends the form to the page's own address. */
  readonly action: string | undefined;
  readonly isMultipart: boolean;
  /** The fields that a browser would send, in the order of the page, with those of the button that Enter presses. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly string[];
  /** Names of the fields that no person sees. */
  readonly hidden: readonly string[];
  /** Values that a person may choose in place of these: options, boxes, dots. */
  readonly choices: readonly (readonly [name: string, value: string])[];
  /** Those that send it, with the field that each adds. */
  readonly buttons: readonly { readonly text: string; readonly name: string; readonly value: string }[];
}

/** A page, or a part of it. */
export class PageView {
  #read: HtmlElement | (() => HtmlElement);

  /** @param root or how to read it: most pages are looked at by their status alone */
  constructor(root: HtmlElement | (() => HtmlElement)) {
    this.#read = root;
  }

  get #root(): HtmlElement {
    if (typeof this.#read === "function") this.#read = this.#read();
    return this.#read;
  }

  /** All that it says, without its markup. */
  get text(): string {
    return this.#root.text;
  }

  /** The only field of this name, a visible one before hidden ones. @throws Error if there is none, or several */
  field(name: string): FieldView {
    const all = this.fields(name);
    const visible = all.filter(({ type }) => type !== "hidden");
    return only(visible.length > 0 ? visible : all, `field ${name}`, this);
  }

  /** The fields of this name, such as a group of boxes. */
  fields(name: string): FieldView[] {
    return this.#root
      .all((element) => CONTROLS.has(element.tag) && element.attribute("name") === name)
      .map((control) => ({
        value: sentValueOf(control),
        type: control.tag === "input" ? (control.attribute("type") ?? "text") : control.tag,
        isChecked: control.has("checked"),
        isDisabled: control.has("disabled"),
        options: control.all(({ tag }) => tag === "option").map(valueOfOption),
      }));
  }

  /** Values that stand in its inputs, such as a link to be copied, with or without a name. */
  get values(): string[] {
    return this.#root.all(({ tag }) => tag === "input").map((input) => input.attribute("value") ?? "");
  }

  /** Faults beside fields, by the fields' names. */
  get faults(): Readonly<Record<string, string>> {
    const faults = this.#root.all((element) => element.attribute("id")?.startsWith("fault-") === true);
    return Object.fromEntries(faults.map((fault) => [fault.attribute("id")?.slice("fault-".length), fault.text]));
  }

  /** The only table row or list item that says these words. @throws Error if there is none, or several */
  row(words: string): PageView {
    const rows = this.#root.all(({ tag, text }) => (tag === "tr" || tag === "li") && text.includes(words));
    // A row that holds another one says its words too.
    const innermost = rows.filter((row) => row.all((inner) => rows.includes(inner)).length === 0);
    return new PageView(only(innermost, `row “${words}”`, this));
  }

  /** The texts of a row's cells. */
  get cells(): string[] {
    return this.#root.all(({ tag }) => tag === "td" || tag === "th").map(({ text }) => text);
  }

  /** The element of this id. @throws Error if there is none */
  part(id: string): PageView {
    return new PageView(only(this.#parts(id), `element #${id}`, this));
  }

  hasPart(id: string): boolean {
    return this.#parts(id).length > 0;
  }

  #parts(id: string): HtmlElement[] {
    return this.#root.all((element) => element.attribute("id") === id);
  }

  /** The elements of this class. */
  ofClass(name: string): PageView[] {
    return this.#root
      .all((element) => element.attribute("class")?.split(" ").includes(name) === true)
      .map((element) => new PageView(element));
  }

  /** An attribute of the part itself. */
  attribute(name: string): string | undefined {
    return this.#root.attribute(name);
  }

  /** The address of its link with this relation, such as "next". */
  related(rel: string): string | undefined {
    return this.#root.all((element) => element.attribute("rel") === rel)[0]?.attribute("href");
  }

  /** Addresses of links, by their texts; of several alike, the last. */
  get links(): Readonly<Record<string, string>> {
    const links = this.#root.all(({ tag }) => tag === "a");
    return Object.fromEntries(links.map((link) => [link.text, link.attribute("href") ?? ""]));
  }

  /** Addresses of its links, in the order of the page. */
  get addresses(): string[] {
    return this.#root.all(({ tag }) => tag === "a").map((link) => link.attribute("href") ?? "");
  }

  /** The words on its buttons. */
  get buttons(): string[] {
    return this.#root.all(({ tag }) => tag === "button").map(({ text }) => text);
  }

  get headings(): string[] {
    return this.#root.all(({ tag }) => /^h[1-6]$/.test(tag)).map(({ text }) => text);
  }

  /** The sentence about the last form; "" if there is none. */
  get notice(): string {
    return this.#notices()
      .flatMap((notice) => notice.all(({ tag }) => tag === "span").map(({ text }) => text))
      .join(" ");
  }

  /** The notice's form that undoes the last change; undefined if it has none. */
  get undo(): FormView | undefined {
    return this.#notices().flatMap((notice) => new PageView(notice).forms)[0];
  }

  #notices(): HtmlElement[] {
    return this.#root.all((element) => element.attribute("class") === "notice");
  }

  get forms(): FormView[] {
    return this.#root.all(({ tag }) => tag === "form").map(formOf);
  }

  /** The only form that is sent to this address. @throws Error if there is none, or several */
  form(action: string): FormView {
    return only(
      this.forms.filter((form) => form.action === action),
      `form to ${action} among ${this.forms.map((form) => form.action).join(", ")}`,
      this,
    );
  }
}

const CONTROLS = new Set(["input", "select", "textarea"]);
const BUTTON_TYPES = ["submit", "button", "reset", "image"];

function only<Found>(found: readonly Found[], sought: string, { text }: PageView): Found {
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`${found.length} of ${sought} on the page:\n${text}`);
  return first;
}

function sentValueOf(control: HtmlElement): string {
  if (control.tag === "textarea") return control.content;
  if (control.tag === "input") return control.attribute("value") ?? (isBox(control) ? "on" : "");
  const options = control.all(({ tag }) => tag === "option");
  const chosen = options.findLast((option) => option.has("selected")) ?? options[0];
  return chosen === undefined ? "" : valueOfOption(chosen);
}

function valueOfOption(option: HtmlElement): string {
  return option.attribute("value") ?? option.text;
}

function isBox(control: HtmlElement): boolean {
  return ["checkbox", "radio"].includes(control.attribute("type") ?? "");
}

function namesOf(controls: readonly HtmlElement[]): string[] {
  return controls.map((control) => control.attribute("name") ?? "");
}

function choicesOf(control: HtmlElement): string[] {
  if (control.tag === "select") return control.all(({ tag }) => tag === "option").map(valueOfOption);
  return isBox(control) ? [sentValueOf(control)] : [];
}

function formOf(form: HtmlElement): FormView {
  const controls = form.all((element) => CONTROLS.has(element.tag) || element.tag === "button");
  const fields = controls.filter((control) => isSent(control, controls));
  const files = controls.filter((control) => control.attribute("type") === "file");
  return {
    method: form.attribute("method") === "post" ? "post" : "get",
    action: form.attribute("action"),
    isMultipart: form.attribute("enctype") === "multipart/form-data",
    fields: fields.map((field) => [
      field.attribute("name") ?? "",
      field.tag === "button" ? (field.attribute("value") ?? "") : sentValueOf(field),
    ]),
    files: namesOf(files),
    hidden: namesOf(controls.filter((control) => control.attribute("type") === "hidden")),
    choices: controls
      .filter((control) => control.has("name") && !control.has("disabled"))
      .flatMap((control) => choicesOf(control).map((value) => [control.attribute("name") ?? "", value] as const)),
    buttons: controls.filter(isSubmitter).map((button) => ({
      text: button.text,
      name: button.attribute("name") ?? "",
      value: button.attribute("value") ?? "",
    })),
  };
}

function isSent(control: HtmlElement, all: readonly HtmlElement[]): boolean {
  if (!control.has("name") || control.has("disabled")) return false;
  // The form's first button is the one that Enter presses.
  if (control.tag === "button") return control === all.find(isSubmitter);
  if (control.tag === "select") return control.all(({ tag }) => tag === "option").length > 0;
  if (control.tag === "textarea") return true;
  const type = control.attribute("type") ?? "text";
  return type !== "file" && !BUTTON_TYPES.includes(type) && (!isBox(control) || control.has("checked"));
}

function isSubmitter(element: HtmlElement): boolean {
  return element.tag === "button" && (element.attribute("type") ?? "submit") === "submit";
}

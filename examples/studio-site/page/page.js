// The page: uploads a model once, shows its price as the choices change, and orders it.

/** The typed fields of an order; the model and the choices are sent beside them. */
const CUSTOMER_FIELDS = [
  "customerFirstName",
  "customerLastName",
  "customerPhoneNumber",
  "customerEmail",
  "deliveryCityName",
];
const PAUSE_AFTER_TYPING_MILLISECONDS = 300;

const at = (id) => document.getElementById(id);
const form = at("order");

let catalog;
/** The uploaded model's id, signed by the site. */
let model;
/** The last price's totals by material; undefined while the price is unknown. */
let totals;
/** Aborts an upload or price request once a newer one begins. */
let running = new AbortController();
let pause;
/**
 * Keys of the sent orders, until one is placed: the same order is sent with the same key, so that it is placed once even
 * if the answer was lost.
 */
const orderKeys = new Map();

start();

async function start() {
  try {
    catalog = await answerOf(await fetch("api/catalog"));
  } catch (error) {
    at("order-error").textContent = error.message;
    return;
  }
  at("studio").textContent = catalog.studio;
  at("printingQualityId").replaceChildren(...groupedQualities());
  at("deliveryMethodId").replaceChildren(...catalog.deliveryMethods.map(({ id, name }) => new Option(name, id)));
  showChoicesOfQuality();

  at("model").addEventListener("change", () => take(at("model").files[0]));
  at("drop").addEventListener("dragover", (event) => {
    event.preventDefault();
    at("drop").classList.add("over");
  });
  at("drop").addEventListener("dragleave", () => at("drop").classList.remove("over"));
  at("drop").addEventListener("drop", (event) => {
    event.preventDefault();
    at("drop").classList.remove("over");
    take(event.dataTransfer.files[0]);
  });
  // A file dropped beside the zone would replace the page.
  for (const type of ["dragover", "drop"]) addEventListener(type, (event) => event.preventDefault());
  at("printingQualityId").addEventListener("change", () => {
    showChoicesOfQuality();
    price();
  });
  at("materials").addEventListener("change", showTotal);
  at("finishings").addEventListener("change", price);
  at("quantity").addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(price, PAUSE_AFTER_TYPING_MILLISECONDS);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    order();
  });
  at("again").addEventListener("click", startAnew);
}

function groupedQualities() {
  const technologies = [...new Set(catalog.qualities.map(({ technology }) => technology))];
  return technologies.map((technology) => {
    const group = document.createElement("optgroup");
    group.label = technology;
    const own = catalog.qualities.filter((quality) => quality.technology === technology);
    const first = technology === technologies[0];
    group.append(
      ...own.map(({ id, name, description, isDefault }) => {
        const selected = first && isDefault;
        return new Option(description === null ? name : `${name}: ${description}`, id, selected, selected);
      }),
    );
    return group;
  });
}

function chosenTechnology() {
  return catalog.qualities.find(({ id }) => id === Number(at("printingQualityId").value))?.technology;
}

/** Shows the materials and finishings of the chosen quality's technology; a choice that it has stays. */
function showChoicesOfQuality() {
  const technology = chosenTechnology();
  const material = chosenMaterial();
  const finishings = chosenFinishings();
  const materials = catalog.materials.filter((candidate) => candidate.technology === technology);
  const kept = materials.some(({ id }) => id === material) ? material : materials[0]?.id;
  at("materials").replaceChildren(
    ...materials.map(({ id, name, color, colorHex }) => {
      const swatch = document.createElement("span");
      swatch.className = "swatch";
      if (colorHex !== null) swatch.style.background = colorHex;
      return option("radio", "materialId", id, id === kept, color === null ? name : `${name}, ${color}`, swatch);
    }),
  );
  at("finishings").replaceChildren(
    ...catalog.finishings
      .filter((candidate) => candidate.technology === null || candidate.technology === technology)
      .map(({ id, name, description }) => {
        const label = description === null ? name : `${name} (${description})`;
        return option("checkbox", "finishingIds", id, finishings.includes(id), label);
      }),
  );
}

function option(type, name, value, checked, text, before = "") {
  const label = document.createElement("label");
  label.className = "option";
  const input = Object.assign(document.createElement("input"), { type, name, value, checked });
  const words = Object.assign(document.createElement("span"), { className: "name", textContent: text });
  const amount = Object.assign(document.createElement("span"), { className: "price" });
  label.append(input, before, words, amount);
  return label;
}

function chosenMaterial() {
  return Number(form.querySelector("[name=materialId]:checked")?.value);
}

function chosenFinishings() {
  return Array.from(form.querySelectorAll("[name=finishingIds]:checked"), ({ value }) => Number(value));
}

/** The input of a price. The material is no part of it: the answer has the totals of all. */
function choice() {
  return {
    model,
    printingQualityId: Number(at("printingQualityId").value),
    finishingIds: chosenFinishings(),
    quantity: at("quantity").valueAsNumber || 0,
  };
}

/** Uploads a model: once for all later choices. */
async function take(file) {
  if (file === undefined) return;
  model = undefined;
  const signal = begin(`Uploading ${file.name} …`);
  at("file-name").textContent = file.name;
  const body = new FormData();
  body.set("model", file);
  try {
    const answer = await answerOf(await fetch("api/models", { method: "POST", body, signal }));
    model = answer.model;
  } catch (error) {
    end(error, signal);
    return;
  }
  await price();
}

async function price() {
  clearTimeout(pause);
  if (model === undefined) return;
  const signal = begin("Computing the price …");
  try {
    const { prices, fits, size, warnings } = await post("api/prices", choice(), signal, showProgress);
    totals = new Map(prices.map(({ materialId, total }) => [materialId, total]));
    end(undefined, signal);
    const millimetres = size && [size.x, size.y, size.z].map((side) => Math.round(side)).join(" × ");
    at("remark").textContent =
      fits === false ? "Too large for our printers: we will call you." : `${millimetres ?? ""} mm`;
    showWarnings(warnings);
    showTotal();
  } catch (error) {
    end(error, signal);
  }
}

function showWarnings(sentences) {
  const items = sentences.map((sentence) => Object.assign(document.createElement("li"), { textContent: sentence }));
  at("warnings").replaceChildren(...items);
}

/** Shows a new request's remark, and aborts the last request. */
function begin(remark) {
  running.abort();
  running = new AbortController();
  totals = undefined;
  showErrors({});
  showWarnings([]);
  at("remark").textContent = remark;
  at("amount").classList.add("old");
  at("send").disabled = true;
  return running.signal;
}

function end(error, signal) {
  // A newer request has begun, and shows its own progress.
  if (signal.aborted) return;
  at("progress").hidden = true;
  if (error === undefined) return;
  at("amount").textContent = "—";
  at("remark").textContent = model === undefined ? "Choose another model." : "";
  showError(error);
}

function showProgress(percent) {
  at("progress").hidden = false;
  at("progress").value = percent;
  at("remark").textContent = `Slicing your model: ${percent} %`;
}

function showTotal() {
  for (const label of at("materials").children) {
    const id = Number(label.querySelector("input").value);
    label.querySelector(".price").textContent = totals?.get(id) ?? "";
  }
  const total = totals?.get(chosenMaterial());
  if (total === undefined) return;
  at("amount").textContent = total;
  at("amount").classList.remove("old");
  at("send").disabled = false;
}

async function order() {
  if (model === undefined || at("send").disabled) return;
  const customer = Object.fromEntries(CUSTOMER_FIELDS.map((name) => [name, at(name).value.trim()]));
  const deliveryMethodId = Number(at("deliveryMethodId").value) || undefined;
  const total = totals?.get(chosenMaterial());
  const wanted = { ...choice(), materialId: chosenMaterial(), ...customer, deliveryMethodId };
  // Without the total: a new price after a lost answer does not make it another order.
  const sameOrder = JSON.stringify(wanted);
  const orderKey = orderKeys.get(sameOrder) ?? crypto.randomUUID();
  orderKeys.set(sameOrder, orderKey);
  at("send").disabled = true;
  showErrors({});
  at("remark").textContent = "Placing your order …";
  try {
    const answer = await post("api/orders", { ...wanted, total, orderKey }, undefined, showProgress);
    at("placed-text").textContent =
      `Your order ${answer.order.number} for ${answer.order.total} is placed. We will call ${customer.customerPhoneNumber} to confirm it.`;
    form.hidden = true;
    at("placed").hidden = false;
    at("placed").focus();
  } catch (error) {
    at("remark").textContent = "";
    if (error.errors?.total !== undefined) await price();
    showError(error);
  } finally {
    at("progress").hidden = true;
    at("send").disabled = false;
  }
}

function startAnew() {
  model = undefined;
  orderKeys.clear();
  begin("Choose a model to see it.");
  showTotal();
  at("model").value = "";
  at("file-name").textContent = "Choose a file, or drop it here";
  at("amount").textContent = "—";
  form.hidden = false;
  at("placed").hidden = true;
  at("model").focus();
}

/** The site's refusal: its message, and faults by field. */
class Refused extends Error {
  constructor({ message = "Please look at the marked fields.", errors = {} }) {
    super(message);
    this.errors = errors;
  }
}

/** Sends JSON, and reads the lines of the answer: progress, then the result. */
async function post(path, body, signal, onProgress) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok) return answerOf(response);
  let rest = "";
  for await (const text of textOf(response.body)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    for (const line of lines.map((each) => JSON.parse(each))) {
      if (line.progress !== undefined) onProgress(line.progress);
      else if (line.errors !== undefined || line.message !== undefined) throw new Refused(line);
      else return line;
    }
  }
  throw new Error("The connection broke off. Please try again.");
}

/** Some browsers cannot iterate over streams. */
async function* textOf(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

async function answerOf(response) {
  const answer = await response.json().catch(() => ({ message: "The site does not answer. Please try again." }));
  if (!response.ok) throw new Refused(answer);
  return answer;
}

function showError(error) {
  if (error instanceof Refused) showErrors(error.errors);
  else at("order-error").textContent = "The site cannot be reached. Please try again.";
  const isShownBeside = error instanceof Refused && Object.keys(error.errors).some((name) => at(`${name}-error`));
  if (error instanceof Refused && !isShownBeside) at("order-error").textContent = error.message;
}

/** Shows each sentence beside its field, or beside the button if the form lacks the field. */
function showErrors(errors) {
  for (const place of form.querySelectorAll(".error")) place.textContent = "";
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  for (const [name, sentences] of Object.entries(errors)) {
    const sentence = sentences.join("; ");
    const place = at(`${name}-error`) ?? at("order-error");
    place.textContent = `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
    at(name)?.setAttribute("aria-invalid", "true");
  }
  form.querySelector("[aria-invalid]")?.focus();
}

// Print form: sends the visitor's model to this site, shows its price, and orders.

(() => {
  const TYPING_MILLISECONDS = 400;
  /** Pauses before the site is asked again for a price that is still being computed: each twice the last. */
  const FIRST_PAUSE_MILLISECONDS = 1000;
  const LONGEST_PAUSE_MILLISECONDS = 15_000;
  /** A quarter of an hour, after which the page gives a model up. */
  const MAX_ROUNDS = 30;
  const CUSTOMER_FIELDS = ["customerFirstName", "customerLastName", "customerPhoneNumber", "customerEmail"];

  for (const form of document.querySelectorAll("form.studio-print")) begin(form);

  function begin(form) {
    const words = JSON.parse(form.dataset.words);
    const part = (name) => form.querySelector(`[data-part="${name}"]`);
    const field = (name) => form.elements.namedItem(name);
    const errorOf = (name) => form.querySelector(`[data-error="${name}"]`);
    const word = (name, values = {}) => words[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);

    /** The model's name for this site; undefined before the first upload. */
    let model;
    /** The answer for model, quality and quantity: prices by material. */
    let priced;
    let basket = newBasket();
    let asking = new AbortController();
    let typing = 0;

    part("remark").textContent = word("choose");
    field("model").addEventListener("change", upload);
    field("materialId").addEventListener("change", () => {
      if (offerQualities()) price();
      else showPrice();
    });
    field("printingQualityId").addEventListener("change", price);
    field("quantity").addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(price, TYPING_MILLISECONDS);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      order();
    });
    offerQualities(true);

    /** Offers the qualities of the material's technology. True if another quality had to be chosen. */
    function offerQualities(isFirst = false) {
      const technology = field("materialId").selectedOptions[0].parentElement.label;
      const qualities = field("printingQualityId");
      for (const group of qualities.querySelectorAll("optgroup")) {
        group.hidden = group.label !== technology;
        group.disabled = group.hidden;
      }
      const offered = [...qualities.options].filter((option) => !option.parentElement.disabled);
      if (!isFirst && offered.includes(qualities.selectedOptions[0])) return false;
      const chosen = offered.find((option) => "default" in option.dataset) ?? offered[0];
      qualities.value = chosen?.value ?? "";
      return true;
    }

    async function upload() {
      const [file] = field("model").files;
      model = undefined;
      priced = undefined;
      showErrors({});
      showPrice();
      if (file === undefined) return;
      if (file.size > Number(form.dataset.maxBytes)) {
        const max = Math.floor(Number(form.dataset.maxBytes) / 1024 / 1024);
        showErrors({ model: [word("tooLarge", { max })] });
        return;
      }
      const body = new FormData();
      body.set("model", file, file.name);
      const sent = await ask("models", body, "uploading");
      if (sent === undefined) return;
      model = sent.model;
      await price();
    }

    async function price() {
      clearTimeout(typing);
      if (model === undefined) return;
      priced = undefined;
      showErrors({});
      showPrice();
      const answer = await ask("prices", choices(), "slicing");
      if (answer === undefined) return;
      priced = answer;
      showPrice();
    }

    async function order() {
      showErrors({});
      const shown = priced?.prices[field("materialId").value];
      if (shown === undefined) return;
      const body = choices();
      body.set("materialId", field("materialId").value);
      body.set("total", shown.total);
      body.set("basket", basket);
      for (const name of CUSTOMER_FIELDS) body.set(name, field(name).value);
      if (field("consent").checked) body.set("consent", "1");
      const button = form.querySelector("[type=submit]");
      button.disabled = true;
      const placed = await ask("orders", body, "ordering");
      button.disabled = false;
      showPrice();
      const dearer = errorOf("total").textContent;
      if (dearer !== "") {
        // The customer decides about the new price before anything is ordered.
        await price();
        errorOf("total").textContent = dearer;
      }
      if (placed === undefined) return;
      basket = newBasket();
      for (const child of form.children) child.hidden = true;
      part("placed").textContent = word("placed", placed);
      part("placed").hidden = false;
      part("placed").focus();
    }

    function choices() {
      const body = new FormData();
      body.set("model", model);
      for (const name of ["printingQualityId", "quantity"]) body.set(name, field(name).value);
      return body;
    }

    /** The answer of a route, asked again while it waits; undefined after a fault, which is shown, and after a newer question. */
    async function ask(route, body, stage) {
      asking.abort();
      asking = new AbortController();
      const { signal } = asking;
      part("remark").textContent = word(stage);
      part("progress").hidden = false;
      try {
        for (let round = 0; round < MAX_ROUNDS; round++) {
          const answer = await fetch(`${form.dataset.routes}/${route}`, {
            method: "POST",
            headers: { "X-WP-Nonce": form.dataset.nonce },
            body,
            signal,
          });
          const data = await answer.json();
          const milliseconds = Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** round, LONGEST_PAUSE_MILLISECONDS);
          if (answer.status === 202) await new Promise((resolve) => setTimeout(resolve, milliseconds));
          else if (answer.ok) return data;
          else {
            showErrors(data.errors ?? {});
            // The sentences of WordPress itself: an old page, whose nonce has ended.
            if (data.errors === undefined) part("fault").textContent = data.message ?? word("failed");
            part("remark").textContent = "";
            return undefined;
          }
        }
        part("fault").textContent = word("failed");
      } catch (error) {
        if (error.name !== "AbortError") part("fault").textContent = word("failed");
      } finally {
        if (!signal.aborted) part("progress").hidden = true;
      }
      return undefined;
    }

    /** Shows the price of the chosen material, or its absence. */
    function showPrice() {
      const shown = priced?.prices[field("materialId").value];
      part("total").textContent = shown?.total ?? "—";
      part("customer").hidden = shown === undefined;
      const warnings = priced === undefined ? [] : [...priced.warnings];
      if (priced?.fits === false) warnings.unshift(word("doesNotFit"));
      part("warnings").replaceChildren(
        ...warnings.map((text) => Object.assign(document.createElement("li"), { textContent: text })),
      );
      part("warnings").hidden = warnings.length === 0;
      if (priced === undefined) part("remark").textContent = model === undefined ? word("choose") : "";
      else if (shown === undefined) part("remark").textContent = word("noPrice");
      else if (shown.once !== undefined)
        part("remark").textContent = word("parts", { price: shown.forOne, once: shown.once });
      else part("remark").textContent = "";
    }

    /** Shows each sentence beside its field; those of a field that the form does not have stand at its end. */
    function showErrors(errors) {
      part("fault").textContent = "";
      for (const place of form.querySelectorAll("[data-error]")) {
        const sentences = errors[place.dataset.error] ?? [];
        place.textContent = sentences.join(" ");
        field(place.dataset.error)?.setAttribute("aria-invalid", String(sentences.length > 0));
      }
      const places = [...form.querySelectorAll("[data-error]")].map(({ dataset }) => dataset.error);
      const others = Object.entries(errors).filter(([name]) => !places.includes(name));
      if (others.length > 0) part("fault").textContent = others.map(([, sentences]) => sentences.join(" ")).join(" ");
      form.querySelector('[aria-invalid="true"]')?.focus();
    }
  }

  /** Names one order until it is placed. `randomUUID` is missing in pages without HTTPS. */
  function newBasket() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
      "",
    );
  }
})();

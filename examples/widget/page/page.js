// The site's own script: passes the page's choices to the widget, and shows the widget's messages.

const events = document.getElementById("events");

// The events bubble, so that one listener hears every widget of the page.
for (const name of ["ready", "price", "order"]) {
  document.addEventListener(name, ({ target, detail }) => {
    if (target.localName !== "studio-order-page") return;
    const line = document.createElement("li");
    const kind = document.createElement("b");
    kind.textContent = name;
    line.append(kind, ` ${JSON.stringify(detail)}`);
    line.dataset.event = name;
    events.prepend(line);
  });
}

for (const name of ["language", "theme", "accent"]) {
  document.getElementById(name).addEventListener("input", ({ target }) => {
    document.querySelector("studio-order-page")?.setAttribute(name, target.value);
  });
}

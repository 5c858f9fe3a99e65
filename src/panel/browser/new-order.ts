// The file field of a new order: sends chosen models at once, and unpacks zip archives before.

const input = document.querySelector<HTMLInputElement>("input[data-models]");

input?.addEventListener("change", async () => {
  const files = [...(input.files ?? [])];
  if (files.some(({ name }) => /\.zip$/i.test(name))) {
    input.closest("form")?.setAttribute("aria-busy", "true");
    // Only an archive needs the code that unpacks it.
    const { unpackModels } = await import("./archive/unpacked-models.ts");
    const { models, leftOut } = await unpackModels(files, roomOf(input));
    const chosen = new DataTransfer();
    for (const file of models) chosen.items.add(file);
    input.files = chosen.files;
    const notes = input.form?.elements.namedItem("leftOut");
    if (notes instanceof HTMLInputElement) notes.value = leftOut.join("\n");
  }
  input.form?.requestSubmit();
});

/** The limits that the page states. */
function roomOf({ dataset }: HTMLInputElement) {
  return {
    parts: Number(dataset.room),
    fileMegabytes: Number(dataset.fileMegabytes),
    requestMegabytes: Number(dataset.requestMegabytes),
  };
}

// Buttons that copy an address or a text.
// Without this script they stay hidden, and the text can still be marked and copied.

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
  const field = document.getElementById(button.dataset.copy ?? "");
  if (field === null) continue;
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const isInput = field instanceof HTMLInputElement;
    if (isInput) field.select();
    else getSelection()?.selectAllChildren(field);
    try {
      await navigator.clipboard.writeText(isInput ? field.value : field.innerText);
      button.textContent = button.dataset.copied ?? label;
    } catch {
      // Another site's frame may refuse the clipboard: the address is selected, to be copied by hand.
    }
  });
}

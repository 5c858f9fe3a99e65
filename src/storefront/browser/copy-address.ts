// Buttons that copy an address.
// Without this script they stay hidden, and the address can still be marked and copied.

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
  const field = document.getElementById(button.dataset.copy ?? "");
  if (!(field instanceof HTMLInputElement)) continue;
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = button.dataset.copied ?? label;
    } catch {
      // Another site's frame may refuse the clipboard: the address is selected, to be copied by hand.
    }
  });
}

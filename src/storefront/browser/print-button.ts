// Buttons that print the page. Without this script they stay hidden, and the browser's own way to print is left.

for (const button of document.querySelectorAll<HTMLElement>("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

// Menu: closes on a phone when its link is followed; marks the operation being read.

export function startMenu(): void {
  const menu = document.getElementById("menu");
  if (menu === null) return;
  menu.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a") !== null && menu.matches(":popover-open")) menu.hidePopover();
  });
  const links = new Map(
    [...menu.querySelectorAll<HTMLAnchorElement>('a[href*="#"]')]
      .filter((link) => link.pathname === location.pathname)
      .map((link) => [link.hash.slice(1), link]),
  );
  const sections = [...links.keys()].flatMap((id) => document.getElementById(id) ?? []);
  if (sections.length === 0) return;
  const observer = new IntersectionObserver(
    (entries) => {
      const read = entries.find(({ isIntersecting }) => isIntersecting)?.target;
      if (read === undefined) return;
      for (const [id, link] of links) {
        if (id === read.id) link.setAttribute("aria-current", "location");
        else link.removeAttribute("aria-current");
      }
      keepInSight(menu, links.get(read.id));
    },
    // The section that crosses a line in the upper third of the window is being read.
    { rootMargin: "-30% 0px -69% 0px" },
  );
  for (const section of sections) observer.observe(section);
}

/** Scrolls the menu alone: scrollIntoView would move the page too. */
function keepInSight(menu: HTMLElement, link: HTMLElement | undefined): void {
  if (link === undefined) return;
  const [frame, box] = [menu.getBoundingClientRect(), link.getBoundingClientRect()];
  if (box.top < frame.top) menu.scrollBy(0, box.top - frame.top - 40);
  else if (box.bottom > frame.bottom) menu.scrollBy(0, box.bottom - frame.bottom + 40);
}

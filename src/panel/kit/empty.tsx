// What stands where a list has nothing to show: why, and where to go on.

import type { Child } from "hono/jsx";

interface EmptyProps {
  readonly title?: string | undefined;
  readonly text: Child;
  /** Where to go on. */
  readonly link?: { readonly href: string; readonly text: string } | undefined;
}

export function Empty({ title, text, link }: EmptyProps) {
  return (
    <div class="empty">
      {title === undefined ? null : (
        <p>
          <strong>{title}</strong>
        </p>
      )}
      <p>{text}</p>
      {link === undefined ? null : (
        <p>
          <a href={link.href}>{link.text}</a>
        </p>
      )}
    </div>
  );
}

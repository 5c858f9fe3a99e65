// JSON in a page: data for its script or for search engines, which no text of the studio can end.

import { raw } from "hono/utils/html";

interface JsonScriptProps {
  readonly type: "application/json" | "application/ld+json";
  readonly id?: string;
  readonly value: object;
}

/** A block of data, which runs nothing: the policy's sources of scripts do not apply to it. */
export function JsonScript({ type, id, value }: JsonScriptProps) {
  return (
    <script type={type} id={id}>
      {raw(scriptSafe(JSON.stringify(value)))}
    </script>
  );
}

/** Escapes `<`, which could end the element, and U+2028 and U+2029, which are line ends in a script. */
function scriptSafe(json: string): string {
  return json.replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

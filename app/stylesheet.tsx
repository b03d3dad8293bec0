import { createContext, use, useState } from "react";
import stylesheet from "./app.css?url";

/**
 * The text of the stylesheet, for a page that is to carry it within. Only the server gives it, while
 * it renders the page (app/entry.server.tsx).
 */
export const CarriedStyles = createContext<string | null>(null);

const id = "styles";

/**
 * The shop's one stylesheet. Within the page where the server says so: on a slow line the first
 * paint comes a whole round trip sooner than with a file that the page only names. The browser keeps
 * what the page came with, whatever is shown next.
 */
export function Stylesheet() {
  const carried = use(CarriedStyles);
  const [css] = useState(() => (typeof document === "undefined" ? carried : cameWith()));
  if (css === null) return <link rel="stylesheet" href={stylesheet} />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own stylesheet.
  return <style id={id} dangerouslySetInnerHTML={{ __html: css }} />;
}

function cameWith(): string | null {
  return document.getElementById(id)?.innerHTML ?? null;
}

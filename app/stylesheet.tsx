import { createContext, use, useState } from "react";
import stylesheet from "./app.css?url";

/**
 * The stylesheet's text, for pages that inline it. Only provided during server rendering
 * (app/entry.server.tsx).
 */
export const CarriedStyles = createContext<string | null>(null);

const id = "styles";

/**
 * The shop's only stylesheet. Inlined if the server provides it: on slow connections the first
 * paint is a round trip faster than with a linked file. The browser keeps the inlined one across
 * navigations.
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

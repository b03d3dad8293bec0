import { createContext, use } from "react";
import stylesheet from "./app.css?url";

/** True while a page is rendered with its rules (app/first-paint.server.ts). Server only. */
export const CarriesStyles = createContext(false);

/** The shop's only stylesheet. Pages that carry their rules add it before their scripts start. */
export function Stylesheet() {
  return use(CarriesStyles) ? null : (
    <link rel="stylesheet" href={stylesheet} precedence={precedence} />
  );
}

/** Shared with the carried rules, so that React never puts the sheet before them. */
export const precedence = "default";

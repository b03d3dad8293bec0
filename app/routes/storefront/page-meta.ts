import type { MetaDescriptor } from "react-router";
import { site } from "#app/content/site.ts";

/** Title and description of a page; `title` is the page's own, without the brand. */
export function pageMeta(title: string, description: string): MetaDescriptor[] {
  return [{ title: `${title} | ${site.name}` }, { name: "description", content: description }];
}

import type { MetaDescriptor } from "react-router";
import { site } from "#app/content/site.ts";

/** Title of a page of the client area; `title` is its own, without the brand. */
export function deskMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} | ${site.name}` }, { name: "robots", content: "noindex" }];
}

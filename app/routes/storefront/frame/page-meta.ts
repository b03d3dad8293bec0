import type { MetaDescriptor } from "react-router";
import { site } from "#app/content/site.ts";
import { publicOrigin } from "#app/lib/public-origin.ts";

/** What the router tells a `meta` function of where the page stands. */
interface Place {
  location: { pathname: string };
}

interface PageWords {
  /** The page's own title; the brand is added. */
  title: string;
  /** One or two sentences, as a search engine shows them. */
  description: string;
  /** Where the page is to be found, if not at the address that was asked for. */
  path?: string;
  /** Address of the picture that stands for the page; the shop's own without one. */
  image?: string | null | undefined;
  /** Facts for search engines, from `structured-data.server.ts`. */
  structuredData?: object[] | undefined;
}

/**
 * The head of a page that search engines may list: title, description, its one address, and what a
 * link to it shows when it is shared (Open Graph, https://ogp.me).
 */
export function pageMeta(
  { location }: Place,
  { title, description, path = location.pathname, image, structuredData = [] }: PageWords,
): MetaDescriptor[] {
  const address = absolute(path);
  return [
    ...titleAndDescription(title, description),
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: site.name },
    { property: "og:locale", content: "en_CA" },
    { property: "og:url", content: address },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:image", content: absolute(image ?? sharePicture) },
    { name: "twitter:card", content: "summary_large_image" },
    ...structuredData.map((facts) => ({ "script:ld+json": facts })),
  ];
}

/** The head of a page that is no search result: a form behind a mail, a search, a page not found. */
export function unlistedMeta(title: string, description: string): MetaDescriptor[] {
  return [...titleAndDescription(title, description), { name: "robots", content: "noindex" }];
}

/** 1200 × 630, as the places where links are shared want it. */
const sharePicture = "/images/share.jpg";

function titleAndDescription(title: string, description: string): MetaDescriptor[] {
  const full = title.includes(site.name) ? title : `${title} | ${site.name}`;
  return [{ title: full }, { name: "description", content: description }];
}

/** An address of this site in full; pictures may lie elsewhere, and then are in full already. */
function absolute(address: string): string {
  return address.startsWith("/") ? publicOrigin() + address : address;
}

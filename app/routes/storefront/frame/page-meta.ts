import type { MetaDescriptor } from "react-router";
import type { Company } from "#app/content/company.ts";
import { companyOf, type MetaPlace } from "#app/domain/settings/use-company.ts";
import { publicOrigin } from "#app/lib/public-origin.ts";

interface Place extends MetaPlace {
  location: { pathname: string };
}

interface PageWords {
  /** The page's own title; the company's name is added if it's missing. */
  title: string;
  /** One or two sentences, as a search engine shows them; undefined on an error page. */
  description: string | undefined;
  /** The canonical path, if it differs from the requested one. */
  path?: string;
  /** URL of the page's image; defaults to the shop's own. */
  image?: string | null | undefined;
  /** Structured data, from `structured-data.server.ts`. */
  structuredData?: object[] | undefined;
}

/**
 * Returns the metadata of an indexable page: title, description, canonical URL, and what a shared
 * link shows (Open Graph, https://ogp.me).
 */
export function pageMeta(
  place: Place,
  {
    title,
    description = "",
    path = place.location.pathname,
    image,
    structuredData = [],
  }: PageWords,
): MetaDescriptor[] {
  const address = absolute(path);
  const company = companyOf(place);
  return [
    ...titleAndDescription(company, title, description),
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: company.name },
    { property: "og:locale", content: "en_CA" },
    { property: "og:url", content: address },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:image", content: absolute(image ?? shareImage) },
    { name: "twitter:card", content: "summary_large_image" },
    ...structuredData.map((facts) => ({ "script:ld+json": facts })),
  ];
}

/** Returns the metadata of an unindexed page: behind a mailed link, a search, a 404. */
export function unlistedMeta(
  place: MetaPlace,
  title: string,
  description: string,
): MetaDescriptor[] {
  return [
    ...titleAndDescription(companyOf(place), title, description),
    { name: "robots", content: "noindex" },
  ];
}

/** 1200 × 630, the size recommended for shared links. */
const shareImage = "/images/share.jpg";

function titleAndDescription(
  { name }: Company,
  title: string,
  description: string,
): MetaDescriptor[] {
  const full = title.includes(name) ? title : `${title} | ${name}`;
  return [{ title: full }, { name: "description", content: description }];
}

/** Makes a URL absolute; images in a bucket already are. */
function absolute(address: string): string {
  return address.startsWith("/") ? publicOrigin() + address : address;
}

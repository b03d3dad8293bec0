import { Refusal } from "#app/lib/refusal.ts";

const maxLength = 2000;

/**
 * Returns an image's URL if pages may load it: a path on this site or an http(s) URL (as buckets
 * use), at most 2,000 characters, without white space.
 *
 * @throws Refusal
 */
export function checkedImageUrl(url: string): string {
  const isPath = /^\/(?![/\\])/.test(url);
  const isWeb = /^https?:\/\//i.test(url) && URL.canParse(url);
  const isClean = !/[\s\p{Cc}]/u.test(url) && url.length <= maxLength;
  if (!isClean || !(isPath || isWeb)) {
    throw new Refusal("invalid", "An image needs a path on this site or a web address");
  }
  return url;
}

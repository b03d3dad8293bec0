/** The URL isn't valid for a picture; for a 400. */
export class InvalidImageUrlError extends Error {
  override readonly name = "InvalidImageUrlError";
}

const maxLength = 2000;

/**
 * Returns a picture's URL if pages may load it: a path on this site or an http(s) URL (as buckets
 * use), at most 2,000 characters, without white space.
 *
 * @throws InvalidImageUrlError
 */
export function checkedImageUrl(url: string): string {
  const isPath = /^\/(?![/\\])/.test(url);
  const isWeb = /^https?:\/\//i.test(url) && URL.canParse(url);
  const isClean = !/[\s\p{Cc}]/u.test(url) && url.length <= maxLength;
  if (!isClean || !(isPath || isWeb)) {
    throw new InvalidImageUrlError("A picture needs a path on this site or a web address");
  }
  return url;
}

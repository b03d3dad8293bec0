/** The address of a picture cannot be one; for a 400. */
export class InvalidImageUrlError extends Error {
  override readonly name = "InvalidImageUrlError";
}

const maxLength = 2000;

/**
 * The address of a picture, if pages may load it: a path on this site or an http(s) address, as a
 * bucket has, of at most 2,000 characters and without white space, which no address holds.
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

/** A scheme, "www.", or a host with a path: what mail programs turn into a link. */
const webAddress = /:\/\/|\bwww\.|\.\p{L}{2,24}\//iu;

/** Shown for a name that contains a web address. */
export const noWebAddress = "Please leave out web addresses";

/**
 * Whether mail programs would turn a name into a link. Names appear in subjects and first lines of
 * mails, where a stranger's link would look like the company's.
 */
export function hasWebAddress(name: string): boolean {
  return webAddress.test(name);
}

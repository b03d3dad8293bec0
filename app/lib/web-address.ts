/** A scheme, "www.", or a host with a path: what mail programs turn into a link. */
const webAddress = /:\/\/|\bwww\.|\.\p{L}{2,24}\//iu;

/** Said of a name that has a web address in it. */
export const noWebAddress = "Please leave out web addresses";

/**
 * Whether a name would be a link in a mail. Names stand in subjects and in the first line of mails, where
 * a stranger's link would look like the company's.
 */
export function hasWebAddress(name: string): boolean {
  return webAddress.test(name);
}

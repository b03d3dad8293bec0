/**
 * Returns other spellings of an address, some of which the router takes for the same page, some for
 * another, and some for none. They are the obvious way around a limit.
 *
 * @param path one that the table of routes has, e.g. "/dashboard/orders"
 */
export function nearMissesOf(path: string): string[] {
  const [, first = "", ...rest] = path.split("/");
  const below = rest.map((segment) => `/${segment}`).join("");
  const encoded = `/%${first.charCodeAt(0).toString(16).toUpperCase()}${first.slice(1)}${below}`;
  return [
    path,
    path.toUpperCase(),
    `/${first.charAt(0).toUpperCase()}${first.slice(1)}${below}`,
    ...["/", "//", "/.", "/x", "X", "x/y", ";x", "%00", "%20", "%2F", ".", ".data", "/_.data"].map(
      (end) => path + end,
    ),
    ...[".DATA", ".data/", ".data.data", "X.data", "/x.data", "%2Edata", "/.data"].map(
      (end) => path + end,
    ),
    ...(first ? [encoded, encoded.toLowerCase(), `${encoded}.data`] : ["/.data", "/_root.data"]),
    `/${path}`,
    `/.${path}`,
    `/x/..${path}`,
    path.replaceAll("/", "//"),
    path.replaceAll(/(?<=.)\//g, "%2F"),
    `${path.toUpperCase()}.data`,
    `${path.toUpperCase()}/_.data`,
  ];
}

/** The order matters: most browsers also name those they derive from. */
const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/iPhone|iPod/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/Linux|X11/, "Linux"],
];

/** Describes a browser by its `User-Agent`: "Firefox on Windows". */
export function browserInWords(userAgent: string | null | undefined): string {
  const sent = (userAgent ?? "").slice(0, 500);
  const [browser, system] = [browsers, systems].map(
    (known) => known.find(([pattern]) => pattern.test(sent))?.[1],
  );
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : "An unknown browser");
}

/** Returns an address's coarse network: tells the shop from another town; empty if unknown. */
export function coarseNetwork(address: string): string {
  const plain = (address.split("%", 1)[0] ?? "").replace(/^::ffff:(?=\d+\.)/i, "").toLowerCase();
  const [, four] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(plain) ?? [];
  if (four) return `${four}.x`;
  const groups = plain.includes(":") ? (plain.split("::", 1)[0] ?? "").split(":").slice(0, 3) : [];
  return plain === "::1" ? "::1" : groups.filter(Boolean).length > 0 ? `${groups.join(":")}:…` : "";
}

import * as fc from "fast-check";

/** Existing ids and slugs, so that not everything ends at "not found". */
export interface KnownIds {
  ids: readonly string[];
  slugs: readonly string[];
}

/** Texts at which programs have stumbled. */
const nasty = [
  ...[
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\u202e",
    "\ufeff",
    "é",
    "🥩",
    "%",
    "%00",
    "%ff",
    "%E0%A4%A",
  ],
  ...[
    "'",
    "''; drop table products; --",
    "\\",
    "\\'",
    "$1",
    "#{x}",
    "{{x}}",
    "<script>",
    "\r\nX: y",
  ],
  ...[
    "0",
    "-1",
    "1e999",
    "NaN",
    "Infinity",
    "1,5",
    "0x10",
    "99999999999999999999",
    "0.001",
    "$12.50",
  ],
  ...["null", "undefined", "true", "[]", "{}", "__proto__", "constructor", "toString", "on"],
  ...["2026-13-45", "2026-02-30", "0000-00-00", "9999-12-31", "275760-09-14", "2026-11-21"],
  ...["../../etc/passwd", "..%2f..%2f", "//evil.example", "https://evil.example", "file:///x", "."],
  ...["name-asc", "pending", "fulfilled", "loin", "products", "product", "orders", "clients"],
  "eyJ0IjoieCJ9",
  "x".repeat(3_000),
];

/** Returns a value for any place: one of the shop's, a nasty one, or a random one. */
export function value({ ids, slugs }: KnownIds): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(...nasty),
    fc.constantFrom(...ids, ...slugs),
    fc.uuid(),
    fc.integer().map(String),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.base64String({ maxLength: 80 }),
    fc.emailAddress(),
  );
}

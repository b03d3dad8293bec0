/**
 * GS1's application identifiers (AIs) by the format of their values: GS1 General Specifications,
 * section 3.2, and the GS1 Barcode Syntax Dictionary. Update it from there.
 *
 * Formats use GS1's notation: N for digits, X for characters of set 82, Y of set 39, Z of set 64;
 * "N6" has that length, "X..20" at most that, "[N4]" may be absent. "c": these digits end in their
 * check digit. For AIs that end in a number of decimals, "310n" stands for 3100 to 3105.
 */
const published: readonly (readonly [format: string, identifiers: string])[] = [
  ["N18c", "00 8017 8018"],
  ["N14c", "01 02 03"],
  ["X..20", "10 21 22 243 254 420 4318 7020-7022 710-717 7240 8002 8012"],
  ["N6", "11-13 15-17 4326 7006 8005"],
  ["N2", "20 7241"],
  ["X..28", "235"],
  ["X..30", "240 241 250 251 400 401 403 4308 4319 7002 7023 8004 90"],
  ["N..6", "242"],
  ["N13c [X..17]", "253"],
  ["N13c [N..12]", "255"],
  ["N..8", "30 37"],
  ["N6", "310n-316n 320n-329n 330n-337n 340n-349n 350n-357n 360n-369n 395n"],
  ["N..15", "3900-3909 3920-3929"],
  ["N3 N..15", "3910-3919 3930-3939"],
  ["N4", "3940-3943 8111"],
  ["N17c", "402"],
  ["N13c", "410-417"],
  ["N3 X..9", "421"],
  ["N3", "422 424 426"],
  ["N3 [N3] [N3] [N3] [N3]", "423 425"],
  ["X..3", "427 7008"],
  ["X..35", "4300 4301 4310 4311 4320"],
  ["X..70", "4302-4306 4312-4316 7257 8110 8112 8200"],
  ["X2", "4307 4317"],
  ["N20", "4309"],
  ["N1", "4321-4323 7252"],
  ["N10", "4324 4325 7003"],
  ["N6 [X1]", "4330-4333"],
  ["N13", "7001"],
  ["N..4", "7004"],
  ["X..12", "7005"],
  ["N6 [N6]", "7007"],
  ["X..10", "7009 7255"],
  ["X..2", "7010"],
  ["N6 [N4]", "7011"],
  ["N3 X..27", "7030-7039"],
  ["N1 X3", "7040"],
  ["X..4", "7041"],
  ["X2 X..28", "7230-7239"],
  ["X..25", "7242 8013 8014 8020"],
  ["N8", "7250"],
  ["N12", "7251"],
  ["X..40", "7253 7254 7259"],
  ["X..90", "7256 91-99"],
  ["X3", "7258"],
  ["N14", "8001"],
  ["N14c [X..16]", "8003"],
  ["N14c N4", "8006 8026"],
  ["X..34", "8007"],
  ["N8 [N2] [N2]", "8008"],
  ["X..50", "8009"],
  ["Y..30", "8010"],
  ["N..12", "8011"],
  ["N..10", "8019"],
  ["Z..90", "8030"],
];

/** Character sets of GS1 General Specifications, section 7.11. */
const characters: Record<string, string> = {
  N: "\\d",
  X: '[!"%-?A-Z_a-z]',
  Y: "[#\\-/0-9A-Z]",
  Z: "[-=0-9A-Z_a-z]",
};

export interface ElementFormat {
  /** Set for the only AIs whose length is known without a separator (section 7.8.5). */
  predefinedLength?: number;
  pattern: RegExp;
  /** Number of leading digits that end in a check digit. */
  checkedDigits?: number;
}

const withPredefinedLength = /^(?:0[0-4]|1[1-9]|20|3[1-6]|41)/;

const formats = new Map<string, ElementFormat>(
  published.flatMap(([format, identifiers]) => {
    const [, digits, checked] = /^N(\d+)(c?)/.exec(format) ?? [];
    const pattern = new RegExp(`^${format.split(" ").map(partPattern).join("")}$`);
    return identifiers
      .split(" ")
      .flatMap(expanded)
      .map((ai): [string, ElementFormat] => [
        ai,
        {
          pattern,
          ...(withPredefinedLength.test(ai) && { predefinedLength: Number(digits) }),
          ...(checked && { checkedDigits: Number(digits) }),
        },
      ]);
  }),
);

/** Returns the AI at a position in a text, and its format; undefined if there is none. */
export function identifierAt(
  text: string,
  at: number,
): { ai: string; format: ElementFormat } | undefined {
  // No AI is a prefix of another.
  for (const length of [2, 3, 4]) {
    const ai = text.slice(at, at + length);
    const format = formats.get(ai);
    if (format) return { ai, format };
  }
  return undefined;
}

/** Converts e.g. "N6" → \d{6}, "[X..17]" → (?:…{1,17})? */
function partPattern(part: string): string {
  const [, open, type = "", upTo, length] = /^(\[?)([NXYZ])(\.\.)?(\d+)/.exec(part) ?? [];
  const pattern = `${characters[type]}{${upTo ? "1," : ""}${length}}`;
  return open ? `(?:${pattern})?` : pattern;
}

/** Expands "11-13" → 11, 12, 13; "310n" → 3100 to 3105. */
function expanded(range: string): string[] {
  if (range.includes("n")) {
    const decimals = ["0", "1", "2", "3", "4", "5"];
    return expanded(range.replaceAll("n", "")).flatMap((ai) => decimals.map((n) => ai + n));
  }
  const [first = "", last = first] = range.split("-");
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) =>
    String(Number(first) + index).padStart(first.length, "0"),
  );
}

/** How one parcel differs from its neighbours; all of it follows from the name. */
interface ParcelShape {
  /** The lines of the stamp, in capitals, at most three. */
  lines: string[];
  /** Size of the stamp's letters, in units of the 400 × 300 drawing. */
  fontSize: number;
  /** Width of the frame around it, in the same units. */
  frame: number;
  /** Degrees. */
  tilt: number;
  stampTilt: number;
  /** Which end of the paper is folded over, and on which side the twine lies. */
  flipped: boolean;
  /** Where the twine runs across and along the parcel. */
  twineX: number;
  twineY: number;
  /** 0 to 6: the counter it lies on. */
  ground: number;
}

/** Room for the stamp's letters, in units of the drawing. */
const STAMP_WIDTH = 172;

// Advance widths of the display face's heaviest capitals, in hundredths of their size.
const unusual: Record<string, number> = { " ": 30, "-": 46, I: 52, J: 68, M: 116, W: 126 };

function letterWidth(line: string): number {
  return [...line].reduce((sum, letter) => sum + (unusual[letter] ?? 87) / 100, 0);
}

/** Fills lines word by word, none longer than `width` unless one word is. */
function fillLines(words: string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const joined = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && joined.length <= width) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

/** Breaks a name into one to three lines, as narrow as its words allow, in capitals. */
export function stampLines(name: string): string[] {
  const words = name.trim().toUpperCase().split(/\s+/);
  const total = words.join(" ").length;
  const wanted = total > 24 ? 3 : total > 8 ? 2 : 1;
  let width = Math.ceil(total / wanted);
  while (fillLines(words, width).length > wanted) width += 1;
  return fillLines(words, width);
}

/** FNV-1a: spreads similar names far apart, the same on server and browser. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}

/** The parcel of a name. Pure: the same name gives the same parcel on server and browser. */
export function parcelShape(name: string): ParcelShape {
  const seed = hash(name);
  const pick = (shift: number, count: number) => (seed >>> shift) % count;
  const lines = stampLines(name);
  const widest = Math.max(...lines.map(letterWidth), 1);
  const fontSize = Math.min(27, Math.round(STAMP_WIDTH / widest));
  return {
    lines,
    fontSize,
    frame: Math.round(widest * fontSize) + 22,
    tilt: pick(3, 7) * 0.8 - 2.4,
    stampTilt: pick(7, 9) - 6,
    flipped: pick(11, 2) === 1,
    twineX: 96 + pick(13, 4) * 7,
    twineY: 94 + pick(17, 4) * 5,
    ground: pick(19, 7),
  };
}

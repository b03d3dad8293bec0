import type { WeightUnit } from "#db/schema/values/meat/packages.ts";

/**
 * Reads what bench scales say over a serial line. Three protocols that cover most of them: NCI
 * (SCP-01 to SCP-12, of Avery Weigh-Tronix and Brecknell), Mettler Toledo's MT-SICS, and the text
 * that A&D, Ohaus and many others send all the time.
 */
export type ScaleProtocol = "nci" | "sics" | "continuous";

/** What a scale showed at one moment. */
export interface ScaleReading {
  /** Decimal text, e.g. "1.235"; negative below zero. */
  value: string;
  unit: WeightUnit;
  /** Whether the scale says that the weight stands still. */
  isStable: boolean;
  /** Whether the scale itself has subtracted a tare. */
  isNet: boolean;
  /** The reply as it came, without NUL. */
  raw: string;
}

interface Protocol {
  /** For the serial port; what these scales are set to when they are new. */
  port: { baudRate: number; dataBits: 7 | 8; parity: "none" | "even"; stopBits: 1 };
  /** Sent again and again, to be answered with the weight; null where it comes unasked. */
  request: string | null;
  /** The last character of a reply. */
  end: string;
  /** Takes a reply without its last character. */
  read: (reply: string) => Omit<ScaleReading, "raw"> | null;
}

export const scaleProtocols: Record<ScaleProtocol, Protocol> = {
  nci: {
    port: { baudRate: 9600, dataBits: 7, parity: "even", stopBits: 1 },
    request: "W\r",
    end: "\u0003",
    read: readNci,
  },
  sics: {
    port: { baudRate: 9600, dataBits: 8, parity: "none", stopBits: 1 },
    request: "SI\r\n",
    end: "\n",
    read: readSics,
  },
  continuous: {
    port: { baudRate: 9600, dataBits: 8, parity: "none", stopBits: 1 },
    request: null,
    end: "\n",
    read: readContinuous,
  },
};

/**
 * `<LF>xxxx.xxuu<CR><LF>hh<CR><ETX>`; older ones leave out the second line feed and carriage return,
 * or have an S before the status. Of the status bytes, the first has "in motion" in bit 0 and faults
 * of the memory in bits 2 and 3; the second is under or over capacity in bits 0 and 1, faults in bits
 * 2 and 3; a third, announced by bit 6 of the second, has "net" in bit 2.
 */
function readNci(reply: string) {
  const form = /\n\s*(-?)\s*([\d.]+)\s*(lb|kg|g)\s*\r\n?S?([0-~])([0-~])([0-~]?)\r?$/i;
  const [, sign, digits, unit, ...bytes] = form.exec(reply) ?? [];
  const weight = weightOf(sign, digits, unit);
  if (!weight) return null;
  const [motion = 0, capacity = 0, more = 0] = bytes.map((byte) => (byte ? byte.charCodeAt(0) : 0));
  if ((motion & 0b1100) !== 0 || (capacity & 0b1111) !== 0) return null;
  return { ...weight, isStable: (motion & 1) === 0, isNet: (more & 0b100) !== 0 };
}

/** `S S     100.00 g`: stable; `S D` moving; `S I`, `S +` and `S -` have no weight. */
function readSics(reply: string) {
  const form = /^S ([SD]) +(-?) *([\d.]+) +(lb|kg|g)\s*$/i;
  const [, state, sign, digits, unit] = form.exec(reply) ?? [];
  const weight = weightOf(sign, digits, unit);
  return weight && { ...weight, isStable: state?.toUpperCase() === "S", isNet: false };
}

/** `ST,GS,+  1.235kg`: stable or moving (US), gross or net (NT); OL has no weight. */
function readContinuous(reply: string) {
  const form = /^(ST|US),(?:(GS|NT|N|G),)? *([+-]?) *([\d.]+) *(lb|kg|g)\s*$/i;
  const [, state, mode = "", sign, digits, unit] = form.exec(reply) ?? [];
  const weight = weightOf(sign, digits, unit);
  return (
    weight && {
      ...weight,
      isStable: state?.toUpperCase() === "ST",
      isNet: mode.toUpperCase().startsWith("N"),
    }
  );
}

function weightOf(sign = "", digits = "", unit = "") {
  // Ambiguous, such as "1.2.3" or ".", or more than any bench scale shows.
  if (!/^\d{1,9}(?:\.\d{0,4})?$|^\.\d{1,4}$/.test(digits)) return null;
  const isGrams = unit.toLowerCase() === "g";
  const [whole = "", fraction = ""] = digits.split(".");
  const moved = isGrams ? whole.padStart(4, "0") : whole;
  const before = isGrams ? moved.slice(0, -3) : moved;
  const after = (isGrams ? moved.slice(-3) : "") + fraction;
  const magnitude = `${Number(before)}${after ? `.${after}` : ""}`;
  if (Number(magnitude) >= 100_000) return null;
  const isZero = Number(magnitude) === 0;
  return {
    value: sign === "-" && !isZero ? `-${magnitude}` : magnitude,
    unit: unit.toLowerCase() === "lb" ? ("lb" as const) : ("kg" as const),
  };
}

/** Longer than any reply: what has no end is not of this protocol. */
const maxReply = 256;

/** Puts together what comes in pieces; returns the readings that became whole. */
export function createScaleParser(protocol: ScaleProtocol) {
  const { end, read } = scaleProtocols[protocol];
  let rest = "";
  return (piece: string): ScaleReading[] => {
    const parts = (rest + piece).split(end);
    rest = (parts.pop() ?? "").slice(-maxReply);
    return parts.flatMap((part) => {
      const reply = part.slice(-maxReply);
      const reading = read(reply);
      return reading ? [{ ...reading, raw: `${reply}${end}`.replaceAll("\0", "") }] : [];
    });
  };
}

export type TakenWeight =
  | { reading: ScaleReading; refused?: never }
  | { reading?: never; refused: string };

/** A weight that was shown longer ago may not be what is on the pan. */
const freshMs = 1_500;

/**
 * Lets each weight be taken once: only one that stands still, and only after the pan was empty since
 * the last. `now` is in milliseconds, from any origin.
 */
export function createScaleGate() {
  let latest: { reading: ScaleReading; at: number } | null = null;
  let wasEmpty = true;
  return {
    see(reading: ScaleReading, now: number) {
      latest = { reading, at: now };
      if (reading.isStable && Number(reading.value) <= 0) wasEmpty = true;
    },

    take(now: number): TakenWeight {
      if (!latest || now - latest.at > freshMs) {
        return { refused: "The scale does not answer. Look at its cable, or type the weight." };
      }
      const { reading } = latest;
      if (!reading.isStable) return { refused: "The scale is still moving. Wait a moment." };
      if (Number(reading.value) <= 0) return { refused: "The scale is empty." };
      if (!wasEmpty) {
        return { refused: "This weight was added. Empty the scale before the next package." };
      }
      wasEmpty = false;
      return { reading };
    },
  };
}

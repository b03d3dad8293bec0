import type { WeightUnit } from "#db/schema/values/meat/packages.ts";

/**
 * Parses the output of bench scales on a serial line by the three most common protocols: NCI
 * (SCP-01 to SCP-12, of Avery Weigh-Tronix and Brecknell), Mettler Toledo's MT-SICS, and the
 * continuous text of A&D, Ohaus and many others.
 */
export type ScaleProtocol = "nci" | "sics" | "continuous";

export interface ScaleReading {
  /** Decimal text, e.g. "1.235"; negative below zero. */
  value: string;
  unit: WeightUnit;
  isStable: boolean;
  /** True if the scale has already subtracted a tare. */
  isNet: boolean;
  /** The raw reply, without NUL. */
  raw: string;
}

interface Protocol {
  /** The factory defaults of these scales. */
  port: { baudRate: number; dataBits: 7 | 8; parity: "none" | "even"; stopBits: 1 };
  /** Sent repeatedly to request the weight; null if the scale sends it unasked. */
  request: string | null;
  end: string;
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
 * `<LF>xxxx.xxuu<CR><LF>hh<CR><ETX>`; older scales leave out the second line feed and carriage
 * return, or put an S before the status. In the first status byte, bit 0 is "in motion" and bits 2
 * and 3 are memory faults; in the second, bits 0 and 1 are under and over capacity, bits 2 and 3
 * are faults; a third byte, announced by bit 6 of the second, has "net" in bit 2.
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

/** `S S     100.00 g` is stable, `S D` is moving; `S I`, `S +` and `S -` have no weight. */
function readSics(reply: string) {
  const form = /^S ([SD]) +(-?) *([\d.]+) +(lb|kg|g)\s*$/i;
  const [, state, sign, digits, unit] = form.exec(reply) ?? [];
  const weight = weightOf(sign, digits, unit);
  return weight && { ...weight, isStable: state?.toUpperCase() === "S", isNet: false };
}

/** `ST,GS,+  1.235kg`: stable (ST) or moving (US), gross (GS) or net (NT); OL has no weight. */
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

/** Longer than any reply; input without an end character isn't this protocol. */
const maxReply = 256;

/** Assembles replies from chunks; returns the readings completed by a chunk. */
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

/** Milliseconds; older readings may not match what is on the pan. */
const freshMs = 1_500;

/**
 * Lets each weight be taken once: it must be stable, and the pan must have been empty since the
 * last one. `now` is in ms from any origin.
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

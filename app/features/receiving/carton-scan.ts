import type { Scan } from "#app/domain/packages/scan/parse-scan.ts";
import type { Carton } from "#app/domain/receiving/receiving.ts";
import { netWeight } from "#app/lib/amounts/net-weight.ts";

export type CartonReading =
  | { kind: "refused"; text: string }
  /** Only a lot, as in a carton's second code. */
  | { kind: "lot"; lot: string }
  | {
      kind: "carton";
      /** The supplier's GTIN; empty for a code without one. */
      code: string;
      lot: string;
      expiresOn: string;
      /** Null if its weight has to be typed. */
      carton: Carton | null;
    };

const refused = (text: string): CartonReading => ({ kind: "refused", text });

/** Interprets a scan of `text`. */
export function readCarton(scan: Scan, text: string): CartonReading {
  switch (scan.kind) {
    case "refused":
      return refused(scan.message.replace("Weigh the package.", "Type its weight."));
    case "package":
    case "box":
      return refused("This is a label of this shop. Scan the supplier's carton.");
    case "in-store":
      return refused("This is a label of a shop's scale. Enter what came by hand.");
    case "gtin":
      return { kind: "carton", code: scan.gtin, lot: "", expiresOn: "", carton: null };
    case "element-string": {
      const { gtin, lot = "", weight, serial, sscc } = scan;
      if (lot !== "" && gtin === undefined && !weight) return { kind: "lot", lot };
      if (gtin === undefined && !weight)
        return refused("This code names no product and no weight.");
      const expiresOn = scan.expiresOn ?? scan.bestBefore ?? "";
      const facts = { kind: "carton", code: gtin ?? "", lot, expiresOn } as const;
      const lb = weight && poundsOf(weight);
      if (!lb) return { ...facts, carton: null };
      const named = serial ? `${gtin ?? ""}:${serial}` : sscc ? `00:${sscc}` : null;
      return { ...facts, carton: { lb, serial: named, rawScan: text.slice(0, 512) } };
    }
  }
}

/** Returns net pounds; null for a weight with more decimals than scales have. */
function poundsOf({ value, unit }: { value: string; unit: "kg" | "lb" }): string | null {
  const shorter = value.includes(".") ? value.replace(/\.?0+$/, "") : value;
  return /^\d{1,6}(\.\d{1,3})?$/.test(shorter)
    ? (netWeight({ value: shorter, unit })?.lb ?? null)
    : null;
}

/** True if both have the same serial number or, without one, the same whole code. */
export function isSameCarton(one: Carton, other: Carton): boolean {
  return one.serial === null ? one.rawScan === other.rawScan : one.serial === other.serial;
}

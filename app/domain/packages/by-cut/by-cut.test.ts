import { describe, expect, it } from "vitest";
import { judgeLine } from "../packing.ts";
import {
  type CutAsk,
  candidates,
  fits,
  hundredthsLeft,
  mayBeDone,
  nextCandidate,
  proposedLine,
  wantsMore,
} from "./by-cut.ts";
import { type Sharer, type Sharing, sharesOf } from "./cut-sharing.ts";

const byPound = (id: string, quantity: string, over: Partial<CutAsk> = {}) => ({
  id,
  soldBy: "lb" as const,
  orderedPieces: null,
  typicalPieceLb: null,
  quantity,
  overCapPct: 10,
  mostLb: (Number(quantity) * 1.1).toFixed(2),
  packState: "open" as const,
  packedLb: "0.00",
  packedPieces: 0,
  shareLb: null,
  sharePieces: null,
  ...over,
});

const byPiece = (id: string, pieces: number, over: Partial<CutAsk> = {}) => ({
  ...byPound(id, (pieces * 1.25).toFixed(2)),
  soldBy: "piece" as const,
  orderedPieces: pieces,
  typicalPieceLb: "1.25",
  ...over,
});

const weight = (netLb: string, pieces = 1) => ({ netLb, pieces });

describe("the proposed line", () => {
  const lines = [byPound("far", "12.00"), byPound("near", "10.00"), byPound("small", "4.00")];

  it("is the one with the smallest remainder that the package fits within", () => {
    expect(proposedLine(lines, weight("3.90"))?.id).toBe("small");
    expect(proposedLine(lines, weight("4.41"))?.id).toBe("near");
    expect(proposedLine(lines, weight("11.01"))?.id).toBe("far");
  });

  it("is that of the next stop if the package fits no line or has no weight", () => {
    expect(proposedLine(lines, weight("20.00"))?.id).toBe("far");
    expect(proposedLine(lines, null)?.id).toBe("far");
  });

  it("is never one that is packed in full, done, or without a share", () => {
    const full = byPound("full", "4.00", { packedLb: "3.60" });
    const done = byPound("done", "4.00", { packState: "short", packedLb: "1.00" });
    const none = byPound("none", "4.00", { shareLb: "0.00" });
    expect([full, done, none].map(wantsMore)).toEqual([false, false, false]);
    expect(proposedLine([full, done, none], weight("0.50"))).toBeUndefined();
  });

  it("is one whose missing pieces and maximum the package fits", () => {
    const two = byPiece("two", 2, { packedLb: "1.30", packedPieces: 1, mostLb: "2.75" });
    const three = byPiece("three", 3, { mostLb: "4.13" });
    expect(proposedLine([three, two], weight("1.25"))?.id).toBe("two");
    expect(proposedLine([three, two], weight("2.50", 2))?.id).toBe("three");
    expect(fits(two, weight("1.46"))).toBe(false);
  });

  it("is filled up to its share, and not past it", () => {
    const shared = (packedLb: string) =>
      byPound("shared", "30.00", { shareLb: "26.94", packedLb, mostLb: "33.00" });
    // Within the tolerance, but below the share.
    expect(wantsMore(shared("24.95"))).toBe(true);
    expect(hundredthsLeft(shared("24.95"))).toBe(199);
    expect(mayBeDone(shared("24.95"))).toBe(true);
    expect(mayBeDone(shared("22.94"))).toBe(false);
    expect(proposedLine([shared("24.95")], weight("1.94"))?.id).toBe("shared");
    expect(fits(shared("24.95"), weight("1.94"))).toBe(true);
    expect(wantsMore(shared("26.89"))).toBe(false);
    // Fits if it brings the line closer to its share, even if slightly above.
    expect(fits(shared("26.00"), weight("1.00"))).toBe(true);
    expect(fits(shared("26.00"), weight("1.90"))).toBe(false);
    const pieces = byPiece("pieces", 6, { sharePieces: 4, shareLb: "5.00", mostLb: "8.25" });
    expect(wantsMore({ ...pieces, packedPieces: 3, packedLb: "4.90" })).toBe(true);
    expect(wantsMore({ ...pieces, packedPieces: 4, packedLb: "4.20" })).toBe(false);
  });

  it("wants no more once it has its order within the tolerance, even below its share", () => {
    const enough = byPound("enough", "16.00", { shareLb: "15.50", packedLb: "14.50" });
    expect(wantsMore(enough)).toBe(false);
    // All that was ordered is within its promise, with or without a share.
    expect(judgeLine({ ...enough, packedLb: "16.00" })).toBe("ok");
  });

  it("is one whose promise the package stays within", () => {
    const little = byPound("little", "4.45");
    const much = byPound("much", "26.91");
    expect(proposedLine([little, much], weight("5.30"))?.id).toBe("much");
    expect(proposedLine([little, much], weight("4.60"))?.id).toBe("little");
  });

  it("is limited by its share in a shortage, and by its promise", () => {
    const shared = byPound("shared", "10.00", { shareLb: "4.00", packedLb: "2.00" });
    expect(fits(shared, weight("2.40"))).toBe(true);
    expect(fits(shared, weight("2.41"))).toBe(false);
    const cheap = byPound("capped", "10.00", { shareLb: "9.90", mostLb: "10.00" });
    expect(fits(cheap, weight("10.01"))).toBe(false);
  });

  it("changes to the next candidate, and from the last to the first", () => {
    const third = nextCandidate(lines, weight("3.90"), "near")?.id;
    expect(candidates(lines, weight("3.90")).map(({ id }) => id)).toEqual(["small", "near", "far"]);
    expect(third).toBe("far");
    expect(nextCandidate(lines, weight("3.90"), "far")?.id).toBe("small");
    expect(nextCandidate([], null, undefined)).toBeUndefined();
  });
});

describe("a shortage", () => {
  const sharer = (id: string, quantity: string, over: Partial<Sharer> = {}): Sharer => ({
    ...byPound(id, quantity),
    rank: null,
    orderNumber: 1,
    ...over,
  });
  const pieces = (id: string, count: number, over: Partial<Sharer> = {}): Sharer => ({
    ...byPiece(id, count),
    rank: null,
    orderNumber: 1,
    ...over,
  });
  const got = (lines: Sharer[], left: string, how: Sharing) =>
    Object.fromEntries(
      [...sharesOf(lines, left, how).values()].map(({ id, shareLb, sharePieces }) => [
        id,
        sharePieces ?? shareLb,
      ]),
    );

  it("is shared in proportion to the ordered quantities, to the hundredth", () => {
    const lines = [sharer("a", "10.00"), sharer("b", "10.00"), sharer("c", "10.00")];
    expect(got(lines, "20.00", "pro_rata")).toEqual({ a: "6.67", b: "6.67", c: "6.66" });
    expect(got(lines, "40.00", "pro_rata")).toEqual({ a: "10.00", b: "10.00", c: "10.00" });
    expect(got(lines, "0", "pro_rata")).toEqual({ a: "0.00", b: "0.00", c: "0.00" });
  });

  it("counts packed pounds as part of a share, and takes none away", () => {
    const lines = [sharer("a", "10.00", { packedLb: "8.00" }), sharer("b", "10.00")];
    expect(got(lines, "2.00", "pro_rata")).toEqual({ a: "8.00", b: "2.00" });
    expect(got(lines, "6.00", "pro_rata")).toEqual({ a: "8.00", b: "6.00" });
    expect(got(lines, "8.00", "pro_rata")).toEqual({ a: "8.00", b: "8.00" });
  });

  it("leaves out a line that has its order within the tolerance", () => {
    const lines = [
      sharer("nearly", "16.00", { packedLb: "14.50" }),
      sharer("a", "10.00"),
      sharer("b", "10.00"),
    ];
    for (const how of ["pro_rata", "time"] as const) {
      const shares = sharesOf(lines, "4.00", how);
      expect(shares.get("nearly")).toMatchObject({ shareLb: "14.50", isAll: true });
      expect(shares.get("b")).toMatchObject({ isAll: false });
    }
    expect(got(lines, "4.00", "pro_rata")).toMatchObject({ a: "2.00", b: "2.00" });
    expect(got(lines, "20.00", "time")).toMatchObject({ a: "10.00", b: "10.00" });
  });

  it("is shared in whole pieces", () => {
    const lines = [pieces("a", 6), pieces("b", 3), pieces("c", 1)];
    expect(got(lines, "6.25", "pro_rata")).toEqual({ a: 3, b: 2, c: 0 });
  });

  it("is shared by rank, lines without one last, or by order number", () => {
    const lines = [
      sharer("late", "10.00", { orderNumber: 9, rank: 2 }),
      sharer("none", "10.00", { orderNumber: 1 }),
      sharer("first", "10.00", { orderNumber: 5, rank: 1 }),
    ];
    expect(got(lines, "15.00", "rank")).toEqual({ late: "5.00", none: "0.00", first: "10.00" });
    expect(got(lines, "15.00", "time")).toEqual({ late: "0.00", none: "10.00", first: "5.00" });
  });

  it("never shares out more than is available or was ordered, in 2,000 random cases", () => {
    let seed = 7;
    const random = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % (most + 1);
    };
    for (let board = 0; board < 2000; board++) {
      const lines = Array.from({ length: 1 + random(7) }, (_, index) => {
        const common = { rank: random(2) || null, orderNumber: random(20) };
        if (random(1) === 0) {
          const ordered = 1 + random(1999);
          const packedLb = (random(ordered) / 100).toFixed(2);
          return sharer(`${index}`, (ordered / 100).toFixed(2), { ...common, packedLb });
        }
        const ordered = 1 + random(11);
        const packedPieces = random(ordered);
        return pieces(`${index}`, ordered, { ...common, packedPieces });
      });
      const left = random(4000);
      for (const how of ["pro_rata", "rank", "time"] as const) {
        const shares = sharesOf(lines, (left / 100).toFixed(2), how);
        let given = 0;
        for (const line of lines) {
          const gets = Math.round(Number(shares.get(line.id)?.shareLb) * 100);
          const has = Math.round(
            (line.soldBy === "piece" ? line.packedPieces * 1.25 : Number(line.packedLb)) * 100,
          );
          expect(gets).toBeGreaterThanOrEqual(has);
          expect(gets).toBeLessThanOrEqual(Math.round(Number(line.quantity) * 100));
          given += gets - has;
        }
        expect(given).toBeLessThanOrEqual(left);
        // The rest is less than anybody's next piece, or nobody wants more.
        const wanting = lines.filter(({ id }) => !shares.get(id)?.isAll);
        const least = Math.min(...wanting.map(({ soldBy }) => (soldBy === "piece" ? 125 : 1)));
        if (wanting.length > 0) expect(left - given).toBeLessThan(least);
      }
    }
  });
});

describe("a day of 300 packages", () => {
  /** Simulates a saw: 85 to 115% of the typical piece, deterministic. */
  const cutter = () => {
    let state = 7;
    return () => {
      state = (state * 16_807) % 2_147_483_647;
      return (1.25 * (0.85 + (state / 2_147_483_647) * 0.3)).toFixed(2);
    };
  };

  it("takes at most 1.3 keystrokes per package besides digits", () => {
    const nextLb = cutter();
    let [keys, packed] = [0, 0];
    // Ten cuts of 30 pieces each for ten orders, some of which are by the pound.
    for (let cut = 0; cut < 10; cut += 1) {
      let lines = Array.from({ length: 10 }, (_, at) =>
        at % 4 === 3 ? byPound(`${at}`, "3.75") : byPiece(`${at}`, 3),
      );
      for (;;) {
        const piece = weight(nextLb());
        let line = proposedLine(lines, piece);
        if (!line) break;
        // Every tenth goes to another order than proposed.
        if (packed % 10 === 9) {
          line = nextCandidate(lines, piece, line.id) ?? line;
          keys += 1;
        }
        // Enter adds it; what fits nowhere needs a second Enter to confirm.
        keys += fits(line, piece) ? 1 : 2;
        const { id } = line;
        lines = lines.map((one) =>
          one.id === id
            ? {
                ...one,
                packedLb: (Number(one.packedLb) + Number(piece.netLb)).toFixed(2),
                packedPieces: one.packedPieces + 1,
              }
            : one,
        );
        packed += 1;
      }
      // F and Enter finish the cut.
      keys += 2;
      expect(lines.filter(wantsMore)).toEqual([]);
    }
    expect(packed).toBeGreaterThanOrEqual(290);
    expect(keys / packed).toBeLessThanOrEqual(1.3);
  });
});

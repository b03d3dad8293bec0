import type { Lot, LotToScan } from "#app/domain/lots/lots.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { isOtherMeat, lotOfLabel, whyNotFrom } from "../read-scan.ts";
import type { ShownLine } from "../station-view.ts";
import type { PackagePart } from "./package-part.ts";
import type { LotQuestion, Question, StationState } from "./station-state.ts";

/** Actions on the lots that lines are packed from. */
export function lotPart(state: StationState, { pack, add }: PackagePart) {
  const { sent, lines, current, question, settings } = state;
  const { lotFor, keep, say, close, askLot } = state;
  const { lots, today } = settings;

  /**
   * Returns a label's lot; null if it is expired or on hold, or needs a question: it is unknown, or
   * other meat that the line isn't packed from yet.
   */
  function knownLot(
    line: ShownLine,
    code: string,
    waits: Partial<Pick<LotQuestion, "ops" | "moved" | "from">>,
  ) {
    const found = lotOfLabel(lots, code, lotFor(line));
    if (!found) {
      askLot(line, { code, ...waits });
      say("warn", `Lot ${code} of ${line.productName}: choose or add it`);
      return null;
    }
    const why = whyNotFrom(found, today);
    if (why) {
      say("stop", `Lot ${found.code} ${why}. Nothing was added.`);
      return null;
    }
    if (lotFor(line)?.id !== found.id && isOtherMeat(found, line)) {
      askLot(line, { code: found.code, ...waits });
      say(
        "warn",
        `Lot ${found.code} is known as other meat than ${line.productName}: is it right?`,
      );
      return null;
    }
    return found;
  }

  /** Handles a code with only a lot, for the line that waits for one, else the current line. */
  function scanLot(code: string, asked: Question | null) {
    const forLine = asked?.kind === "lot" ? asked : null;
    const line = forLine ? lines.find(({ id }) => id === forLine.itemId) : current;
    if (!line) return;
    const { ops, moved, from } = forLine ?? {};
    const lot = knownLot(line, code, { ops, moved, from });
    if (!lot) return;
    if (forLine) return goOnWithLot(line, lot, forLine);
    keep(line, lot);
    say("ok", `Lot ${lot.code} for ${line.productName}`);
  }

  function setLot(line: ShownLine, lot: Lot) {
    if (question?.kind === "lot") goOnWithLot(line, lot, question);
    else keep(line, lot);
  }

  /** Packs a line's product without a lot from now on, if its lot is unknown. */
  function setNoLot(line: ShownLine) {
    keep(line, null);
    close();
    say("warn", `${line.productName} without a lot: a recall can’t find who got it.`);
  }

  /** Remembers the lot for the line's product and continues with what waited for it. */
  function goOnWithLot(
    line: ShownLine,
    lot: Pick<Lot, "id" | "code">,
    { ops, moved, from }: LotQuestion,
  ) {
    if (lot.id === from?.id) {
      return say("stop", `These packages are of lot ${lot.code} already. Choose another.`);
    }
    const before = lotFor(line);
    // If only older packages were moved, the lot of the next ones stays.
    const isNext = moved.length === 0 || moved.includes(line.packages.at(-1)?.id ?? "");
    if (isNext) keep(line, lot);
    close();
    const [op, ...others] = ops;
    if (op && others.length === 0) return pack(line, { ...op, lotId: lot.id });
    if (op)
      return add(
        line,
        ops.map((one) => ({ ...one, lotId: lot.id })),
      );
    if (moved.length === 0) return say("ok", `Lot ${lot.code} for ${line.productName}`);
    const packages = moved.map((packageId) => ({ packageId, requestId: newUuid() }));
    sent.add({ kind: "move", lotId: lot.id, packages });
    const count = moved.length === 1 ? "1 package" : `${moved.length} packages`;
    state.acts.current.push({
      kind: "replaced",
      itemId: line.id,
      packages: packages.map(({ packageId, requestId }) => ({
        packageId,
        requestId: line.packages.find(({ id }) => id === packageId)?.requestId ?? packageId,
        insteadOf: requestId,
      })),
      lot: before,
      undone: `${count} ${moved.length === 1 ? "is" : "are"} ${from ? `of lot ${from.code}` : "without a lot"} again.`,
    });
    const done = from ? `${count} moved to lot ${lot.code}` : `Lot ${lot.code} for ${count}`;
    const stays = isNext || !before ? "" : ` The next is of lot ${before.code} as before.`;
    say("ok", `${done}.${stays} ${newLabels(line, moved)}`);
  }

  function newLabels({ packages }: ShownLine, moved: readonly string[]): string {
    const own = packages.filter(({ id }) => moved.includes(id));
    if (own.some((one) => state.labels.wasPrinted(one))) return "Print the labels again.";
    return moved.length === 1
      ? "If it has a label, print it again."
      : "If they have labels, print them again.";
  }

  return {
    knownLot,
    scanLot,
    setLot,
    setNoLot,
    whyNotFrom: (lot: Pick<LotToScan, "expiresOn" | "isHeld">) => whyNotFrom(lot, today),
  };
}

export type LotPart = ReturnType<typeof lotPart>;

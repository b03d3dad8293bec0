import { useEffect, useRef, useState } from "react";
import { Badge } from "#app/components/badge.tsx";
import { Button } from "#app/components/button.tsx";
import {
  bestBeforeInWords,
  type LotToChoose,
  type LotToPack,
  lotInWords,
} from "#app/domain/lots/lots.ts";
import type { LotQuestion } from "../parts/station-state.ts";
import { inUnit, nameOf } from "../station-view.ts";
import type { PackingParts } from "../use-station.ts";

/** Form to choose a known or new lot for a line, or to correct the lot of its packages. */
export function ChooseLot({ station, question }: { station: PackingParts; question: LotQuestion }) {
  const line = station.lines.find(({ id }) => id === question.itemId);
  const { moved, from } = question;
  const isMoving = moved.length > 0;
  const productId = line?.productId;
  const [lots, setLots] = useState<LotToPack[] | null>(null);
  const [code, setCode] = useState(question.code);
  const before = useRef(question.code);
  const [supplier, setSupplier] = useState("");
  const [problem, setProblem] = useState("");
  /** A lot of other meat that was questioned; choosing it again confirms it. */
  const [doubted, setDoubted] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const supplierField = useRef<HTMLInputElement>(null);
  const isWeighing = question.ops.length > 0;
  useEffect(() => {
    // The next weight is typed into the station's own field.
    if (isWeighing) return;
    field.current?.focus();
    // The next input replaces the code that was filled in.
    field.current?.select();
  }, [isWeighing]);
  useEffect(() => {
    const asked = new AbortController();
    const of = productId ?? "";
    const which: Record<string, string> = isMoving
      ? { product: of, except: from?.id ?? "" }
      : { of };
    fetch(`/api/lots?${new URLSearchParams({ q: code, ...which })}`, { signal: asked.signal })
      .then((response) => (response.ok ? response.json() : null))
      .then((answer: { lots: LotToPack[] } | null) => setLots(answer?.lots ?? null))
      // Aborted by the next letter, or offline: a lot can still be typed.
      .catch(() => asked.signal.aborted || setLots(null));
    return () => asked.abort();
  }, [code, isMoving, productId, from?.id]);
  if (!line) return null;
  const count = moved.length === 1 ? "1 package" : `${moved.length} packages`;

  function choose(lot: LotToPack) {
    if (!line) return;
    if (!lot.isOther || doubted === lot.id) return station.setLot(line, lot);
    setDoubted(lot.id);
    const meat = lot.meat ? `is ${lot.meat}` : "is other meat";
    setProblem(
      `Lot ${lot.code} ${meat}, not ${line.productName}. Choose it once more if it is right.`,
    );
  }

  async function add() {
    setProblem("");
    const response = await fetch("/api/lots", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code, supplier }),
    }).catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (response?.ok && answer?.lot && line) return station.setLot(line, answer.lot);
    setProblem(answer?.message ?? "The lot could not be stored. Try again.");
    supplierField.current?.focus();
  }

  return (
    <section aria-label={`Lot of ${line.productName}`}>
      {question.ops.length > 0 && (
        <p className="mb-2 font-semibold tabular-nums">
          {question.ops.map(inUnit).join(", ")} {question.ops.length === 1 ? "waits" : "wait"} for
          the lot{line.owner && `, for ${nameOf(line)}`}
        </p>
      )}
      {isMoving && (
        <p className="mb-3 font-semibold">
          {from ? `Move ${count} to another lot` : `Choose the lot of ${count}`}
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const entry = station.readLot(code, before.current);
          if (entry.kind !== "code") {
            const kept = entry.kind === "lot scan" ? entry.code : before.current;
            before.current = kept;
            setCode(kept);
            if (entry.kind === "weight") station.holdForLot(entry.weight);
            if (entry.kind === "scan") station.scan(entry.text);
            return;
          }
          before.current = entry.code;
          if (from && entry.code.toLowerCase() === from.code.toLowerCase() && supplier === "") {
            return setProblem(
              `The ${moved.length === 1 ? "package is" : "packages are"} of lot ${from.code} already.`,
            );
          }
          const known = lots?.filter((lot) => lot.code.toLowerCase() === code.trim().toLowerCase());
          const [only] = known ?? [];
          if (only && known?.length === 1 && supplier.trim() === "") {
            const why = station.whyNotFrom(only);
            if (why) return setProblem(`Lot ${only.code} ${why}. Choose another.`);
            choose(only);
          } else void add();
        }}
      >
        <label className="block text-sm">
          <span className={isWeighing ? "docked:sr-only" : ""}>Lot code</span>
          <input
            ref={field}
            placeholder={isWeighing ? "Lot code" : undefined}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            required
            maxLength={40}
            autoComplete="off"
            className="mt-1 h-12 w-full border border-rule-strong bg-paper px-3"
          />
        </label>
        <ul
          hidden={!lots?.length}
          className={`mt-2 max-h-48 overflow-y-auto border border-rule-strong px-2 ${code.trim() === "" ? "docked:max-h-[clamp(6.5rem,calc(100dvh-44rem),20rem)] lg:docked:max-h-[clamp(8rem,calc(100dvh-36.5rem),20rem)]" : "docked:max-h-28"}`}
        >
          {lots?.slice(0, 8).map((lot) => {
            const isOut = station.whyNotFrom(lot);
            return (
              <li key={lot.id} className="border-b border-rule">
                {isOut ? (
                  <p className="flex min-h-12 items-center justify-between gap-3 text-ink-soft">
                    <LotLine lot={lot} />
                    <Badge tone="cancelled">{lot.isHeld ? "On hold" : "Past its date"}</Badge>
                  </p>
                ) : (
                  <button
                    type="button"
                    onClick={() => choose(lot)}
                    className="flex min-h-13 w-full items-center gap-3 text-left hover:bg-paper-deep"
                  >
                    <LotLine lot={lot} />
                  </button>
                )}
              </li>
            );
          })}
        </ul>
        {lots?.length === 0 && (
          <p className="mt-2 text-sm text-ink-soft">
            {isMoving || code.trim() !== ""
              ? "No lot to choose from: enter the whole code. Lots of other meat are not listed."
              : "No lot with meat left. Enter a code to choose an empty one, or another."}
          </p>
        )}
        {/* A new lot needs a code; until one is typed, the list takes the space. */}
        {code.trim() !== "" && (
          <label className="mt-3 block text-sm">
            Supplier, for a new lot
            <input
              ref={supplierField}
              value={supplier}
              onChange={(event) => setSupplier(event.target.value)}
              maxLength={200}
              autoComplete="off"
              className="mt-1 h-12 w-full scroll-mb-32 border border-rule-strong bg-paper px-3"
            />
          </label>
        )}
        {/* Stays in view on a tablet, however long the content above is. */}
        <div className="mt-1 grid grid-cols-[1fr_auto] gap-2 bg-paper-light py-2 docked:sticky docked:bottom-0">
          {problem && (
            <p role="alert" className="col-span-2 text-sm font-semibold text-cancelled">
              {problem}
            </p>
          )}
          <Button type="submit" className="min-h-14 px-3! whitespace-nowrap">
            Use this lot
          </Button>
          <Button variant="secondary" className="min-h-14 px-3!" onClick={() => station.ask(null)}>
            Cancel
          </Button>
          {!isMoving && !line.isTraced && station.lotFor(line) && (
            <Button
              variant="secondary"
              className="col-span-2 min-h-14 px-3!"
              onClick={() => station.setNoLot(line)}
            >
              Pack without a lot
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}

function LotLine({ lot }: { lot: LotToChoose }) {
  return (
    <span className="min-w-0 py-1.5">
      <span className="font-semibold break-words">{lot.code}</span>
      <span className="block text-sm break-words text-ink-soft">
        {[lotInWords(lot), bestBeforeInWords(lot.expiresOn), lot.supplier]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </span>
  );
}

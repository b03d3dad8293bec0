import { useEffect, useRef, useState } from "react";
import { Button } from "#app/components/button.tsx";
import type { Lot } from "#app/features/lots/lots.ts";
import { formatCents, toCents } from "#app/lib/money.ts";
import type { Station } from "./use-station.ts";

interface StationQuestionProps {
  station: Station;
  products: { id: string; name: string; soldBy: "lb" | "piece" }[];
}

const panel = "mt-2 border border-ink bg-paper-light p-4";

/** What the station asks before it goes on, below the field; Escape there takes it back. */
export function StationQuestion({ station, products }: StationQuestionProps) {
  const { question } = station;
  if (!question) return null;
  switch (question.kind) {
    case "over":
      return <OverPromise key={question.itemId} station={station} itemId={question.itemId} />;
    case "lot":
      return <ChooseLot key={question.itemId} station={station} question={question} />;
    case "add":
      return <AddLine station={station} products={products} substitutes={question.substitutes} />;
    case "finish":
      return <ConfirmFinish station={station} cents={question.cents} />;
    default:
      return <YesOrNo station={station} />;
  }
}

function YesOrNo({ station }: { station: Station }) {
  const isTwice = station.question?.kind === "twice";
  return (
    <div className={`${panel} flex flex-wrap gap-2`}>
      {!isTwice && <Button onClick={station.answerYes}>Yes</Button>}
      <Button variant="secondary" onClick={() => station.ask(null)}>
        {isTwice ? "Leave it out" : "No"}
      </Button>
    </div>
  );
}

function ConfirmFinish({ station, cents }: { station: Station; cents: number }) {
  return (
    <div className={panel}>
      <p className="font-semibold">{formatCents(cents)} before tax</p>
      <p className="mt-1 text-sm">
        The invoice is issued and the client is told. This cannot be undone.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button pending={station.isFinishing} onClick={station.answerYes}>
          Finish and invoice
        </Button>
        <Button variant="secondary" onClick={() => station.ask(null)}>
          Not yet
        </Button>
      </div>
    </div>
  );
}

/** More than was promised: somebody has to say who bears it. */
function OverPromise({ station, itemId }: { station: Station; itemId: string }) {
  const [note, setNote] = useState("");
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const line = station.lines.find(({ id }) => id === itemId);
  if (!line) return null;
  const promised = formatCents(toCents(line.promisedAmount));
  return (
    <section aria-label="More than promised" className={panel}>
      <p className="font-semibold">
        {formatCents(toCents(line.finalAmount))} is more than the {promised} that was promised.
      </p>
      <div className="mt-3 flex flex-col gap-2">
        <Button
          ref={first}
          variant="secondary"
          onClick={() => {
            station.undo();
            station.ask(null);
          }}
        >
          Re-pick: take the last package back
        </Button>
        <Button
          variant="secondary"
          onClick={() => station.finishLine(itemId, { over: "bill_promise" })}
        >
          Bill at the promise, {promised}
        </Button>
      </div>
      <form
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault();
          station.finishLine(itemId, { over: "customer_agreed", note });
        }}
      >
        <label className="block text-sm">
          Who agreed, and how
          <input
            value={note}
            onChange={(event) => setNote(event.target.value)}
            required
            maxLength={500}
            className="mt-1 h-12 w-full border border-rule-strong bg-paper px-3"
          />
        </label>
        <Button type="submit" variant="secondary" className="mt-2 w-full">
          Customer agreed
        </Button>
      </form>
    </section>
  );
}

function ChooseLot({
  station,
  question,
}: {
  station: Station;
  question: Extract<Station["question"], { kind: "lot" }>;
}) {
  const line = station.lines.find(({ id }) => id === question.itemId);
  const [lots, setLots] = useState<Lot[] | null>([]);
  const [code, setCode] = useState(question.code);
  const [supplier, setSupplier] = useState("");
  const [problem, setProblem] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const asked = new AbortController();
    fetch(`/api/lots?q=${encodeURIComponent(code)}`, { signal: asked.signal })
      .then((response) => (response.ok ? response.json() : null))
      .then((answer: { lots: Lot[] } | null) => setLots(answer?.lots ?? null))
      // Aborted by the next letter, or no network: a lot can still be typed.
      .catch(() => asked.signal.aborted || setLots(null));
    return () => asked.abort();
  }, [code]);
  if (!line) return null;

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
  }

  return (
    <section aria-label={`Lot of ${line.productName}`} className={panel}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const known = lots?.filter((lot) => lot.code.toLowerCase() === code.trim().toLowerCase());
          const [only] = known ?? [];
          if (only && known?.length === 1 && supplier.trim() === "") station.setLot(line, only);
          else void add();
        }}
      >
        <label className="block text-sm">
          Lot code
          <input
            ref={field}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            required
            maxLength={40}
            autoComplete="off"
            className="mt-1 h-12 w-full border border-rule-strong bg-paper px-3"
          />
        </label>
        <ul className="mt-2 max-h-48 overflow-y-auto">
          {lots?.slice(0, 8).map((lot) => (
            <li key={lot.id}>
              <button
                type="button"
                onClick={() => station.setLot(line, lot)}
                className="flex min-h-12 w-full items-center justify-between gap-3 border-b border-rule text-left hover:bg-paper-deep"
              >
                <span className="font-semibold">{lot.code}</span>
                <span className="truncate text-sm text-ink-soft">{lot.supplier}</span>
              </button>
            </li>
          ))}
        </ul>
        <label className="mt-3 block text-sm">
          Supplier, for a new lot
          <input
            value={supplier}
            onChange={(event) => setSupplier(event.target.value)}
            maxLength={200}
            autoComplete="off"
            className="mt-1 h-12 w-full border border-rule-strong bg-paper px-3"
          />
        </label>
        {problem && (
          <p role="alert" className="mt-2 text-sm font-semibold text-cancelled">
            {problem}
          </p>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button type="submit">Use this lot</Button>
          <Button variant="secondary" onClick={() => station.ask(null)}>
            Cancel
          </Button>
        </div>
      </form>
    </section>
  );
}

function AddLine({
  station,
  products,
  substitutes,
}: StationQuestionProps & { substitutes: string | null }) {
  const [productId, setProductId] = useState(products[0]?.id ?? "");
  const [amount, setAmount] = useState("");
  const [note, setNote] = useState("");
  const field = useRef<HTMLSelectElement>(null);
  useEffect(() => field.current?.focus(), []);
  const replaced = station.lines.find(({ id }) => id === substitutes);
  const product = products.find(({ id }) => id === productId);
  const isPieces = product?.soldBy === "piece";
  return (
    <section
      aria-label={replaced ? `Send instead of ${replaced.productName}` : "Add a line"}
      className={panel}
    >
      <p className="font-semibold">
        {replaced ? `Instead of ${replaced.productName}` : "Add a line"}
      </p>
      {replaced && !station.order.allowsSubstitutes && (
        <p className="mt-1 text-sm text-cancelled">
          This client does not take substitutes. Call them, or mark the line short.
        </p>
      )}
      <form
        className="mt-2"
        onSubmit={(event) => {
          event.preventDefault();
          station.addLine({ productId, amount: amount.replace(",", "."), substitutes, note });
        }}
      >
        <label className="block text-sm">
          Product
          <select
            ref={field}
            value={productId}
            onChange={(event) => setProductId(event.target.value)}
            className="mt-1 h-12 w-full border border-rule-strong bg-paper px-3"
          >
            {products.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className="mt-3 block text-sm">
          {isPieces ? "Pieces" : "Pounds"}
          <input
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            required
            inputMode={isPieces ? "numeric" : "decimal"}
            pattern={isPieces ? "[0-9]{1,4}" : "[0-9]{1,5}([.,][0-9]{1,2})?"}
            className="mt-1 h-12 w-full border border-rule-strong bg-paper px-3"
          />
        </label>
        <label className="mt-3 block text-sm">
          Why
          <input
            value={note}
            onChange={(event) => setNote(event.target.value)}
            maxLength={500}
            className="mt-1 h-12 w-full border border-rule-strong bg-paper px-3"
          />
        </label>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button type="submit">{replaced ? "Send this instead" : "Add the line"}</Button>
          <Button variant="secondary" onClick={() => station.ask(null)}>
            Cancel
          </Button>
        </div>
      </form>
    </section>
  );
}

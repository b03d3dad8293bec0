import { useId, useRef, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { controlClass } from "#app/components/form/field.tsx";
import { toast } from "#app/components/toast/toast-store.ts";
import {
  addToLine,
  type DraftLine,
  dropLine,
  type OrderableProduct,
  type OrderDraft,
  withLine,
} from "#app/domain/drafts/order-draft.ts";
import { type PastedLine, readPasted, typedAmount } from "#app/domain/drafts/paste/paste-lines.ts";
import { typedInWords, unitOf } from "#app/domain/orders/order-quantity.ts";
import { isRefusal } from "#app/lib/refusal.ts";

interface PasteListProps {
  products: readonly OrderableProduct[];
  /** Product ids by the names that the client has used before. */
  names: Readonly<Record<string, string>>;
  keepAt: string;
  onChange: (how: (draft: OrderDraft) => OrderDraft) => void;
}

/** A product id, "" while undecided, or left out. */
type Choice = string;
const leftOut = "left out";

/**
 * Takes a list pasted from a spreadsheet, a CSV file or an email. Matches are shown before anything
 * is added; other lines have to be chosen or left out, which is remembered. Needs JavaScript.
 */
export function PasteList({ products, names, keepAt, onChange }: PasteListProps) {
  const [text, setText] = useState("");
  const [ownNames, setOwnNames] = useState<Readonly<Record<string, string>>>({});
  const [fileNote, setFileNote] = useState<string | null>(null);
  const [lines, setLines] = useState<PastedLine[] | null>(null);
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map());
  const [amounts, setAmounts] = useState<ReadonlyMap<number, string>>(new Map());
  const box = useRef<HTMLTextAreaElement>(null);
  const checked = useRef<HTMLParagraphElement>(null);
  const details = useRef<HTMLDetailsElement>(null);
  const boxId = useId();
  const byId = new Map(products.map((product) => [product.id, product]));

  function check(list = text) {
    const read = readPasted(list, products, { ...names, ...ownNames });
    setLines(read);
    setChoices(new Map(read.map(({ number, product }) => [number, product?.id ?? ""])));
    setAmounts(new Map());
    // Once it is rendered.
    requestAnimationFrame(() => (read.length > 0 ? checked.current : box.current)?.focus());
  }

  async function readFile(input: HTMLInputElement) {
    const file = input.files?.[0];
    // Allows choosing the same file again after correcting it.
    input.value = "";
    if (!file) return;
    try {
      // Offline, the code that reads the file may fail to load as well.
      const { listOfFile, mostFileBytes } = await import("#app/domain/drafts/paste/list-file.ts");
      if (file.size > mostFileBytes) return setFileNote("This file is too large for one order.");
      const known = new Set(products.map(({ itemNumber }) => itemNumber));
      const bytes = new Uint8Array(await file.arrayBuffer());
      const list = listOfFile(bytes, (itemNumber) => known.has(itemNumber));
      const { withoutQuantity: none } = list;
      const passedOver = none > 0 && `${none} ${none === 1 ? "row" : "rows"} without a quantity.`;
      setFileNote(
        list.text === "" ? "There is nothing to order in this file." : passedOver || null,
      );
      setText(list.text);
      check(list.text);
    } catch (error) {
      setFileNote(isRefusal(error) ? error.message : "This file could not be read.");
    }
  }

  const understood = (lines ?? []).map((line) => {
    const choice = choices.get(line.number) ?? "";
    const product = byId.get(choice);
    const typed = amounts.get(line.number);
    const amount = typed === undefined ? line.amount : { value: typed, unit: null };
    const result = product ? typedAmount(amount, product) : null;
    const isOut = line.problem !== null || choice === leftOut;
    return { line, choice, product, isOut, typed, result };
  });
  const ready = understood.flatMap(({ line, product, isOut, result }) =>
    !isOut && product && result && "quantity" in result ? [{ line, product, ...result }] : [],
  );
  const open = understood.filter(
    ({ product, isOut, result }) => !isOut && (!product || !result || "error" in result),
  );

  function add() {
    const before = new Map<string, DraftLine | undefined>();
    onChange((draft) => {
      for (const { product } of ready) {
        const line = draft.lines.find(({ productId }) => productId === product.id);
        before.set(line?.key ?? product.id, line);
      }
      return ready.reduce((now, { product, quantity }) => addToLine(now, product, quantity), draft);
    });
    // Keeps what was typed into other boxes meanwhile.
    const undo = () =>
      onChange((draft) =>
        [...before].reduce(
          (now, [key, line]) => (line ? withLine(now, line) : dropLine(now, key)),
          draft,
        ),
      );
    const count = ready.length === 1 ? "1 line" : `${ready.length} lines`;
    toast({ title: `${count} added`, action: { label: "Undo", run: undo } });
    void keepChosen();
    setText("");
    setFileNote(null);
    setLines(null);
    details.current?.removeAttribute("open");
    details.current?.querySelector("summary")?.focus();
  }

  /** Stores the products chosen for names that were ambiguous or matched wrongly. */
  async function keepChosen() {
    const chosen = ready.flatMap(({ line: { phrase, product: found }, product }) =>
      phrase !== "" && product.id !== found?.id ? [[phrase, product.id] as const] : [],
    );
    if (chosen.length === 0) return;
    setOwnNames((before) => ({ ...before, ...Object.fromEntries(chosen) }));
    const form = new URLSearchParams();
    for (const [name, product] of chosen) {
      form.append("name", name);
      form.append("product", product);
    }
    const answer = await fetch(keepAt, { method: "POST", body: form }).catch(() => null);
    if (answer?.ok) return;
    toast({ title: "Your names for these products could not be kept for the next list" });
  }

  return (
    <details ref={details} className="mt-3 border-b border-rule">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center text-[0.9375rem]">
        Paste a list
      </summary>
      <div className="max-w-3xl pt-2 pb-5">
        <label htmlFor={boxId} className="text-[0.9375rem] font-semibold">
          Your list, a product on each line
        </label>
        <p className="mt-1 text-sm text-ink-soft">
          “10 lb ribeye steak”, “3 x tenderloin”, or item number and quantity from a spreadsheet.
        </p>
        <textarea
          ref={box}
          id={boxId}
          rows={6}
          maxLength={100_000}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setLines(null);
          }}
          className={`${controlClass} mt-2 h-auto py-2`}
        />
        <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button variant="secondary" disabled={text.trim() === ""} onClick={() => check()}>
            Check the list
          </Button>
          <label className="inline-flex min-h-11 flex-wrap items-center gap-x-3 text-[0.9375rem]">
            Or a CSV file
            <input
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              onChange={(event) => void readFile(event.currentTarget)}
              className="max-w-56 text-sm"
            />
          </label>
        </div>
        {fileNote && (
          <p role="status" className="mt-3 text-[0.9375rem]">
            {fileNote}
          </p>
        )}
        {lines && (
          <>
            <p
              ref={checked}
              tabIndex={-1}
              role="status"
              className="mt-5 font-semibold outline-none"
            >
              {ready.length} of {lines.length} {lines.length === 1 ? "line" : "lines"} understood
              {open.length > 0 && `, ${open.length} to decide`}. Nothing is added yet.
            </p>
            <ol className="mt-3 border-t border-ink">
              {understood.map(({ line, choice, product, isOut, typed, result }) => (
                <PastedRow
                  key={line.number}
                  line={line}
                  choice={choice}
                  product={product}
                  isOut={isOut}
                  typed={typed}
                  result={result}
                  products={products}
                  onChoose={(chosen) => setChoices(new Map(choices).set(line.number, chosen))}
                  onType={(value) => setAmounts(new Map(amounts).set(line.number, value))}
                />
              ))}
            </ol>
            <Button className="mt-4" disabled={ready.length === 0 || open.length > 0} onClick={add}>
              Add {ready.length === 1 ? "1 line" : `${ready.length} lines`} to the order
            </Button>
            {open.length > 0 && (
              <p className="mt-2 text-sm text-ink-soft">
                Choose a product and a quantity for each line first, or leave it out.
              </p>
            )}
          </>
        )}
      </div>
    </details>
  );
}

interface PastedRowProps {
  line: PastedLine;
  choice: Choice;
  product: OrderableProduct | undefined;
  isOut: boolean;
  typed: string | undefined;
  result: ReturnType<typeof typedAmount> | null;
  products: readonly OrderableProduct[];
  onChoose: (choice: Choice) => void;
  onType: (value: string) => void;
}

function PastedRow(props: PastedRowProps) {
  const { line, choice, product, isOut, typed, result, products, onChoose, onType } = props;
  const error = result && "error" in result ? result.error : null;
  const guessed = new Set(line.guesses.map(({ id }) => id));
  const others = products.filter(({ id }) => !guessed.has(id));
  return (
    <li className="grid gap-x-4 gap-y-1 border-b border-rule py-2.5 sm:grid-cols-[1fr_1.4fr] sm:items-start">
      <p className="min-w-0 wrap-break-word text-sm text-ink-soft">
        <span className="tabular-nums">{line.number}</span> · {line.text}
      </p>
      {line.problem ? (
        <p className="text-sm font-semibold text-cancelled">{line.problem} Left out.</p>
      ) : (
        <div className="grid grid-cols-[1fr_7rem] gap-x-3 gap-y-1">
          <select
            aria-label={`Product of line ${line.number}`}
            value={choice}
            onChange={(event) => onChoose(event.target.value)}
            className={controlClass}
          >
            <option value="">Choose a product</option>
            <option value={leftOut}>Leave it out</option>
            {line.guesses.length > 0 && (
              <optgroup label="Most like it">
                {line.guesses.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </optgroup>
            )}
            <optgroup label="All products">
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          </select>
          {!isOut && (error || typed !== undefined) ? (
            <input
              aria-label={`Quantity of line ${line.number}`}
              aria-invalid={error ? true : undefined}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              value={typed ?? line.amount?.value ?? ""}
              onChange={(event) => onType(event.target.value)}
              className={`${controlClass} text-right`}
            />
          ) : (
            <p className="self-center text-right text-[0.9375rem] tabular-nums">
              {!isOut && product && result && "quantity" in result
                ? typedInWords(result.quantity, unitOf(product))
                : ""}
            </p>
          )}
          {!isOut && error && (
            <p className="col-span-2 text-sm font-semibold text-cancelled">{error}</p>
          )}
        </div>
      )}
    </li>
  );
}

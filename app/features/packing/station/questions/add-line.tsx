import { useEffect, useRef, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { piecesInWords } from "#app/domain/orders/order-quantity.ts";
import { formatLb, poundsOfPieces } from "#app/lib/amounts/weight.ts";
import type { PackingParts } from "../use-station.ts";
import {
  askedOf,
  type ProductToAdd,
  substituteGroups,
  type UsualSubstitute,
} from "./substitutes.ts";

interface AddLineProps {
  station: PackingParts;
  products: ProductToAdd[];
  usual: UsualSubstitute[];
  /** The line to replace; null for an extra product. */
  substitutes: string | null;
}

/** Form to add an extra product, or a substitute for a line. */
export function AddLine({ station, products, usual, substitutes }: AddLineProps) {
  const [productId, setProductId] = useState("");
  /** Null until typed; defaults to the amount missing on the replaced line. */
  const [typedAmount, setAmount] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const field = useRef<HTMLSelectElement>(null);
  useEffect(() => field.current?.focus(), []);
  const replaced = station.lines.find(({ id }) => id === substitutes);
  const product = products.find(({ id }) => id === productId);
  const amount = typedAmount ?? (replaced ? askedOf(replaced, product) : "");
  const isPieces = product?.soldBy === "piece";
  const [hasAgreed, setAgreed] = useState(false);
  const typed = Number(amount.replace(",", ".")) || 0;
  const pounds =
    isPieces && product.typicalPieceLb
      ? Number(poundsOfPieces(typed, product.typicalPieceLb))
      : typed;
  const left = replaced ? Number(replaced.mostLb) - Number(replaced.packedLb) : 0;
  const mayBeOver = replaced !== undefined && pounds > left;
  return (
    <section aria-label={replaced ? `Substitute for ${replaced.productName}` : "Add a line"}>
      <p className="font-semibold">
        {replaced ? `Substitute for ${replaced.productName}` : "Add a line"}
      </p>
      <form
        className="mt-2"
        onSubmit={(event) => {
          event.preventDefault();
          const over = mayBeOver && hasAgreed ? "customer_agreed" : null;
          const asked = isPieces ? piecesInWords(typed) : formatLb(typed);
          station.addLine(
            { productId, amount: amount.replace(",", "."), substitutes, over, note },
            `${product?.name ?? "a product"}, ${asked}`,
          );
        }}
      >
        <label className="block text-sm">
          Product
          <select
            ref={field}
            value={productId}
            required
            onChange={(event) => setProductId(event.target.value)}
            className="mt-1 h-12 w-full border border-rule-strong bg-paper px-3"
          >
            <option value="" disabled>
              Choose a product
            </option>
            {replaced ? (
              substituteGroups(replaced, products, usual).map((group) => (
                <optgroup key={group.label} label={group.label}>
                  <Options of={group.products} />
                </optgroup>
              ))
            ) : (
              <Options of={products} />
            )}
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
        {mayBeOver && (
          <>
            <p className="mt-3 text-sm">
              The client’s maximum leaves about {formatLb(Math.max(0, left))} for it.
            </p>
            <label className="flex min-h-12 items-center gap-3 text-sm">
              <input
                type="checkbox"
                checked={hasAgreed}
                onChange={(event) => setAgreed(event.target.checked)}
                className="size-6 accent-oxblood"
              />
              The client agreed to more
            </label>
          </>
        )}
        <label className="mt-3 block text-sm">
          {mayBeOver && hasAgreed ? "Who agreed, and how" : "Why (optional)"}
          <input
            value={note}
            required={mayBeOver && hasAgreed}
            onChange={(event) => setNote(event.target.value)}
            maxLength={500}
            className="mt-1 h-12 w-full border border-rule-strong bg-paper px-3"
          />
        </label>
        <div className="mt-3 grid gap-2">
          <Button type="submit" className="min-h-14">
            {replaced ? "Send this instead" : "Add the line"}
          </Button>
          <Button variant="secondary" className="min-h-14" onClick={() => station.ask(null)}>
            Cancel
          </Button>
        </div>
      </form>
    </section>
  );
}

function Options({ of }: { of: readonly ProductToAdd[] }) {
  return of.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}

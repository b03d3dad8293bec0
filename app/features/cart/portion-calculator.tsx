import { useState } from "react";
import { Button } from "#app/components/button.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { CountField } from "#app/components/form/field.tsx";
import {
  type Appetite,
  amountFor,
  hundredthsFor,
  maxPeople,
  type Portions,
} from "#app/domain/catalogue/portions.ts";
import type { ProductSummary } from "#app/domain/catalogue/product.ts";
import { maxAmount, pieceLb, poundsOf } from "#app/domain/drafts/cart/amount.ts";
import { estimateOf } from "#app/domain/drafts/cart/estimate.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";

interface PortionCalculatorProps {
  product: ProductSummary;
  portions: Portions;
  /** Puts the amount into the quantity control; null while that can't be changed. */
  onUse: ((amount: number) => void) | null;
}

/** Calculates pieces or pounds from people and appetite. Loaded on demand by how-much.tsx. */
export function PortionCalculator({ product, portions, onUse }: PortionCalculatorProps) {
  const [people, setPeople] = useState("4");
  const [appetite, setAppetite] = useState<Appetite>("average");
  const count = Number(people);
  const isCount = Number.isInteger(count) && count >= 1 && count <= maxPeople;
  const sold = { pieceLb: pieceLb(product), orderStepLb: product.orderStepLb };
  const hundredths = isCount ? hundredthsFor(portions, count, appetite) : 0;
  const amount = Math.min(maxAmount(product), amountFor(sold, hundredths));
  const pounds = formatLb(poundsOf(product, amount));
  const inWords = sold.pieceLb === null ? pounds : amount === 1 ? "1 piece" : `${amount} pieces`;

  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-4">
        <CountField
          label="People"
          maxLength={3}
          value={people}
          onChange={(event) => setPeople(event.target.value)}
          error={isCount ? null : `Enter a whole number from 1 to ${maxPeople}.`}
        />
        <SelectField
          label="Appetite"
          value={appetite}
          onChange={(event) => setAppetite(event.target.value as Appetite)}
        >
          <option value="light">Light</option>
          <option value="average">Average</option>
          <option value="hearty">Hearty</option>
        </SelectField>
      </div>
      <p aria-live="polite">
        {isCount && (
          <>
            <strong>{inWords}</strong>
            {sold.pieceLb !== null && `, about ${pounds}`}. {estimateOf(product, amount)}
          </>
        )}
      </p>
      {onUse ? (
        <Button variant="secondary" disabled={!isCount} onClick={() => onUse(amount)}>
          Choose {inWords}
        </Button>
      ) : (
        <p className="text-sm text-ink-soft">
          It is in your cart already. Change the quantity there.
        </p>
      )}
    </div>
  );
}

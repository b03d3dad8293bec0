import { Button, SecondaryButton } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { type OrderAgain, sourceOf } from "./order-again.ts";

interface FilledAgainProps {
  again: OrderAgain;
  /** Products that were already in the draft, with the combined quantity in words. */
  joined: readonly { name: string; quantity: string }[];
}

/** Shows what was copied from a past order, and what has changed since. */
export function FilledAgain({ again, joined }: FilledAgainProps) {
  const { lines, gone, repriced, resold, notes, allowsSubstitutes } = again;
  const source = sourceOf(again);
  const title =
    lines.length === 0
      ? `We no longer sell anything from ${source}`
      : `${joined.length > 0 ? "Added" : "Filled in"} from ${source}, at today's prices`;
  return (
    <Notice
      tone={gone.length > 0 ? "info" : "success"}
      title={title}
      className="mt-4 max-md:py-2.5 md:mt-6"
    >
      {joined.length > 0 && (
        <p>
          Added to what you had picked:{" "}
          {joined.map(({ name, quantity }) => `${name}, now ${quantity}`).join("; ")}.
        </p>
      )}
      {repriced.length > 0 && (
        <>
          <p>{repriced.length === 1 ? "One price has" : "Prices have"} changed since then:</p>
          <ul>
            {repriced.map(({ name, before, now }) => (
              <li key={name}>
                {name}: was {formatPricePerLb(toCents(before))}, now{" "}
                <strong>{formatPricePerLb(toCents(now))}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
      {resold.length > 0 && (
        <>
          <p>{resold.length === 1 ? "One product is" : "Products are"} sold differently now:</p>
          <ul>
            {resold.map(({ name, before, now }) => (
              <li key={name}>
                {name}: was {before}, now <strong>{now}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
      {gone.length > 0 && (
        <>
          <p>Left out:</p>
          <ul>
            {gone.map(({ name, why }) => (
              <li key={name}>
                {name}: {why}
              </li>
            ))}
          </ul>
        </>
      )}
      {notes && (
        <p className="break-words whitespace-pre-line">
          Notes carried over: “{notes}” You can change them when you review the order.
        </p>
      )}
      {lines.length > 0 && allowsSubstitutes && <p>Substitutes allowed, as in that order.</p>}
    </Notice>
  );
}

interface AgainChoiceProps {
  again: OrderAgain;
  onAdd: () => void;
  onReplace: () => void;
  onKeep: () => void;
}

/** Asks whether to add to or replace a draft that already has lines. */
export function AgainChoice({ again, onAdd, onReplace, onKeep }: AgainChoiceProps) {
  const source = sourceOf(again);
  return (
    <Notice
      title="You have an order you have not placed yet"
      className="mt-6"
      action={
        <>
          <Button onClick={onAdd}>Add to it</Button>
          <SecondaryButton onClick={onReplace}>Start over</SecondaryButton>
          <Button variant="quiet" onClick={onKeep}>
            Leave it as it is
          </Button>
        </>
      }
    >
      <p>
        Add everything from {source} to it, or start over with {source} only?
      </p>
    </Notice>
  );
}

import { useEffect, useRef, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { askShop } from "./outbox.ts";
import type { AccountClient } from "./till-product.ts";
import type { TillState } from "./use-till.ts";

/** The server returns one more. */
const shownClients = 8;

interface AccountFieldProps {
  state: TillState;
  against: string;
}

/** Puts the sale on a client's account, at their prices; needs a connection. */
export function AccountField({ state, against }: AccountFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [found, setFound] = useState<AccountClient[] | "lost" | null>(null);
  const part = useRef<HTMLDivElement>(null);
  const { client, till } = state;
  useEffect(() => {
    // Clients found are below the field, often beyond the end of a tablet's or phone's screen.
    if (found !== null) part.current?.scrollIntoView({ block: "nearest" });
  }, [found]);
  if (client) {
    return (
      <div className="grid gap-4">
        <p>
          On account of <span className="font-semibold">{client.name}</span>, at their prices.
        </p>
        <p role="alert" className="font-semibold text-cancelled empty:hidden">
          {against}
        </p>
        {against === "" && client.poMode !== "none" && (
          <TextField
            label="PO number"
            optional={client.poMode !== "required"}
            autoComplete="off"
            maxLength={100}
            value={state.poNumber}
            onChange={({ currentTarget }) => state.setPoNumber(currentTarget.value)}
          />
        )}
        {against === "" && (
          <Button
            variant="secondary"
            className="justify-self-start"
            onClick={() => void state.chargeTo(null)}
          >
            Pay now instead
          </Button>
        )}
      </div>
    );
  }
  if (!isOpen) {
    return (
      <button type="button" className="link min-h-11" onClick={() => setOpen(true)}>
        On a client’s account
      </button>
    );
  }
  const find = async (typed: string) => {
    setName(typed);
    if (typed.trim().length < 2) {
      setFound(null);
      return [];
    }
    const answer = await askShop<{ clients: AccountClient[] }>(till.id, { client: typed.trim() });
    setFound(answer?.clients ?? "lost");
    return answer?.clients ?? [];
  };
  const choose = (one: AccountClient) => {
    setOpen(false);
    void state.chargeTo(one);
  };
  /** Enter searches, or chooses the only client found; it never takes the payment. */
  const enter = async (typed: string) => {
    const [only, ...others] = await find(typed);
    if (only && others.length === 0) choose(only);
  };
  return (
    // The bar with the payment's button gives way to the results, which it would cover.
    <div ref={part} data-finds-client className="my-2 scroll-my-4 basis-full">
      <TextField
        label="Client"
        autoFocus
        hint="Part of the name. It goes on their account as an invoice."
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => void find(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          void enter(event.currentTarget.value);
        }}
      />
      <p role="status" className="mt-2 empty:hidden">
        {found === "lost" && "The shop can’t be reached, so nothing can go on account."}
        {found !== "lost" && found?.length === 0 && `No client is called “${name.trim()}”.`}
        {found !== "lost" &&
          (found?.length ?? 0) > shownClients &&
          "There are more: type more of the name."}
      </p>
      <ul aria-label="Clients" className="mt-2 grid gap-2">
        {(found === "lost" ? [] : (found ?? [])).slice(0, shownClients).map((one) => (
          <li key={one.id}>
            <Button variant="secondary" className="w-full" onClick={() => choose(one)}>
              {one.name}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Returns what the payment would refuse: a client overdue, over their limit or on hold. Empty if
 * the account is open to this sale, or if there is none.
 */
export function useAgainstAccount({ till, client, totals: { totalCents } }: TillState): string {
  const [said, setSaid] = useState("");
  const tillId = till.id;
  const clientId = client?.id;
  useEffect(() => {
    if (clientId === undefined) return;
    let isCurrent = true;
    const asked = { account: clientId, total: String(totalCents) };
    void askShop<{ message: string }>(tillId, asked).then((answer) => {
      if (isCurrent) setSaid(answer?.message ?? "");
    });
    return () => {
      isCurrent = false;
      setSaid("");
    };
  }, [tillId, clientId, totalCents]);
  return said;
}

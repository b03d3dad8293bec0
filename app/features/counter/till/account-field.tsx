import { useEffect, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { askShop } from "./outbox.ts";
import type { AccountClient } from "./till-product.ts";
import type { TillState } from "./use-till.ts";

/** Number of results shown; the server returns one more. */
const shownClients = 8;

/** Puts the sale on a client's account, at their prices; needs the shop to be reachable. */
export function AccountField({ state }: { state: TillState }) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [found, setFound] = useState<AccountClient[] | "lost" | null>(null);
  const { client, till } = state;
  if (client) {
    return (
      <div className="grid gap-4">
        <p>
          On account of <span className="font-semibold">{client.name}</span>, at their prices.
        </p>
        <AgainstAccount
          key={client.id}
          tillId={till.id}
          clientId={client.id}
          totalCents={state.totals.totalCents}
        />
        {client.poMode !== "none" && (
          <TextField
            label="PO number"
            optional={client.poMode !== "required"}
            autoComplete="off"
            maxLength={100}
            value={state.poNumber}
            onChange={({ currentTarget }) => state.setPoNumber(currentTarget.value)}
          />
        )}
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => void state.chargeTo(null)}
        >
          Pay now instead
        </Button>
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
    if (typed.trim().length < 2) return setFound(null);
    const answer = await askShop<{ clients: AccountClient[] }>(till.id, { client: typed.trim() });
    setFound(answer?.clients ?? "lost");
  };
  return (
    <div className="my-2 basis-full">
      <TextField
        label="Client"
        autoFocus
        hint="Part of the name. It goes on their account as an invoice."
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => void find(currentTarget.value)}
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
            <Button
              variant="secondary"
              className="w-full"
              onClick={() => {
                setOpen(false);
                void state.chargeTo(one);
              }}
            >
              {one.name}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Says at once what the payment would refuse: a client overdue, over their limit or on hold. */
function AgainstAccount({
  tillId,
  clientId,
  totalCents,
}: {
  tillId: string;
  clientId: string;
  totalCents: number;
}) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    let isCurrent = true;
    const asked = { account: clientId, total: String(totalCents) };
    void askShop<{ message: string }>(tillId, asked).then((answer) => {
      if (isCurrent) setSaid(answer?.message ?? "");
    });
    return () => {
      isCurrent = false;
    };
  }, [tillId, clientId, totalCents]);
  return (
    <p role="alert" className="font-semibold text-cancelled empty:hidden">
      {said}
    </p>
  );
}

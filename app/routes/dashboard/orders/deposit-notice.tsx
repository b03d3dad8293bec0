import { Notice } from "#app/components/page/notice.tsx";
import type { ShownDeposit } from "#app/domain/ordering/holding/deposit.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";

/** Shows the deposit that an order waits for, and how to pay it, or that it is paid. */
export function DepositNotice({ deposit }: { deposit: ShownDeposit | null }) {
  if (!deposit) return null;
  const amount = formatCents(deposit.cents);
  return (
    <Notice
      title={deposit.isPaid ? `Deposit of ${amount} paid` : `We ask for a deposit of ${amount}`}
      className="mt-6 max-w-2xl print:hidden"
    >
      <p>{deposit.says}</p>
    </Notice>
  );
}

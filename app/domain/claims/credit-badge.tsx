import { Badge, type BadgeTone } from "#app/components/badge.tsx";
import type { CreditStatus } from "#db/schema/values/money.ts";
import { type CreditRequest, statusInWords } from "./credit.ts";

const tones: Record<CreditStatus, BadgeTone> = {
  open: "pending",
  approved: "delivered",
  declined: "cancelled",
};

/** Shows the state of a credit request. */
export function CreditBadge({
  credit,
}: {
  credit: Pick<CreditRequest, "status" | "decisionNote" | "creditNote" | "lines">;
}) {
  const tone = credit.creditNote?.isBilledAgain ? "cancelled" : tones[credit.status];
  return <Badge tone={tone}>{statusInWords(credit)}</Badge>;
}

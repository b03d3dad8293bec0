import { Moment } from "#app/components/moment.tsx";
import {
  bookedAgainst,
  type DoorReceipt,
  surplusInWords,
  takenInWords,
} from "#app/domain/door/door-receipt.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { ended } from "#app/lib/in-words.ts";

/** Shows staff a driver's payment, why it differs from the amount due, and what is odd about it. */
export function ReceiptLine({ receipt }: { receipt: DoorReceipt }) {
  const { method, takenBy, takenAt, reference, reason, dueCents } = receipt;
  const remarks = [
    reason && `${dueCents > 0 ? formatCents(dueCents) : "Nothing"} was due: “${reason}”`,
    bookedAgainst(receipt),
    ...surplusInWords(receipt),
    receipt.isKnown &&
      "The office had recorded the same amount already, so it is booked once. If that was other money, record this payment too, with a reference of its own",
    receipt.offRunOf && "Taken at a stop that is no longer on the run",
    receipt.isLate && "It arrived after the run was cashed up",
    receipt.isTakenBack && "Taken back in the client’s account",
  ].filter((remark): remark is string => Boolean(remark));
  return (
    <>
      <span className={receipt.isTakenBack ? "line-through" : "font-semibold"}>
        {takenInWords(receipt)}
      </span>
      {/* A cheque's number is part of the words. */}
      {method !== "cheque" && reference && ` (${reference})`}, {takenBy},{" "}
      <Moment at={takenAt} time />
      {remarks.map((remark) => (
        <span key={remark} className="block break-words text-ink-soft">
          {ended(remark)}
        </span>
      ))}
    </>
  );
}

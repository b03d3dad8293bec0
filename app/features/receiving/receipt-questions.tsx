import { Checkbox } from "#app/components/form/choice-fields.tsx";
import type { ReceiptAnswer } from "#app/domain/receiving/receipt-form.ts";
import type { ReceiptQuestion } from "#app/domain/receiving/receiving.ts";

const questions: Record<ReceiptQuestion, { name: string; yes: string }> = {
  invoice: { name: "confirmInvoice", yes: "Yes, another delivery on this invoice" },
  cartons: { name: "confirmCartons", yes: "Yes, count the cartons again" },
  pieces: { name: "confirmPieces", yes: "Yes, the pieces are right" },
};

/**
 * What is asked before a receipt, or its correction, is stored. What was confirmed stays ticked while
 * something else is refused, so that it isn't asked again.
 */
export function ReceiptQuestions({
  answer,
  className,
}: {
  answer: ReceiptAnswer | undefined;
  className: string;
}) {
  const { asks, values } = answer ?? {};
  const all = Object.entries(questions) as [ReceiptQuestion, { name: string; yes: string }][];
  const open = all.filter(([what, { name }]) => asks?.[what] || values?.[name] === "yes");
  if (open.length === 0) return null;
  return (
    <fieldset className={`${className} border-y border-cancelled bg-paper-deep/60 px-5 py-4`}>
      <legend className="sr-only">Please confirm</legend>
      {open.map(([what, { name, yes }]) => (
        <div key={what}>
          {asks?.[what] && (
            <p role="alert" className="font-semibold">
              {asks[what]}
            </p>
          )}
          <Checkbox name={name} value="yes" label={yes} defaultChecked={values?.[name] === "yes"} />
        </div>
      ))}
    </fieldset>
  );
}

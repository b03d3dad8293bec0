import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { contactText } from "#app/features/recall/recall.ts";
import type { RecallContactOutcome } from "#db/schema/values/meat/recalls.ts";

interface ContactFormProps {
  customer: string;
  name: string;
  requestId: string;
  outcomes: RecallContactOutcome[];
}

/** Buttons that record a call without an answer about pounds. */
export function ContactForm({ customer, name, requestId, outcomes }: ContactFormProps) {
  return (
    <AnsweredForm answer={undefined} className="flex flex-wrap gap-3 print:hidden">
      <input type="hidden" name="intent" value="contact" />
      <input type="hidden" name="customer" value={customer} />
      <input type="hidden" name="requestId" value={requestId} />
      {outcomes.map((outcome) => (
        <SubmitButton
          key={outcome}
          name="outcome"
          value={outcome}
          variant="secondary"
          size="sm"
          aria-label={`${contactText[outcome]}: ${name}`}
        >
          {contactText[outcome]}
        </SubmitButton>
      ))}
    </AnsweredForm>
  );
}

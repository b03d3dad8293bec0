import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { underCostField } from "./under-cost.ts";

interface UnderCostQuestionProps {
  answer:
    | { errors?: object | null | undefined; values?: Record<string, string> | undefined }
    | undefined;
}

/** Checkbox to confirm prices below cost, shown once the owner was asked. */
export function UnderCostQuestion({ answer }: UnderCostQuestionProps) {
  const isAsked = answer?.errors !== undefined && answer.errors !== null;
  const wasAsked = isAsked && underCostField in (answer.errors ?? {});
  if (!wasAsked && !answer?.values?.[underCostField]) return null;
  return (
    <Checkbox
      label="The price under cost is meant"
      name={underCostField}
      value="yes"
      aria-invalid={wasAsked || undefined}
      defaultChecked={answer?.values?.[underCostField] === "yes"}
    />
  );
}

import { Form, useLocation, useNavigation } from "react-router";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { SaidOnce } from "#app/components/toast/said-once.tsx";
import {
  beginEmptyLabel,
  type OpeningAction,
  removedInWords,
  samplesRemoved,
} from "#app/domain/catalogue/opening-catalogue.ts";

interface OpeningButtonsProps {
  /** The form's action; by default the present page. */
  action?: string;
  /** The buttons, the most common choice first. */
  actions: readonly OpeningAction[];
}

const labels: Record<OpeningAction, string> = {
  "begin-empty": beginEmptyLabel,
  "keep-opening": "Keep the opening catalogue too",
  "own-prices": "These prices are ours",
};

/** Buttons for the decision about a new shop's sample products. */
export function OpeningButtons({ action, actions }: OpeningButtonsProps) {
  const { formData } = useNavigation();
  const pending = formData?.get("deed");
  return (
    <Form
      method="post"
      {...(action && { action })}
      preventScrollReset
      className="mt-3 flex flex-wrap gap-3"
    >
      {actions.map((deed, index) => (
        <SubmitButton
          key={deed}
          name="deed"
          value={deed}
          size="sm"
          className="h-auto min-h-9 py-1.5"
          variant={index === 0 ? "primary" : "secondary"}
          disabled={Boolean(pending)}
        >
          {labels[deed]}
        </SubmitButton>
      ))}
    </Form>
  );
}

const saidBy = [samplesRemoved];

/** Confirms once how many samples were removed, on the page redirected to. */
export function SamplesRemoved() {
  const { search } = useLocation();
  const said = removedInWords(new URLSearchParams(search));
  return said && <SaidOnce title={said} parameters={saidBy} className="mt-6" />;
}

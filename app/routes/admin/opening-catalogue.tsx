import { Form, useLocation, useNavigation } from "react-router";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import {
  beginEmptyLabel,
  type OpeningAction,
  removedInWords,
  samplesRemoved,
} from "#app/domain/catalogue/opening-catalogue.ts";

interface OpeningButtonsProps {
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
  const pending = formData?.get("intent");
  return (
    <Form
      method="post"
      {...(action && { action })}
      preventScrollReset
      className="mt-3 flex flex-wrap gap-3"
    >
      {actions.map((intent, index) => (
        <SubmitButton
          key={intent}
          intent={intent}
          size="sm"
          className="h-auto min-h-9 py-1.5"
          variant={index === 0 ? "primary" : "secondary"}
          disabled={Boolean(pending)}
        >
          {labels[intent]}
        </SubmitButton>
      ))}
    </Form>
  );
}

const saidBy = [samplesRemoved];

/** Confirms once how many samples were removed. */
export function SamplesRemoved() {
  const { search } = useLocation();
  const said = removedInWords(new URLSearchParams(search));
  return said && <FlashMessage title={said} parameters={saidBy} className="mt-6" />;
}

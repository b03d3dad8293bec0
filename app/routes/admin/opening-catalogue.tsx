import { Form, useLocation, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { SaidOnce } from "#app/components/toast/said-once.tsx";
import {
  beginEmptyLabel,
  type OpeningDeed,
  removedInWords,
  samplesRemoved,
} from "#app/features/catalog/opening-catalogue.ts";

interface OpeningButtonsProps {
  /** Where the form goes; the page that has it, unless another one is named. */
  action?: string;
  /** The buttons, first the one that most want. */
  deeds: readonly OpeningDeed[];
}

const labels: Record<OpeningDeed, string> = {
  "begin-empty": beginEmptyLabel,
  "keep-opening": "Keep the opening catalogue too",
  "own-prices": "These prices are ours",
};

/** The decision about the products that a new shop begins with: one press each. */
export function OpeningButtons({ action, deeds }: OpeningButtonsProps) {
  const { formData } = useNavigation();
  const pending = formData?.get("deed");
  return (
    <Form
      method="post"
      {...(action && { action })}
      preventScrollReset
      className="mt-3 flex flex-wrap gap-3"
    >
      {deeds.map((deed, index) => (
        <Button
          key={deed}
          type="submit"
          name="deed"
          value={deed}
          size="sm"
          className="h-auto min-h-9 py-1.5"
          variant={index === 0 ? "primary" : "secondary"}
          pending={pending === deed}
          disabled={Boolean(pending)}
        >
          {labels[deed]}
        </Button>
      ))}
    </Form>
  );
}

const saidBy = [samplesRemoved];

/** Says once how many samples were removed, on the page to which that led. */
export function SamplesRemoved() {
  const { search } = useLocation();
  const said = removedInWords(new URLSearchParams(search));
  return said && <SaidOnce title={said} parameters={saidBy} className="mt-6" />;
}

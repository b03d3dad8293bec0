import { useEffect, useState } from "react";
import { askPostal, rememberedPostalCode } from "./ask-postal.ts";
import { PostalReply } from "./postal-answer-view.tsx";
import { PostalForm } from "./postal-form.tsx";
import type { CartDeliveryProps, PostalQuestion } from "./postal-question.ts";

/** The cart's postal-code box, which appears once the shop says that postal codes are needed. */
export function CartDelivery({ onAnswer, onLeave }: CartDeliveryProps) {
  const [remembered] = useState(rememberedPostalCode);
  const [isNeeded, setIsNeeded] = useState(remembered !== "");
  const [asked, ask] = useState<PostalQuestion | undefined>(
    remembered ? { typed: remembered } : undefined,
  );

  useEffect(() => {
    if (remembered) return;
    let isCurrent = true;
    askPostal("", { isAgain: true }).then((answer) => {
      if (isCurrent && answer?.state === "missing") setIsNeeded(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [remembered]);

  if (!isNeeded) return null;
  return (
    <section
      aria-label="Delivery days"
      className="postal-box mt-2"
      data-place="cart"
      onSubmit={(event) => {
        event.preventDefault();
        ask({ form: event.target as HTMLFormElement });
      }}
    >
      <PostalForm />
      <div role="status">
        {asked && <PostalReply asked={asked} onAnswer={onAnswer} onLeave={onLeave} />}
      </div>
    </section>
  );
}

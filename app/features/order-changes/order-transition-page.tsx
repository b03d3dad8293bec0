import { use, useState } from "react";
import { useLocation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { SendsMail } from "#app/domain/mail/sends-mail.ts";
import type {
  ChangeAnswer,
  OrderInQuestion,
  OrderTransition,
} from "#app/domain/ordering/transition/order-transition.ts";
import {
  buttonFor,
  consequenceOf,
  doneWords,
  questionFor,
  transitionWords,
} from "#app/domain/ordering/transition/transition-words.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { TransitionFields } from "./order-transition-form.tsx";
import { oneLine } from "./use-order-transition.tsx";

interface ChangeQuestionProps {
  change: OrderTransition;
  order: OrderInQuestion;
  /** The URL of this page with its query; both buttons lead there. */
  action: string;
}

/** The confirmation as its own page, for browsers without JavaScript. */
export function ChangeQuestion({ change, order, action }: ChangeQuestionProps) {
  const words = transitionWords[change];
  const sends = use(SendsMail);
  return (
    <>
      <PageHeader title={questionFor(change, order, pacificDay(new Date()))} />
      <p className="mt-8 font-semibold">{oneLine(order)}</p>
      <p className="mt-1 text-ink-soft">{consequenceOf(change, sends, order)}</p>
      <form method="post" action={action} className="mt-8 flex flex-wrap gap-3">
        <TransitionFields change={change} order={order} />
        <input type="hidden" name="confirmed" value="yes" />
        <Button type="submit" variant={change === "cancel" ? "danger" : "primary"}>
          {buttonFor(change, order)}
        </Button>
        <SecondaryLink to={action}>{words.keep}</SecondaryLink>
      </form>
    </>
  );
}

/**
 * Keeps the answer to a form submitted without JavaScript until the next navigation; after
 * hydration, the router drops it on the first revalidation.
 */
export function useDrawnAnswer(answer: ChangeAnswer | undefined): ChangeAnswer | undefined {
  const { key } = useLocation();
  const [drawn] = useState({ answer, key });
  return drawn.key === key ? drawn.answer : undefined;
}

/** The result of a change, without JavaScript; otherwise a toast shows it. */
export function ChangeNotice({ answer }: { answer: ChangeAnswer | undefined }) {
  if (!answer || answer.kind === "question") return null;
  if (answer.kind === "refused") {
    return <Notice tone="error" title={answer.message} className="mt-8" />;
  }
  const { title, description } = doneWords(answer.change, answer.isTold);
  return (
    <Notice tone="success" title={title} className="mt-8">
      <p>{description}</p>
    </Notice>
  );
}

import { useState } from "react";
import { Link, useLocation } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import {
  type ChangeAnswer,
  changeWords,
  type OrderChange,
  type OrderInQuestion,
} from "./order-change.ts";
import { ChangeFields } from "./order-change-form.tsx";
import { inShort } from "./use-order-change.tsx";

interface ChangeQuestionProps {
  change: OrderChange;
  order: OrderInQuestion;
  /** The address of the page that asked, query included: where the answer goes, yes or no. */
  action: string;
}

/** The question as a page of its own, for a browser without JavaScript. */
export function ChangeQuestion({ change, order, action }: ChangeQuestionProps) {
  const words = changeWords[change];
  return (
    <>
      <PageHeader size="desk" title={words.question} />
      <p className="mt-8 font-semibold">{inShort(order)}</p>
      <p className="mt-1 text-ink-soft">{words.consequence}</p>
      <form method="post" action={action} className="mt-8 flex flex-wrap gap-3">
        <ChangeFields change={change} order={order} />
        <input type="hidden" name="confirmed" value="yes" />
        <Button type="submit" variant={change === "cancel" ? "danger" : "primary"}>
          {words.button}
        </Button>
        <Link to={action} className={buttonClass({ variant: "secondary" })}>
          {words.keep}
        </Link>
      </form>
    </>
  );
}

/**
 * What the server answered to a form that the browser sent by itself. Once the page's scripts run,
 * the router forgets it with the first look at fresh data; here it stays until one goes on.
 */
export function useDrawnAnswer(answer: ChangeAnswer | undefined): ChangeAnswer | undefined {
  const { key } = useLocation();
  const [drawn] = useState({ answer, key });
  return drawn.key === key ? drawn.answer : undefined;
}

/** How a change went, on the page, for a browser without JavaScript; elsewhere a toast says it. */
export function ChangeNotice({ answer }: { answer: ChangeAnswer | undefined }) {
  if (!answer || answer.kind === "question") return null;
  if (answer.kind === "refused") {
    return (
      <Notice tone="error" title="Error" className="mt-8">
        <p>{answer.message}</p>
      </Notice>
    );
  }
  const { title, description } = changeWords[answer.change].done;
  return (
    <Notice tone="success" title={title} className="mt-8">
      <p>{description}</p>
    </Notice>
  );
}

import { Fragment, useState } from "react";
import { Link } from "react-router";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextArea } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import type { OrderToStop } from "#app/domain/lots/lot-trace.ts";
import { orderName } from "#app/domain/orders/order.ts";
import type { Recall } from "#app/features/recall/recall.ts";
import { toStopInWords } from "#app/features/recall/recall-words.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

interface NewLotsProps {
  recall: Recall;
  mayChange: boolean;
  answer: FormAnswer | undefined;
}

/** Lots made within its reach since it was opened; renders nothing without any. */
export function NewLots({ recall, mayChange, answer }: NewLotsProps) {
  const { newLots, isDrill } = recall;
  if (newLots.length === 0) return null;
  return (
    <Notice
      tone="error"
      className="mt-6 max-w-3xl"
      title={
        newLots.length === 1
          ? "1 more lot is within its reach by now"
          : `${newLots.length} more lots are within its reach by now`
      }
      action={
        mayChange && (
          <AnsweredForm answer={answer}>
            <SubmitButton name="intent" value="add lots">
              {isDrill ? "Add them" : "Add them, and put them on hold"}
            </SubmitButton>
          </AnsweredForm>
        )
      }
    >
      {newLots.map(({ code }) => code).join(", ")}
      {answer?.message && <span className="block">{answer.message}</span>}
    </Notice>
  );
}

/** Orders with its meat that haven't reached their clients; they are stopped before any call. */
export function StopFirst({ orders }: { orders: OrderToStop[] }) {
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="stop" className="mt-10 max-w-3xl">
      <h2 id="stop" className="text-title">
        Stop first: not with the clients yet
      </h2>
      <p className="mt-1 text-ink-soft">
        Take the meat out of these orders, and nothing more of it reaches their clients. Who has
        nothing of it otherwise is not told.
      </p>
      <ul className="mt-3 border-t border-ink">
        {orders.map((order) => (
          <li
            key={order.orderId}
            className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-2.5"
          >
            <span className="min-w-0 break-words">
              <Link to={`/admin/orders/${order.orderId}`} className="link font-semibold">
                {orderName(order.orderNumber)}
              </Link>
              , {order.client}
            </span>
            <span className="text-ink-soft tabular-nums">{toStopInWords(order)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lots that a closed recall leaves on hold; renders nothing once all are released. */
export function StillHeld({
  isUnfounded,
  lots,
}: {
  isUnfounded: boolean;
  lots: { id: string; code: string; reason: string }[];
}) {
  if (lots.length === 0) return null;
  return (
    <Notice
      className="mt-6 max-w-3xl"
      title={lots.length === 1 ? "1 lot is still on hold" : `${lots.length} lots are still on hold`}
    >
      {isUnfounded
        ? "The all clear released only what this recall had put on hold. If these are good too, release each on its own page:"
        : "Closing a recall releases nothing. If one is good, release it on its own page:"}{" "}
      {lots.map(({ id, code, reason }, index) => (
        <Fragment key={id}>
          {index > 0 && ", "}
          <Link to={`/admin/lots/${id}`} className="link">
            {code}
          </Link>
          {isUnfounded && ` (${reason.replace(/\.$/, "")})`}
        </Fragment>
      ))}
      .
    </Notice>
  );
}

interface CloseFormProps {
  recall: Recall;
  /** The open ends before closing or the all clear; null for a drill. */
  openEnds: { closing: string[]; allClear: string[] } | null;
  answer: FormAnswer | undefined;
}

export function CloseForm({ recall: { isDrill }, openEnds, answer }: CloseFormProps) {
  const [isClear, setIsClear] = useState(answer?.values?.isUnfounded === "yes");
  const open = (isClear ? openEnds?.allClear : openEnds?.closing) ?? [];
  return (
    <section aria-labelledby="close" className="mt-12 max-w-3xl print:hidden">
      <h2 id="close" className="text-title">
        {isDrill ? "End the drill" : "Close the recall"}
      </h2>
      {!isDrill && (
        <p className="mt-1 text-ink-soft">
          Links in mails take no answers then. What is on hold stays so until you release it, lot by
          lot. If the suspicion proved unfounded, say so: that releases what this recall put on
          hold, and a mail that still waits is not sent. Clients who were told are not mailed then,
          so call them.
        </p>
      )}
      {/* A refusal says the same. */}
      {open.length > 0 && !answer?.errors?.isMeant && (
        <Notice className="mt-4" title="Still open, before you close it">
          <ul className="list-disc pl-5">
            {open.map((said) => (
              <li key={said} className="break-words first-letter:uppercase">
                {said}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <AnsweredForm
        answer={answer}
        className="mt-4 grid gap-4"
        // After closing, the top shows what remains to be done.
        preventScrollReset={false}
      >
        <TextArea
          label="Note"
          hint={isDrill ? undefined : "How it ended, for inspectors; needed for an all clear"}
          optional={isDrill}
          required={isClear}
          rows={2}
          maxLength={1000}
          {...answeredField(answer, "closeNote")}
        />
        {(open.length > 0 || answer?.errors?.isMeant) && (
          <Checkbox name="isMeant" value="yes" label="Close it all the same" />
        )}
        {!isDrill && (
          <Checkbox
            name="isUnfounded"
            value="yes"
            defaultChecked={isClear}
            onChange={({ currentTarget }) => setIsClear(currentTarget.checked)}
            label="All clear: the meat is good. Release its lots"
          />
        )}
        {answer?.message && <Notice tone="error" title={answer.message} />}
        <p>
          <SubmitButton name="intent" value="close" variant={isDrill ? undefined : "secondary"}>
            {isDrill ? "End the drill" : "Close the recall"}
          </SubmitButton>
        </p>
      </AnsweredForm>
    </section>
  );
}

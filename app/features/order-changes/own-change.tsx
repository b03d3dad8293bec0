import { SecondaryLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import type { OrderableProduct } from "#app/domain/drafts/order-draft.ts";
import { changeFailed } from "#app/domain/ordering/changing/change-form.ts";
import { changeField } from "#app/domain/ordering/changing/change-plan.ts";
import { maxPoNumber, type PoQuestion } from "#app/domain/ordering/placing/po-number.ts";
import type { AdminOrder } from "#app/domain/orders/order.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { AddProducts, ChangeLines, ChangeNotes, withDefault } from "./change-fields.tsx";
import {
  type ChangeSum,
  ChangeSumFacts,
  saveIntent,
  sumIntent,
  useChangeSum,
} from "./change-sum.tsx";

export type OwnChangeAnswer = FormAnswer & { sum?: ChangeSum };

/** The input is kept if the connection fails. */
export const changeSending = {
  failed: (values: Record<string, string>): OwnChangeAnswer =>
    values.intent === sumIntent
      ? {
          values,
          sum: { costs: null, problem: "The new total can’t be worked out without a connection." },
        }
      : { message: changeFailed, values },
  looksAgain: ({ sum }: OwnChangeAnswer) => sum === undefined,
};

interface OwnChangeProps {
  order: Pick<AdminOrder, "version" | "notes" | "items" | "charges" | "poNumber">;
  products: readonly OrderableProduct[];
  answer: OwnChangeAnswer | undefined;
  back: string;
  canAdd?: boolean;
  po?: PoQuestion;
}

/** Form for customers to change their order, with the new total. */
export function OwnChange({ order, products, answer, back, canAdd, po }: OwnChangeProps) {
  const { isAsking, isSaving, ...asksSum } = useChangeSum();
  const takesNumber = po?.kind === "optional" || po?.kind === "required";
  return (
    <AnsweredForm
      answer={answer}
      className="mt-8 max-w-3xl"
      preventScrollReset={false}
      {...asksSum}
    >
      <ChangeLines order={order} products={products} answer={answer} />
      {canAdd && <AddProducts products={products} answer={answer} />}
      <ChangeSumFacts stored={order} sum={answer?.sum} isAsking={isAsking || isSaving} />
      {takesNumber && (
        <TextField
          label="Purchase order number"
          optional={po.kind === "optional"}
          {...withDefault(answer, changeField.poNumber, order.poNumber)}
          maxLength={maxPoNumber}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="mt-10 max-w-sm"
        />
      )}
      <ChangeNotes order={order} answer={answer} />
      {answer?.message && !isSaving && (
        <Notice tone="error" title={answer.message} className="mt-6" />
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <SubmitButton intent={saveIntent}>Save</SubmitButton>
        <SecondaryLink to={back}>Keep it as it is</SecondaryLink>
      </div>
    </AnsweredForm>
  );
}

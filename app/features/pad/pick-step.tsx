import { type ReactNode, useRef, useState } from "react";
import { Form } from "react-router";
import { Button } from "#app/components/button.tsx";
import { focusFirstMistake } from "#app/components/form/field.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import type { DeliveryDay } from "#app/domain/delivery/days.ts";
import type { OrderableProduct } from "#app/domain/drafts/order-draft.ts";
import { arrangeGuidePath, type Guide, sectionsOf } from "#app/domain/guides/guide.ts";
import { whosePrice } from "#app/domain/ordering/placing/order-desk.ts";
import {
  type OrderAnswer,
  orderField,
  type PadList,
} from "#app/domain/ordering/placing/order-form.ts";
import { nothingAsked } from "#app/domain/orders/order-refusals.ts";
import { GuideHead, GuideTabs } from "./guide-parts.tsx";
import { OrderBar } from "./order-bar.tsx";
import { OrderPad } from "./order-pad.tsx";
import { PasteList } from "./paste/paste-list.tsx";
import type { ReviewStepProps } from "./review-step.tsx";

interface PickStepProps
  extends Pick<
    ReviewStepProps,
    "desk" | "draft" | "summary" | "minOrderCents" | "fee" | "products" | "isLive" | "onChange"
  > {
  names: Readonly<Record<string, string>>;
  guide: Guide | null;
  list: PadList;
  onList: (list: PadList) => void;
  first: { label: string; ids: string[] } | null;
  /** The server's answer if this page was rendered for a form submission. */
  posted: OrderAnswer | undefined;
  day: DeliveryDay | null;
  lost: string | null;
  page: number;
  onPage: (page: number) => void;
  onType: (product: OrderableProduct, typed: string) => void;
  onSettle: (key: string) => void;
  onReview: () => void;
  children: ReactNode;
}

/** The first step: enter pounds or pieces of each product. */
export function PickStep(props: PickStepProps) {
  const { desk, draft, summary, minOrderCents, fee, products, isLive, posted } = props;
  const { onType, onSettle, onReview, children, guide, list, onList } = props;
  const known = guide ? sectionsOf(guide.items, products) : [];
  const sections = known.length > 0 && list === "guide" ? known : null;
  const [wrong] = summary.invalid;
  const check = wrong ? `Check the quantity of ${wrong.name}.` : null;
  const sent = posted?.problems.find(({ field }) => field === "lines")?.message;
  const [problem, setProblem] = useState(posted ? (sent ?? check) : null);
  const reviewButton = useRef<HTMLButtonElement>(null);

  function review(form: HTMLFormElement) {
    if (check) {
      setProblem(check);
      focusFirstMistake(form);
    } else if (draft.lines.length === 0) {
      setProblem(nothingAsked);
    } else onReview();
  }

  return (
    <Form
      method="post"
      action={desk.page}
      onSubmit={(event) => {
        // Only the server knows the days of another postal code.
        const button = event.nativeEvent.submitter;
        if (!isLive || (button instanceof HTMLButtonElement && button.value === "site")) return;
        event.preventDefault();
        review(event.currentTarget);
      }}
      onKeyDown={(event) => {
        if (!isLive || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        review(event.currentTarget);
      }}
    >
      <PageHeader title={desk.isStaff ? "Take an order" : "Place an order"} />
      {children}
      {/* Enter presses the form's first button, which must not lead to another page. */}
      {!isLive && (
        <button
          type="submit"
          name={orderField.intent}
          value="review"
          aria-hidden="true"
          tabIndex={-1}
          className="sr-only"
        />
      )}
      {guide && known.length > 0 && (
        <>
          <GuideTabs
            list={list}
            counts={{ guide: guide.items.length, all: products.length }}
            isLive={isLive}
            onChange={onList}
          />
          {list === "guide" && (
            <GuideHead
              guide={guide}
              arrangePath={desk.isStaff ? null : arrangeGuidePath(guide.siteId)}
              isBegun={draft.lines.length > 0}
            />
          )}
          <input type="hidden" name={orderField.list} value={list} />
        </>
      )}
      {isLive && (
        <PasteList
          products={products}
          names={props.names}
          keepAt={desk.names}
          onChange={props.onChange}
        />
      )}
      <OrderPad
        guide={sections}
        products={products}
        lines={summary.lines}
        whose={whosePrice(desk)}
        first={props.first}
        isLive={isLive}
        page={props.page}
        onPage={props.onPage}
        onType={(product, typed) => {
          setProblem(null);
          onType(product, typed);
        }}
        onSettle={onSettle}
        onEnd={() => reviewButton.current?.focus()}
      />
      <input type="hidden" name={orderField.requestId} value={draft.requestId} />
      <input type="hidden" name={orderField.notes} value={draft.notes} />
      <input type="hidden" name={orderField.notesFrom} value={draft.notesFrom} />
      <input type="hidden" name={orderField.override} value={draft.override} />
      <input type="hidden" name={orderField.poNumber} value={draft.poNumber} />
      {draft.allowsSubstitutes && <input type="hidden" name={orderField.substitutes} value="yes" />}
      {draft.callFirst && <input type="hidden" name={orderField.callFirst} value="yes" />}
      <OrderBar
        summary={summary}
        minOrderCents={minOrderCents}
        fee={fee}
        isMinimumAdvice={desk.isStaff}
        day={props.day}
        empty={isLive ? "Nothing picked yet" : "Next: check the order"}
        problem={problem ?? props.lost}
      >
        <Button
          ref={reviewButton}
          type="submit"
          name={orderField.intent}
          value="review"
          aria-keyshortcuts="Control+Enter"
          size="lg"
          className="shrink-0 whitespace-nowrap"
        >
          Review order
        </Button>
      </OrderBar>
    </Form>
  );
}

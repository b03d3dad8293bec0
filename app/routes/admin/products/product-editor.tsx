import { useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { forgetInput, type Typing, UnsavedInput } from "#app/components/form/unsaved-input.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useOnDemand, warmUp } from "#app/components/use-on-demand.ts";
import {
  type ProductAnswer,
  productValues,
} from "#app/domain/catalogue/product-form/product-form.ts";
import { UnderCostQuestion } from "#app/domain/margins/under-cost-question.tsx";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { ProductInputs } from "#app/features/products/product-form-inputs.tsx";
import { loadProductCheck } from "#app/features/products/product-form-submit.ts";
import { drawnField, writeDrawn } from "#app/lib/form/keep-theirs.ts";
import { useFrameFacts } from "../use-frame-facts.ts";
import { ServedDialog } from "./product-served-dialog.tsx";
import type { OpenForm } from "./products.server.ts";
import { type ProductList, productsAddress, productTyping } from "./products-address.ts";

const loadDialog = () => import("./product-dialog.tsx");

/** Preloads the dialog. */
export function prepareEditor() {
  warmUp(loadDialog);
  void loadProductCheck();
}

interface ProductEditorProps {
  form: OpenForm;
  answer: ProductAnswer | undefined;
  list: ProductList;
}

/**
 * The dialog to add or edit a product. Server-rendered as a panel that works without JavaScript,
 * also if the dialog can't be loaded.
 */
export function ProductEditor({ form, answer, list }: ProductEditorProps) {
  const { product, history, shopOverCapPct, hasTaxNumber } = form;
  const listAddress = productsAddress(list);
  // The list revalidates on others' changes; the form keeps the version it was opened with.
  const [seen] = useState(form.version);
  const [drawn] = useState(() => writeDrawn(product ? productValues(product) : {}));
  const dialog = useOnDemand(loadDialog, true, () => {});
  const Frame = dialog?.ProductDialog ?? ServedDialog;
  const id = useId();
  const isTouched = useRef(false);
  const typing = useRef<Typing>(null);
  const keptAs = productTyping(useFrameFacts()?.email, product?.id);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();

  return (
    <Frame
      title={product ? "Edit product" : "Add Product"}
      closeTo={listAddress}
      close={() => {
        forgetInput(keptAs);
        void navigate(listAddress, { replace: true, preventScrollReset: true });
      }}
      isTouched={() => isTouched.current}
      actions={
        <Actions
          form={id}
          message={answer?.message}
          listAddress={listAddress}
          onCancel={() => forgetInput(keptAs)}
        />
      }
    >
      <AnsweredForm
        answer={answer}
        id={id}
        action={pathname + search}
        onInput={() => {
          isTouched.current = true;
        }}
        onFocus={() => void loadProductCheck()}
        className="flex flex-col gap-5"
      >
        <input type="hidden" name="version" value={answer?.values?.version ?? seen ?? ""} />
        <input type="hidden" name={drawnField} value={answer?.values?.[drawnField] ?? drawn} />
        {/* The dialog replaces the panel, possibly after the user has started typing. */}
        <UnsavedInput name={keptAs} across={typing} />
        <ProductInputs
          // Reset the form if a colleague saved a new version in the meantime.
          key={answer?.values?.version}
          product={product}
          category={list.category}
          shopOverCapPct={shopOverCapPct}
          hasTaxNumber={hasTaxNumber}
          answer={answer}
        />
        <UnderCostQuestion answer={answer} />
      </AnsweredForm>
      {product && <HistoryList entries={history ?? null} titleAs="h3" className="mt-10" />}
    </Frame>
  );
}

interface ActionsProps {
  form: string;
  message: string | undefined;
  listAddress: string;
  onCancel: () => void;
}

/** Buttons and error message, always visible however long the form is. */
function Actions({ form, message, listAddress, onCancel }: ActionsProps) {
  return (
    <>
      {message && <Notice tone="error" title={message} className="mb-2 w-full text-sm" />}
      <ButtonLink
        to={listAddress}
        replace
        preventScrollReset
        onClick={onCancel}
        variant="secondary"
      >
        Cancel
      </ButtonLink>
      <SubmitButton form={form}>Save</SubmitButton>
    </>
  );
}

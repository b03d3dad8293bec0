import { type InputEvent, useRef } from "react";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextArea, TextField } from "#app/components/form/field.tsx";
import { categoryText, productPath } from "#app/domain/catalogue/category.ts";
import type { AdminProduct } from "#app/domain/catalogue/product.ts";
import {
  type ProductAnswer,
  productValues,
} from "#app/domain/catalogue/product-form/product-form.ts";
import { maxSlugLength, proposeSlug } from "#app/domain/catalogue/product-form/product-slug.ts";
import { type Category, categories } from "#db/schema/values/products.ts";
import { Group, TickField } from "./form-parts.tsx";
import { PackingInputs, SaleInputs } from "./sale-inputs.tsx";

interface ProductInputsProps {
  product?: AdminProduct | undefined;
  category?: Category | undefined;
  /** Default tolerance in per cent, for products without their own. */
  shopOverCapPct: number;
  hasTaxNumber: boolean;
  answer: ProductAnswer | undefined;
}

/** A product's fields. Submitted values are kept if the form is refused. */
export function ProductInputs(props: ProductInputsProps) {
  const { product, category: likely, shopOverCapPct, hasTaxNumber, answer } = props;
  const { errors } = answer ?? {};
  const values =
    answer?.values ?? (product ? productValues(product) : { category: likely, isActive: "on" });
  const field = (name: string) => answeredField({ values, errors }, name);
  const { slug, followName, rememberTyped } = useProposedSlug(values, product !== undefined);
  return (
    <>
      <TextField
        label="Name"
        maxLength={200}
        autoComplete="off"
        {...field("name")}
        onInput={followName}
        required
      />
      <SelectField
        label="Category"
        {...field("category")}
        options={categories.map((category) => [category, categoryText[category].label])}
      >
        <option value="">None</option>
      </SelectField>
      <SaleInputs values={values} field={field} shopOverCapPct={shopOverCapPct} />
      <Group title="In the shop">
        <TextField
          ref={slug}
          label="Slug"
          maxLength={maxSlugLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={
            product
              ? `Links to ${productPath(product.category, product.slug)} lead on to the new address.`
              : "The last part of the product's address. It is made from the name unless you enter your own."
          }
          {...field("slug")}
          onInput={rememberTyped}
        />
        <TextField
          label="Cut type"
          maxLength={200}
          autoComplete="off"
          {...field("cutType")}
          optional
        />
        <TextArea
          label="Other names"
          rows={2}
          maxLength={500}
          hint="Other names customers use for it, separated by commas. Search finds it by these names too."
          {...field("otherNames")}
          optional
        />
        <TextArea
          label="Description"
          rows={5}
          maxLength={5000}
          {...field("description")}
          optional
        />
        <TickField
          label="Active: visible in the shop"
          name="isActive"
          isTicked={values.isActive !== undefined}
          error={errors?.isActive}
        />
      </Group>
      <PackingInputs values={values} field={field} hasTaxNumber={hasTaxNumber} />
    </>
  );
}

/**
 * The slug follows the name until the user types one, and again after it is cleared. An existing
 * product keeps its slug, because links point to it.
 */
function useProposedSlug(values: Record<string, string | undefined>, isThere: boolean) {
  const { name = "", slug: first = "" } = values;
  const slug = useRef<HTMLInputElement>(null);
  const isOwn = useRef(isThere || (first !== "" && first !== proposeSlug(name)));
  return {
    slug,
    followName(event: InputEvent<HTMLInputElement>) {
      if (slug.current && !isOwn.current)
        slug.current.value = proposeSlug(event.currentTarget.value);
    },
    rememberTyped(event: InputEvent<HTMLInputElement>) {
      isOwn.current = event.currentTarget.value !== "";
    },
  };
}

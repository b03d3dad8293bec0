import { type InputEvent, useRef } from "react";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextArea, TextField } from "#app/components/form/field.tsx";
import { type Category, categories, categoryText, productPath } from "../category.ts";
import type { AdminProduct } from "../product.ts";
import type { ProductAnswer } from "./product-form-answer.ts";
import { maxSlugLength, proposeSlug } from "./product-slug.ts";

interface ProductInputsProps {
  /** The stored product; undefined when adding one. */
  product?: AdminProduct | undefined;
  /** The default category for a new product. */
  category?: Category | undefined;
  answer: ProductAnswer | undefined;
}

/** A product's fields. Submitted values are kept if the form is rejected. */
export function ProductInputs({ product, category: likely, answer }: ProductInputsProps) {
  const { errors } = answer ?? {};
  const values =
    answer?.values ?? (product ? valuesOf(product) : { category: likely, isActive: "on" });
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
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Category" {...field("category")}>
          <option value="">None</option>
          {categories.map((category) => (
            <option key={category} value={category}>
              {categoryText[category].label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Price per lb"
          inputMode="decimal"
          autoComplete="off"
          hint="In dollars, such as 24.99"
          {...field("pricePerLb")}
          required
        />
      </div>
      <TextField
        ref={slug}
        label="Slug"
        maxLength={maxSlugLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          product
            ? `If you change it, links to ${productPath(product.category, product.slug)} will stop working.`
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
      <TextArea label="Description" rows={5} maxLength={5000} {...field("description")} optional />
      <div>
        <Checkbox
          label="Active: visible in the shop"
          name="isActive"
          defaultChecked={values.isActive !== undefined}
          aria-describedby={errors?.isActive && "product-active-error"}
        />
        {errors?.isActive && (
          <p id="product-active-error" className="text-sm font-semibold text-cancelled">
            {errors.isActive.join(" ")}
          </p>
        )}
      </div>
    </>
  );
}

/** The product as form values. */
function valuesOf(product: AdminProduct): Record<string, string | undefined> {
  const { name, slug, pricePerLb, otherNames, cutType, description, category, isActive } = product;
  const texts = { name, slug, pricePerLb, otherNames, cutType, description };
  return { ...texts, category: category ?? "", ...(isActive ? { isActive: "on" } : {}) };
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

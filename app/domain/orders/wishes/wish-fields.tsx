import { type ChangeEvent, type ReactNode, useState } from "react";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { CountField, TextField } from "#app/components/form/field.tsx";
import { mostWishNote, thicknesses, trims } from "#db/schema/values/wishes.ts";
import { type TypedWish, thicknessInWords, trimWords, wishInWords, wishPartsFor } from "./wish.ts";

interface WishFieldsProps {
  productName: string;
  category: string | null | undefined;
  nameOf: (part: keyof TypedWish) => string;
  /** Values, or initial values without `onChange`. */
  wish: TypedWish;
  /** Undefined if the form submits the fields itself. */
  onChange?: (typed: Partial<TypedWish>) => void;
  error?: string | null | undefined;
  /** True to open the fields, e.g. to fix an error; they stay open after that. */
  isOpen?: boolean;
  children?: ReactNode;
}

/** Shows in words how to cut and pack a line, and opens to edit it. */
export function WishFields(props: WishFieldsProps) {
  const { productName, category, nameOf, wish, onChange, error, isOpen, children } = props;
  const isNeeded = isOpen === true || Boolean(error);
  const [isOpened, setOpened] = useState(isNeeded);
  if (isNeeded && !isOpened) setOpened(true);
  const offered = wishPartsFor(category);
  const has = (part: keyof TypedWish) => offered.includes(part) || wish[part] !== "";
  const words = wishInWords(wish);
  const field = (part: keyof TypedWish) => ({
    name: nameOf(part),
    ...(onChange
      ? {
          value: wish[part],
          onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
            onChange({ [part]: event.target.value }),
        }
      : { defaultValue: wish[part] }),
  });
  const labelled = (label: string) => (
    <>
      {label}
      <span className="sr-only"> of {productName}</span>
    </>
  );
  return (
    <details
      open={isOpened}
      onToggle={(event) => setOpened(event.currentTarget.open)}
      className="mt-1 text-[0.9375rem]"
    >
      <summary className="w-fit min-h-11 cursor-pointer content-center text-ink-soft hover:text-oxblood">
        {words || "Cut and pack"}
        <span className="sr-only">
          {words ? `: how ${productName} is cut and packed` : ` ${productName}`}
        </span>
      </summary>
      <div className="grid max-w-2xl grid-cols-2 gap-x-4 gap-y-3 pt-1 pb-3 sm:grid-cols-3">
        {has("thickness") && (
          <SelectField
            label={labelled("Thickness")}
            {...field("thickness")}
            options={thicknesses.map((one) => [one, thicknessInWords(one)])}
          >
            <option value="">As usual</option>
          </SelectField>
        )}
        <CountField label={labelled("Per pack")} maxLength={3} {...field("perPack")} />
        {has("trim") && (
          <SelectField
            label={labelled("Trim")}
            {...field("trim")}
            options={trims.map((one) => [one, capitalized(trimWords[one])])}
          >
            <option value="">As usual</option>
          </SelectField>
        )}
        <TextField
          label={labelled("Anything else")}
          autoComplete="off"
          maxLength={mostWishNote}
          error={error ?? null}
          className="col-span-full"
          {...field("note")}
        />
        {children}
      </div>
    </details>
  );
}

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

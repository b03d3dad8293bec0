import { buttonClass } from "#app/components/button.tsx";
import { controlClass } from "#app/components/form/field.tsx";
import { deliveryPath, postalParameter } from "./postal-question.ts";

/** Form for a postal code; without JavaScript it leads to the page about delivery. */
export function PostalForm({ typed }: { typed?: string }) {
  return (
    <form action={deliveryPath}>
      <p className="flex items-end gap-2">
        <label className="block text-sm font-semibold">
          Postal code
          <input
            name={postalParameter}
            defaultValue={typed}
            autoComplete="postal-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={24}
            required
            placeholder="V3G 1A2"
            className={`${controlClass} mt-1.5 max-w-40 uppercase placeholder:text-ink-soft/70`}
          />
        </label>
        <button
          type="submit"
          className={buttonClass({ variant: "secondary", className: "whitespace-nowrap" })}
        >
          Check delivery
        </button>
      </p>
      <p className="mt-1.5 text-sm text-ink-soft">
        See your next delivery days, minimum order and fee
      </p>
    </form>
  );
}

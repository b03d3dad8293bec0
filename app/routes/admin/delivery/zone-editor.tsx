import { useState } from "react";
import { useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { AnsweredForm } from "#app/components/form/answered-form.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextArea, TextField } from "#app/components/form/field.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { weekdayName } from "#app/domain/delivery/days.ts";
import type { SetupAnswer } from "#app/domain/delivery/setup/setup.ts";
import { TaxNumberWarning } from "#app/features/products/tax-number-warning.tsx";
import { formatCents } from "#app/lib/amounts/money.ts";
import { deliveryPage } from "../navigation.ts";

interface ZoneEditorProps {
  id: string;
  version: string;
  values: Record<string, string>;
  answer: SetupAnswer | undefined;
  /** The minimum of every order, on any day. */
  minOrderCents: number;
  /** True if invoices can show a GST number. */
  hasTaxNumber: boolean;
}

interface Fields {
  field: (name: string) => ReturnType<typeof answeredField>;
  isOn: (name: string) => boolean;
}

/** Form for a zone: its name, its postal codes, and the terms of each weekday. */
export function ZoneEditor({
  id,
  version,
  values: stored,
  answer,
  minOrderCents,
  hasTaxNumber,
}: ZoneEditorProps) {
  const hydrated = useHydrated();
  const { formMethod } = useNavigation();
  // Don't mix with stored values: a cleared checkbox is missing from the submitted ones.
  const values = answer?.values ?? stored;
  const fields: Fields = {
    field: (name) => answeredField({ values, errors: answer?.errors }, name),
    isOn: (name) => values[name] !== undefined,
  };
  const minimumHint =
    minOrderCents > 0 ? `Empty: ${formatCents(minOrderCents)}, the least` : "Empty: none";
  const [kind, setKind] = useState(values.kind ?? "delivery");
  return (
    <section className="mt-8 border-y border-ink bg-paper-light px-4 py-5 md:px-6">
      <h2 id="zone" className="scroll-mt-24 text-title">
        {id ? `Edit ${stored.name}` : "New zone"}
      </h2>
      <AnsweredForm answer={answer} replace={undefined} className="mt-5">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <div className="grid max-w-4xl items-start gap-x-6 gap-y-5 sm:grid-cols-2">
          <TextField label="Name" {...fields.field("name")} required maxLength={100} />
          <SelectField
            label="How orders reach clients"
            {...fields.field("kind")}
            onChange={(event) => setKind(event.target.value)}
          >
            <option value="delivery">Delivered to them</option>
            <option value="pickup">Picked up by them</option>
          </SelectField>
          {(kind === "delivery" || !hydrated) && (
            <TextArea
              label="Postal codes"
              rows={2}
              hint="Beginnings with commas between: V3G, V2S, or V3G 1A2 for one code. The longest one wins. None for a pickup."
              {...fields.field("prefixes")}
              maxLength={5000}
            />
          )}
          {(kind === "pickup" || !hydrated) && (
            <TextField label="Pickup address" {...fields.field("place")} maxLength={500} />
          )}
          <Checkbox
            name="wholesaleOnly"
            label="For wholesale clients only"
            defaultChecked={fields.isOn("wholesaleOnly")}
          />
        </div>
        <fieldset className="mt-6">
          <legend className="font-display text-title font-semibold">Days</legend>
          <div className="mt-3 border-t border-ink">
            {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
              <Weekday key={weekday} weekday={weekday} minimumHint={minimumHint} {...fields} />
            ))}
          </div>
        </fieldset>
        <div className="mt-6">
          <TaxNumberWarning values={values} hasTaxNumber={hasTaxNumber} />
        </div>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="zone" pending={formMethod === "POST"}>
            Save zone
          </Button>
          <SecondaryLink to={deliveryPage.to} preventScrollReset>
            Cancel
          </SecondaryLink>
          {id && (
            <Button
              type="submit"
              name="intent"
              value="retire"
              variant="danger"
              formNoValidate
              className="sm:ml-auto"
            >
              No longer serve this zone
            </Button>
          )}
        </div>
      </AnsweredForm>
    </section>
  );
}

function Weekday({
  weekday,
  field,
  isOn,
  minimumHint,
}: { weekday: number; minimumHint: string } & Fields) {
  const name = weekdayName(weekday);
  const [isServed, setServed] = useState(isOn(`served${weekday}`));
  const hydrated = useHydrated();
  const of = <span className="sr-only"> on {name}</span>;
  const own = (base: string, usual = "") => {
    const props = field(`${base}${weekday}`);
    return { ...props, defaultValue: props.defaultValue ?? usual };
  };
  return (
    <fieldset className="min-w-0 border-b border-rule py-2">
      <legend className="sr-only">{name}</legend>
      <Checkbox
        name={`served${weekday}`}
        label={<span className="font-semibold">{name}</span>}
        defaultChecked={isServed}
        onChange={(event) => setServed(event.target.checked)}
      />
      {(isServed || !hydrated) && (
        <div className="mt-2 mb-4 grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] items-start gap-4">
          <SelectField label={<>Order until{of}</>} {...own("cutOffDaysBefore", "1")}>
            {Array.from({ length: 15 }, (_, days) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the value
              <option key={days} value={days}>
                {days === 0
                  ? "The same day"
                  : days === 1
                    ? "The day before"
                    : `${days} days before`}
              </option>
            ))}
          </SelectField>
          <TextField
            label={<>At{of}</>}
            type="time"
            inputClassName="px-2!"
            {...own("cutOffTime", "14:00")}
          />
          <TextField
            label={<>From{of}</>}
            type="time"
            inputClassName="px-2!"
            {...own("windowFrom", "08:00")}
          />
          <TextField
            label={<>To{of}</>}
            type="time"
            inputClassName="px-2!"
            {...own("windowTo", "15:00")}
          />
          <TextField
            label={<>Most stops{of}</>}
            inputMode="numeric"
            hint="Empty: no limit"
            {...own("capStops")}
          />
          <DecimalField label={<>Most pounds{of}</>} hint="Empty: no limit" {...own("capLb")} />
          <TextField
            label={<>Most boxes{of}</>}
            inputMode="numeric"
            hint="Empty: no limit"
            {...own("capBoxes")}
          />
          <DecimalField label={<>Minimum ($){of}</>} hint={minimumHint} {...own("minOrder")} />
          <DecimalField label={<>Fee ($){of}</>} {...own("fee")} />
          <DecimalField label={<>Free from ($){of}</>} hint="Empty: never" {...own("freeFrom")} />
          <SelectField label={<>Tax on the fee{of}</>} {...own("feeTaxCode")}>
            <option value="">As the goods</option>
            <option value="Z">Zero-rated</option>
            <option value="E">Exempt</option>
            <option value="G">GST</option>
            <option value="GP">GST and PST</option>
          </SelectField>
        </div>
      )}
    </fieldset>
  );
}

import { type answeredField, TextField } from "#app/components/form/field.tsx";
import { maxCity, maxStreet } from "./address.ts";

interface StreetAndCityProps {
  field: (name: string) => ReturnType<typeof answeredField>;
  cityHint?: string | undefined;
}

/** Shows the delivery address fields in a two-column grid. */
export function StreetAndCity({ field, cityHint }: StreetAndCityProps) {
  return (
    <>
      <TextField
        label="Street address"
        autoComplete="address-line1"
        maxLength={maxStreet}
        hint="With the unit, if there is one"
        required
        {...field("address")}
        className="sm:col-span-2"
      />
      <TextField
        label="City"
        autoComplete="address-level2"
        maxLength={maxCity}
        hint={cityHint}
        required
        {...field("city")}
      />
    </>
  );
}

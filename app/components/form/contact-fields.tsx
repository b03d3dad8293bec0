import {
  type answeredField,
  PersonField,
  PhoneField,
  PostalCodeField,
  TextField,
} from "./field.tsx";

interface ContactFieldsProps {
  field: (
    name: "contactName" | "phone" | "address" | "postalCode",
  ) => ReturnType<typeof answeredField>;
}

/** Contact and delivery address of a client, for signing up and the account page. */
export function ContactFields({ field }: ContactFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <PersonField label="Contact name" {...field("contactName")} optional />
        <PhoneField {...field("phone")} hint="Needed before your first order" />
      </div>
      <TextField
        label="Delivery address"
        // The whole address in one line: "street-address" is only allowed on text areas (HTML,
        // section 4.10.18.7).
        autoComplete="address-line1"
        maxLength={500}
        {...field("address")}
        hint="Needed before your first order"
      />
      <PostalCodeField
        className="max-w-60"
        hint="Shows which days we deliver to you."
        {...field("postalCode")}
        optional
      />
    </>
  );
}

import { answeredField, TextArea, TextField } from "#app/components/form/field.tsx";
import type { Profile, ProfileFields } from "./profile.ts";
import type { ProfileAnswer } from "./submit-profile.ts";

interface ProfileInputsProps {
  email: string;
  /** The stored profile; null for an account without one. */
  profile: Profile | null;
  answer: ProfileAnswer | undefined;
}

/** The account page's fields. Submitted values are kept if the form is rejected. */
export function ProfileInputs({ email, profile, answer }: ProfileInputsProps) {
  const { errors } = answer ?? {};
  const values: Partial<ProfileFields> = answer?.values ?? profile ?? {};
  const field = (name: keyof ProfileFields) => answeredField({ values, errors }, name);
  return (
    <>
      <TextField
        label="Company name"
        autoComplete="organization"
        maxLength={200}
        {...field("companyName")}
        required
      />
      <TextField
        label="E-mail"
        type="email"
        value={email}
        hint="Contact support to change your email address"
        disabled
        readOnly
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Contact name"
          autoComplete="name"
          maxLength={200}
          {...field("contactName")}
          optional
        />
        <TextField
          label="Phone"
          type="tel"
          autoComplete="tel"
          maxLength={50}
          {...field("phone")}
          optional
        />
      </div>
      <TextField
        label="Delivery address"
        // The whole address in one line: "street-address" is only allowed on text areas (HTML,
        // section 4.10.18.7).
        autoComplete="address-line1"
        maxLength={500}
        {...field("address")}
        optional
      />
      <TextField
        label="Postal code"
        autoComplete="postal-code"
        maxLength={24}
        className="max-w-60"
        hint="Says on which days we deliver to you."
        {...field("postalCode")}
        optional
      />
      <TextArea
        label="Notes"
        rows={4}
        hint="Anything we should know for every order: delivery hours, the back door, how you like your beef cut."
        maxLength={5000}
        {...field("notes")}
        optional
      />
    </>
  );
}

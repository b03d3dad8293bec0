import { ContactFields } from "#app/components/form/contact-fields.tsx";
import { answeredField, CompanyField, TextArea, TextField } from "#app/components/form/field.tsx";
import type { Profile, ProfileFields } from "#app/domain/customers/profile.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";
import type { ProfileAnswer } from "./submit-profile.ts";

interface ProfileInputsProps {
  email: string;
  profile: Profile | null;
  answer: ProfileAnswer | undefined;
}

/** The account page's fields. Submitted values are kept if the form is refused. */
export function ProfileInputs({ email, profile, answer }: ProfileInputsProps) {
  const { errors } = answer ?? {};
  const postalCode = profile?.postalCode && formatPostalCode(profile.postalCode);
  const values: Partial<ProfileFields> = answer?.values ?? { ...profile, postalCode };
  const field = (name: keyof ProfileFields) => answeredField({ values, errors }, name);
  return (
    <>
      <CompanyField {...field("companyName")} required />
      <TextField
        label="Email"
        type="email"
        value={email}
        hint="Contact support to change your email address"
        disabled
        readOnly
      />
      <ContactFields field={field} />
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

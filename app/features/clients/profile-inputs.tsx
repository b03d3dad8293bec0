import { TextArea, TextField } from "#app/components/field.tsx";
import type { Profile, ProfileFields } from "./profile.ts";
import type { ProfileAnswer } from "./profile-answer.ts";

interface ProfileInputsProps {
  email: string;
  /** As it is stored; null for an account without one. */
  profile: Profile | null;
  answer: ProfileAnswer | undefined;
}

/** The fields of the account page. What was typed outlives a refusal. */
export function ProfileInputs({ email, profile, answer }: ProfileInputsProps) {
  const { errors } = answer ?? {};
  const values: Partial<ProfileFields> = answer?.values ?? profile ?? {};
  return (
    <>
      <TextField
        label="Company name"
        name="companyName"
        autoComplete="organization"
        maxLength={200}
        defaultValue={values.companyName}
        error={errors?.companyName}
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
          name="contactName"
          autoComplete="name"
          maxLength={200}
          defaultValue={values.contactName}
          error={errors?.contactName}
          optional
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={50}
          defaultValue={values.phone}
          error={errors?.phone}
          optional
        />
      </div>
      <TextField
        label="Delivery address"
        name="address"
        autoComplete="street-address"
        maxLength={500}
        defaultValue={values.address}
        error={errors?.address}
        optional
      />
      <TextArea
        label="Notes"
        name="notes"
        rows={4}
        hint="What we should know with every order: delivery hours, the back door, how you like it cut."
        maxLength={5000}
        defaultValue={values.notes}
        error={errors?.notes}
        optional
      />
    </>
  );
}

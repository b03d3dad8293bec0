import { SelectField } from "#app/components/form/choice-fields.tsx";
import {
  answeredField,
  CompanyField,
  EmailField,
  PersonField,
  PhoneField,
  TextArea,
  TextField,
} from "#app/components/form/field.tsx";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { businessTypes, deliveryChoices, recipientField } from "../inquiry.ts";
import type { FormAnswer } from "./form-words.ts";

/** The wholesale inquiry's fields. Submitted values are kept if the form is refused. */
export function InquiryFields({ answer }: { answer: FormAnswer | undefined }) {
  const company = useCompany();
  const field = (name: string) => answeredField(answer, name);
  return (
    <>
      <input type="hidden" name={recipientField} value={company.email} />
      <div className="grid gap-5 sm:grid-cols-2">
        <CompanyField label="Company" {...field("company")} required />
        <PersonField label="Contact" {...field("contact")} required />
        <EmailField {...field("email")} />
        <PhoneField {...field("phone")} required />
        <ChoiceField label="Business type" name="businessType" of={businessTypes} answer={answer} />
        <ChoiceField
          label="Delivery or pickup"
          name="delivery"
          of={deliveryChoices}
          answer={answer}
        />
      </div>
      <TextField
        label="Weekly volume"
        hint="An estimate in your own words, for instance 80 lb, half of it ground."
        maxLength={200}
        {...field("weeklyVolume")}
        optional
      />
      <TextArea
        label="Notes"
        rows={4}
        hint="The cuts you want, how you like them trimmed, when you would like to start."
        maxLength={5000}
        {...field("notes")}
        optional
      />
    </>
  );
}

interface ChoiceFieldProps {
  label: string;
  name: string;
  of: Record<string, string>;
  answer: FormAnswer | undefined;
}

function ChoiceField({ label, name, of, answer }: ChoiceFieldProps) {
  return (
    <SelectField
      label={label}
      {...answeredField(answer, name)}
      required
      options={Object.entries(of).map(([value, text]) => [value, text])}
    >
      <option value="">Please choose</option>
    </SelectField>
  );
}

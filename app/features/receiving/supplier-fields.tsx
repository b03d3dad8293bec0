import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField, EmailField, TextArea, TextField } from "#app/components/form/field.tsx";
import { type Sent, sendForm } from "#app/components/form/send-form.ts";
import { Notice } from "#app/components/page/notice.tsx";
import { supplierFailed, supplierSchema } from "#app/domain/receiving/supplier-form.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

interface SupplierFormProps {
  values: Record<string, string>;
  answer: FormAnswer | undefined;
}

/** Form for a supplier. */
export function SupplierForm({ values: stored, answer }: SupplierFormProps) {
  const values: Record<string, string> = { ...stored, ...answer?.values };
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  return (
    <AnsweredForm answer={answer} key={stored.version} className="mt-6 max-w-3xl">
      <input type="hidden" name="version" value={values.version ?? ""} />
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <TextField
          label="Name"
          hint="As on lots"
          {...field("name")}
          required
          maxLength={200}
          autoComplete="off"
        />
        <TextField
          label="Establishment number"
          optional
          hint="Put on its lots"
          {...field("establishment")}
          maxLength={40}
          autoComplete="off"
        />
        <TextField
          label="Contact"
          optional
          {...field("contactName")}
          maxLength={200}
          autoComplete="off"
        />
        <TextField
          label="Phone"
          type="tel"
          optional
          {...field("phone")}
          maxLength={50}
          autoComplete="off"
        />
        <EmailField required={false} optional {...field("email")} autoComplete="off" />
        {stored.version && (
          <SelectField label="Status" {...field("isActive")}>
            <option value="yes">Active</option>
            <option value="no">Inactive: nothing is received from it</option>
          </SelectField>
        )}
        <TextArea
          label="Note"
          optional
          rows={2}
          {...field("note")}
          maxLength={2000}
          className="sm:col-span-2"
        />
      </div>
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6" />}
      <div className="mt-6 flex flex-wrap gap-3">
        <SubmitButton name="intent" value="save">
          Save
        </SubmitButton>
        <ButtonLink to="/admin/suppliers" variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </AnsweredForm>
  );
}

export const sendSupplier = (sent: Sent<FormAnswer>) =>
  sendForm(sent, {
    failed: supplierFailed,
    loadCheck: async () => (fields) =>
      fields.code === undefined ? checkForm(supplierSchema, fields).refused : undefined,
  });

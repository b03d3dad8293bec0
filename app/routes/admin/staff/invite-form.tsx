import { Form, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import {
  answeredField,
  EmailField,
  TextField,
  useFirstMistake,
} from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { staffInvitationMs } from "#app/features/auth/lifetimes.ts";
import { roleText } from "#app/features/auth/staff/staff.ts";
import { staffRoles } from "#app/features/auth/staff-roles.ts";
import { daysInWords } from "#app/lib/in-words.ts";
import { LinksWarning } from "../links-warning.tsx";
import type { StaffAnswer } from "./staff-answer.ts";

/** Invites somebody by their address. */
export function InviteForm({ answer }: { answer: StaffAnswer | undefined }) {
  const form = useFirstMistake(answer);
  const noValidate = useHydrated();
  const { formData } = useNavigation();
  return (
    <Form
      ref={form}
      method="post"
      noValidate={noValidate}
      preventScrollReset
      className="mt-4 grid gap-5"
    >
      <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={200}
          {...answeredField(answer, "name")}
          required
        />
        <EmailField
          hint={`A link to choose a password goes there. It works for ${daysInWords(staffInvitationMs)}.`}
          {...answeredField(answer, "email")}
          autoComplete="off"
        />
      </div>
      <RoleField answer={answer} />
      {answer?.message && <Notice tone="error" title={answer.message} />}
      <LinksWarning />
      <div>
        <Button
          type="submit"
          name="intent"
          value="invite"
          pending={formData?.get("intent") === "invite"}
        >
          Send invitation
        </Button>
      </div>
    </Form>
  );
}

interface RoleFieldProps {
  answer: StaffAnswer | undefined;
  /** The present one. */
  role?: keyof typeof roleText;
}

/** The choice of a role, with what each is for. */
export function RoleField({ answer, role }: RoleFieldProps) {
  const { defaultValue = role ?? "", ...field } = answeredField(answer, "role");
  return (
    <div>
      <SelectField
        label="Role"
        {...field}
        defaultValue={defaultValue}
        required
        className="max-w-72"
      >
        {!role && <option value="">Choose one</option>}
        {staffRoles.map((one) => (
          <option key={one} value={one}>
            {roleText[one].label}
          </option>
        ))}
      </SelectField>
      <dl className="mt-4 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {staffRoles.map((one) => (
          <div key={one} className="sm:contents">
            <dt className="font-semibold">{roleText[one].label}</dt>
            <dd className="text-ink-soft">{roleText[one].does}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

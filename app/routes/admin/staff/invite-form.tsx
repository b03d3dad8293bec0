import { SecondaryLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField, EmailField, TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { staffInvitationMs } from "#app/domain/accounts/lifetimes.ts";
import { roleText } from "#app/domain/accounts/staff/staff.ts";
import { useIfMailed } from "#app/domain/mail/sends-mail.ts";
import { daysInWords } from "#app/lib/in-words.ts";
import { staffRoles } from "#db/schema/values/staff.ts";
import { LinksWarning } from "../links-warning.tsx";
import { staffPage } from "../navigation.ts";
import type { StaffAnswer } from "./staff-answer.ts";

export function InviteForm({ answer }: { answer: StaffAnswer | undefined }) {
  const ifMailed = useIfMailed();
  const lasts = `It works for ${daysInWords(staffInvitationMs)}.`;
  return (
    <AnsweredForm answer={answer} replace={undefined} className="mt-4 grid gap-5">
      <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={200}
          {...answeredField(answer, "name")}
          required
        />
        <EmailField
          hint={`${ifMailed(
            "A link to choose a password goes there.",
            "They sign in with it. You get a link for them to choose a password.",
          )} ${lasts}`}
          {...answeredField(answer, "email")}
          autoComplete="off"
        />
      </div>
      <RoleField answer={answer} />
      {answer?.message && (
        <Notice
          tone="error"
          title={answer.message}
          action={
            answer.memberId && (
              <SecondaryLink to={`${staffPage.to}/${answer.memberId}`}>
                See their page
              </SecondaryLink>
            )
          }
        />
      )}
      <LinksWarning />
      <div>
        <SubmitButton intent="invite">
          {ifMailed("Send invitation", "Make an invitation")}
        </SubmitButton>
      </div>
    </AnsweredForm>
  );
}

interface RoleFieldProps {
  answer: StaffAnswer | undefined;
  role?: keyof typeof roleText;
}

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
        options={staffRoles.map((one) => [one, roleText[one].label])}
      >
        {!role && <option value="">Choose one</option>}
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

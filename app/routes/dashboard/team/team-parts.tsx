import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, EmailField, TextField } from "#app/components/form/field.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import {
  givenRoles,
  memberRoleText,
  siteField,
  type TeamInvitation,
  type TeamMember,
  teamField,
} from "#app/features/team/team.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import { formatDate } from "#app/lib/dates.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

interface Site {
  id: string;
  name: string;
}

type Rights = Pick<TeamMember, "role" | "siteIds" | "approveOverCents">;

function rightsInWords(
  { role, siteIds, approveOverCents }: Rights,
  sites: readonly Site[],
): string {
  const names = sites.filter(({ id }) => siteIds?.includes(id)).map(nameOf);
  const limit =
    approveOverCents === null
      ? ""
      : approveOverCents === 0
        ? ", every order is approved first"
        : `, up to ${formatCents(approveOverCents)} without approval`;
  const places = siteIds === null ? "" : `, for ${names.join(", ") || "no site any more"}`;
  return memberRoleText[role].label + limit + places;
}

const nameOf = ({ name }: Site) => name || "Main site";

interface MemberRowProps {
  member: TeamMember;
  sites: readonly Site[];
  answer: FormAnswer | undefined;
}

/** A member, with the form to change their rights. */
export function MemberRow({ member, sites, answer }: MemberRowProps) {
  const { userId, name, email, role } = member;
  const who = name || email;
  return (
    <li className="border-b border-rule py-4">
      <p className="font-semibold wrap-anywhere">{who}</p>
      {name && <p className="text-ink-soft wrap-anywhere">{email}</p>}
      <p className="mt-1">{rightsInWords(member, sites)}</p>
      {role !== "owner" && (
        <details className="mt-1" open={answer !== undefined}>
          <summary className="w-fit min-h-11 cursor-pointer content-center text-oxblood">
            Change<span className="sr-only"> what {who} may do</span>
          </summary>
          <AnsweredForm
            answer={answer}
            replace={undefined}
            aria-label={`What ${who} may do`}
            className="mt-2 grid gap-5"
          >
            <input type="hidden" name={teamField.about} value={userId} />
            <RightsFields rights={member} sites={sites} answer={answer} />
            <div className="flex flex-wrap gap-3">
              <SubmitButton name={teamField.intent} value="change">
                Save
              </SubmitButton>
            </div>
          </AnsweredForm>
          <details className="mt-3">
            <summary className="w-fit min-h-11 cursor-pointer content-center text-oxblood">
              Make {who} the owner
            </summary>
            <p className="max-w-xl">
              They manage the team and the business details from then on, and you do no longer: you
              order and approve. Both of you get an email.
            </p>
            <ActionForm intent="hand over" about={userId} className="mt-3">
              Yes, hand the account over
            </ActionForm>
          </details>
          <details className="mt-3">
            <summary className="w-fit min-h-11 cursor-pointer content-center text-cancelled">
              Remove {who}
            </summary>
            <p className="max-w-xl">
              They see nothing of this account any more from their next click on. What they ordered
              stays.
            </p>
            <ActionForm intent="remove" about={userId} className="mt-3" variant="danger">
              Yes, remove them
            </ActionForm>
          </details>
        </details>
      )}
    </li>
  );
}

interface InvitationRowProps {
  invitation: TeamInvitation;
  sites: readonly Site[];
  now: Date;
  answer: FormAnswer | undefined;
}

export function InvitationRow({ invitation, sites, now, answer }: InvitationRowProps) {
  const { id, name, email, expiresAt } = invitation;
  return (
    <li className="border-b border-rule py-4">
      <p className="font-semibold wrap-anywhere">{name}</p>
      <p className="text-ink-soft wrap-anywhere">{email}</p>
      <p className="mt-1">{rightsInWords(invitation, sites)}</p>
      <p className="mt-1 text-sm text-ink-soft">
        {expiresAt > now
          ? `The link works until ${formatDate(expiresAt)}.`
          : "The link works no longer."}
      </p>
      <details className="mt-1" open={answer?.errors !== undefined}>
        <summary className="w-fit min-h-11 cursor-pointer content-center text-oxblood">
          Change<span className="sr-only"> what {name} may do</span>
        </summary>
        <AnsweredForm
          answer={answer}
          replace={undefined}
          aria-label={`What ${name} may do`}
          className="mt-2 grid gap-5"
        >
          <input type="hidden" name={teamField.about} value={id} />
          <RightsFields rights={invitation} sites={sites} answer={answer} />
          <div>
            <SubmitButton name={teamField.intent} value="change invitation">
              Save
            </SubmitButton>
          </div>
        </AnsweredForm>
      </details>
      <div className="mt-3 flex flex-wrap gap-3">
        <ActionForm intent="again" about={id}>
          Send again<span className="sr-only"> to {name}</span>
        </ActionForm>
        <ActionForm intent="withdraw" about={id}>
          Withdraw<span className="sr-only"> the invitation of {name}</span>
        </ActionForm>
      </div>
    </li>
  );
}

interface ActionFormProps {
  intent: "again" | "withdraw" | "remove" | "hand over";
  about: string;
  variant?: "secondary" | "danger";
  className?: string;
  children: React.ReactNode;
}

function ActionForm({
  intent,
  about,
  variant = "secondary",
  className,
  children,
}: ActionFormProps) {
  const { formData } = useNavigation();
  const isPending =
    formData?.get(teamField.intent) === intent && formData.get(teamField.about) === about;
  return (
    <Form method="post" className={className}>
      <input type="hidden" name={teamField.about} value={about} />
      <Button
        type="submit"
        name={teamField.intent}
        value={intent}
        variant={variant}
        pending={isPending}
      >
        {children}
      </Button>
    </Form>
  );
}

export function InviteForm({
  sites,
  answer,
}: {
  sites: readonly Site[];
  answer: FormAnswer | undefined;
}) {
  return (
    <AnsweredForm answer={answer} replace={undefined} className="mt-4 grid gap-5">
      <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={200}
          {...answeredField(answer, teamField.name)}
          required
        />
        <EmailField
          hint="A link to join goes there."
          {...answeredField(answer, teamField.email)}
          autoComplete="off"
        />
      </div>
      <RightsFields
        rights={{ role: "buyer", siteIds: null, approveOverCents: null }}
        sites={sites}
        answer={answer}
      />
      <div>
        <SubmitButton name={teamField.intent} value="invite">
          Send invitation
        </SubmitButton>
      </div>
    </AnsweredForm>
  );
}

interface RightsFieldsProps {
  rights: Rights;
  sites: readonly Site[];
  answer: FormAnswer | undefined;
}

/** Role, limit and sites. Without scripts all are shown; a limit only applies to buyers. */
function RightsFields({ rights, sites, answer }: RightsFieldsProps) {
  const isLive = useHydrated();
  const typed = answer?.values;
  const [role, setRole] = useState(typed?.[teamField.role] ?? rights.role);
  const [isEverywhere, setEverywhere] = useState(
    typed ? typed[teamField.allSites] !== undefined : rights.siteIds === null,
  );
  const limit = rights.approveOverCents === null ? "" : toDollars(rights.approveOverCents);
  const chosen = givenRoles.find((one) => one === role);
  return (
    <>
      <div>
        <SelectField
          label="Role"
          required
          className="max-w-72"
          {...answeredField(answer, teamField.role)}
          defaultValue={role}
          onChange={(event) => setRole(event.target.value)}
          options={givenRoles.map((one) => [one, memberRoleText[one].label])}
        />
        {isLive && chosen ? (
          <p className="mt-2 text-ink-soft">{memberRoleText[chosen].does}</p>
        ) : (
          <dl className="mt-2 grid gap-1">
            {givenRoles.map((one) => (
              <div key={one}>
                <dt className="inline font-semibold">{memberRoleText[one].label}: </dt>
                <dd className="inline text-ink-soft">{memberRoleText[one].does}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {(!isLive || role === "buyer") && (
        <DecimalField
          label="Orders without approval up to ($)"
          optional
          hint="Empty for no limit; 0 if every order is to be approved."
          className="max-w-72"
          {...answeredField(answer, teamField.limit)}
          defaultValue={typed?.[teamField.limit] ?? limit}
        />
      )}
      {sites.length > 1 ? (
        <fieldset>
          <legend className="text-sm font-semibold">Sites</legend>
          <Tick
            name={teamField.allSites}
            checked={isEverywhere}
            onChange={setEverywhere}
            label="All sites, also later ones"
          />
          {(!isLive || !isEverywhere) &&
            sites.map((site) => (
              <Tick
                key={site.id}
                name={siteField(site.id)}
                label={nameOf(site)}
                checked={
                  typed
                    ? typed[siteField(site.id)] !== undefined
                    : (rights.siteIds?.includes(site.id) ?? false)
                }
              />
            ))}
          {answer?.errors?.[teamField.allSites] && (
            <p className="mt-1 text-sm text-cancelled">{answer.errors[teamField.allSites]?.[0]}</p>
          )}
        </fieldset>
      ) : (
        <input type="hidden" name={teamField.allSites} value="yes" />
      )}
    </>
  );
}

interface TickProps {
  name: string;
  label: string;
  checked: boolean;
  onChange?: (isTicked: boolean) => void;
}

function Tick({ name, label, checked, onChange }: TickProps) {
  return (
    <label className="flex min-h-11 w-fit items-center gap-3">
      <input
        type="checkbox"
        name={name}
        value="yes"
        defaultChecked={checked}
        onChange={(event) => onChange?.(event.target.checked)}
        className="size-5 shrink-0 accent-oxblood"
      />
      {label}
    </label>
  );
}

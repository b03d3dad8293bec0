import { useId, useState } from "react";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextArea, TextField } from "#app/components/form/field.tsx";
import { UnsavedInput } from "#app/components/form/unsaved-input.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { weekdayName } from "#app/domain/delivery/days.ts";
import { type DeliveryRules, zoneAt } from "#app/domain/delivery/rules.ts";
import { drawnField, writeDrawn } from "#app/lib/form/keep-theirs.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { readPostalCode } from "#app/lib/postal-code.ts";
import {
  type ClientSite,
  closedField,
  detailsValues,
  type NewClientAnswer,
  recordField,
  siteValues,
  weekdays,
} from "./client-record.ts";

interface FormProps {
  answer: FormAnswer | undefined;
}

/** The zones, to show a postal code's zone at once. */
type Rules = Pick<DeliveryRules, "zones">;

function fieldsOf(answer: FormAnswer | undefined, stored: Record<string, string | undefined>) {
  const values = { ...stored, ...answer?.values };
  return (name: string) => answeredField({ values, errors: answer?.errors }, name);
}

/** Form for a new client with its first site. */
export function NewClientForm({
  rules,
  answer,
  keptAs,
}: {
  rules: Rules;
  answer: NewClientAnswer | undefined;
  /** Storage key for the tab's input until the client is added. */
  keptAs: string;
}) {
  const field = fieldsOf(answer, {});
  return (
    <AnsweredForm answer={answer} className="mt-8 grid max-w-2xl gap-5">
      <UnsavedInput name={keptAs} />
      {answer?.message && (
        <Notice tone="error" title={answer.message}>
          {answer.alike && <Duplicates alike={answer.alike} />}
        </Notice>
      )}
      <BusinessFields field={field} />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        hint="Who orders and gets the mails about it. Without one, their orders are taken by phone alone."
        {...field(recordField.email)}
        optional
      />
      <Checkbox
        label="Mail them a link to choose a password"
        name={recordField.invites}
        value="yes"
        defaultChecked={answer?.values ? recordField.invites in answer.values : true}
      />
      <AddressFields field={field} rules={rules} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>Add client</SubmitButton>
        {answer?.alike && (
          <SubmitButton variant="secondary" name={recordField.anyway} value="yes">
            Add another one anyway
          </SubmitButton>
        )}
      </div>
    </AnsweredForm>
  );
}

/** Lists possible duplicates. Links open new tabs, so that no input is lost. */
function Duplicates({ alike }: Required<Pick<NewClientAnswer, "alike">>) {
  return (
    <ul>
      {alike.map(({ id, name, phone }) => (
        <li key={id} className="wrap-anywhere">
          <a
            href={`/admin/clients/${id}`}
            target="_blank"
            rel="noopener"
            className="link inline-flex min-h-11 items-center"
          >
            {name || "A client without a name"}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
          {phone && `, ${phone}`}
        </li>
      ))}
    </ul>
  );
}

interface DetailsFormProps extends FormProps {
  client: { companyName: string; contactName: string; phone: string; notes: string };
  seen: string;
}

/** Form for a client's details; its sites have their own forms. */
export function ClientDetailsForm({ client, seen, answer }: DetailsFormProps) {
  const stored = detailsValues(client);
  const field = fieldsOf(answer, stored);
  const version = answer?.values?.[recordField.seen] ?? seen;
  return (
    // A new version from a colleague resets the form to its values.
    <AnsweredForm key={version} answer={answer} className="mt-8 grid max-w-2xl gap-5">
      {answer?.message && <Notice tone="error" title={answer.message} />}
      <Drawn version={version} stored={stored} answer={answer} />
      <BusinessFields field={field} />
      <div>
        <SubmitButton>Save</SubmitButton>
      </div>
    </AnsweredForm>
  );
}

/** Hidden fields with the stored values, to detect concurrent changes. */
function Drawn({
  version,
  stored,
  answer,
}: FormProps & { version: string; stored: Record<string, string | undefined> }) {
  return (
    <>
      <input type="hidden" name={recordField.seen} value={version} />
      <input
        type="hidden"
        name={drawnField}
        value={answer?.values?.[drawnField] ?? writeDrawn(stored)}
      />
    </>
  );
}

type Field = ReturnType<typeof fieldsOf>;

function BusinessFields({ field }: { field: Field }) {
  return (
    <>
      <TextField label="Company name" maxLength={200} {...field("companyName")} required />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Contact name" maxLength={200} {...field("contactName")} optional />
        <TextField label="Phone" type="tel" maxLength={50} {...field("phone")} optional />
      </div>
      <TextArea
        label="Notes for every order"
        rows={3}
        maxLength={5000}
        hint="What packers and drivers read with each order."
        {...field("notes")}
        optional
      />
    </>
  );
}

function AddressFields({ field, rules }: { field: Field; rules: Rules }) {
  return (
    <>
      <TextField label="Delivery address" maxLength={500} {...field("address")} optional />
      <PostalCodeField rules={rules} {...field("postalCode")} />
    </>
  );
}

interface SiteFormProps extends FormProps {
  site: ClientSite | null;
  hasOthers: boolean;
  rules: Rules;
}

/** Form for a client's site. */
export function ClientSiteForm({ site, hasOthers, rules, answer }: SiteFormProps) {
  const stored = siteValues(site);
  const field = fieldsOf(answer, stored);
  const version = answer?.values?.[recordField.seen] ?? site?.updatedAt.toISOString() ?? "";
  return (
    <AnsweredForm key={version} answer={answer} className="mt-8 grid max-w-2xl gap-5">
      {answer?.message && <Notice tone="error" title={answer.message} />}
      <Drawn version={version} stored={stored} answer={answer} />
      <TextField
        label="Site name"
        maxLength={200}
        hint="For example “Harbour kitchen”."
        {...field("name")}
        optional={!hasOthers}
        required={hasOthers}
      />
      <TextField label="Delivery address" maxLength={500} {...field("address")} required />
      <PostalCodeField rules={rules} {...field("postalCode")} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Contact there" maxLength={200} {...field("contactName")} optional />
        <TextField label="Phone there" type="tel" maxLength={50} {...field("phone")} optional />
      </div>
      <div>
        <div className="grid max-w-md grid-cols-2 gap-5">
          <TextField label="Receives from" type="time" {...field("receivesFrom")} optional />
          <TextField label="Receives until" type="time" {...field("receivesTo")} optional />
        </div>
        <p className="mt-1 text-sm text-ink-soft">
          Deliveries are promised within these hours. Days whose deliveries come outside of them are
          not offered. Orders placed already keep the hours that they have.
        </p>
      </div>
      <ClosedFields closedOn={site?.closedOn ?? []} answer={answer} />
      <TextArea label="For the driver" rows={3} maxLength={2000} {...field("notes")} optional />
      <TextField
        label="Gate or door code"
        maxLength={50}
        autoComplete="off"
        hint="Only the driver sees it, and only while the deliveries are under way."
        {...field("gateCode")}
        optional
        className="max-w-md"
      />
      {site?.isDefault !== true && hasOthers && (
        <Checkbox
          label="Orders go here unless they say otherwise"
          name={recordField.isDefault}
          value="yes"
          defaultChecked={answer?.values ? recordField.isDefault in answer.values : false}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{site ? "Save" : "Add site"}</SubmitButton>
        {site && !site.isDefault && (
          <SubmitButton variant="danger" name={recordField.remove} value="yes">
            Remove site
          </SubmitButton>
        )}
      </div>
    </AnsweredForm>
  );
}

function ClosedFields({ closedOn, answer }: FormProps & { closedOn: readonly number[] }) {
  const id = useId();
  const error = weekdays.flatMap((day) => answer?.errors?.[closedField(day)] ?? []).join(". ");
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="text-sm font-semibold">
        Closed on <span className="font-normal text-ink-soft">(optional)</span>
      </legend>
      <div className="flex flex-wrap gap-x-5">
        {weekdays.map((weekday) => (
          <Checkbox
            key={weekday}
            label={weekdayName(weekday)}
            name={closedField(weekday)}
            value="yes"
            aria-invalid={error ? true : undefined}
            defaultChecked={
              answer?.values ? closedField(weekday) in answer.values : closedOn.includes(weekday)
            }
          />
        ))}
      </div>
      <p className="text-sm text-ink-soft">
        No delivery is offered on these days. Orders placed already stay as they are.
      </p>
      {error && (
        <p id={id} className="text-sm font-semibold text-cancelled">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function PostalCodeField({ rules, ...field }: ReturnType<Field> & { rules: Rules }) {
  const [typed, setTyped] = useState(field.defaultValue ?? "");
  const read = readPostalCode(typed);
  const zone = read.ok ? zoneAt(rules, read.postalCode) : undefined;
  return (
    <div>
      <TextField
        label="Postal code"
        maxLength={24}
        className="max-w-60"
        onChange={(event) => setTyped(event.target.value)}
        {...field}
        optional
      />
      <p role="status" className="mt-1 min-h-[1lh] text-sm text-ink-soft">
        {read.ok && (zone ? `Delivered by ${zone.name}` : "No zone delivers there")}
      </p>
    </div>
  );
}

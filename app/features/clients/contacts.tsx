import { type ReactNode, useId } from "react";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { Section } from "#app/components/page/section.tsx";
import { type Contact, contactKinds, kindText } from "#app/domain/customers/contacts/contact.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { contactFailed, contactForm, removeContactField } from "./client-record.ts";

export interface ContactAnswer extends FormAnswer {
  /** The contact's address that the form was about; empty for the form that adds one. */
  about?: string;
}

const aboutField = "about";

/** Parses a submitted contact. @throws Refusal */
export const contactIn = (fields: Record<string, string>) => ({
  ...accepted(checkForm(contactForm, fields)),
  isNew: aboutContact(fields).about === "",
});

/** Identifies a form in its answer. */
export const aboutContact = ({ [aboutField]: about = "" }: Record<string, string>) => ({ about });

/** Browser-side validation, and the message if the server can't be reached. */
export const contactSending = {
  failed: (fields: Record<string, string>) => ({
    message: contactFailed,
    ...aboutContact(fields),
  }),
  loadCheck: async () => (fields: Record<string, string>) => {
    if (fields[removeContactField]) return undefined;
    const { refused } = checkForm(contactForm, fields);
    return refused && { ...refused, ...aboutContact(fields) };
  },
  looksAgain: () => true,
};

interface ContactsProps {
  contacts: readonly Contact[];
  answer: ContactAnswer | undefined;
  children?: ReactNode;
}

/** Addresses that get copies of a client's emails, besides its members, each edited in place. */
export function Contacts({ contacts, answer, children }: ContactsProps) {
  return (
    <>
      {children}
      {contacts.length > 0 && (
        <ul aria-label="Contacts" className="mt-8 max-w-2xl border-t border-ink">
          {contacts.map((contact) => (
            <li key={contact.email} className="border-b border-rule py-5">
              <p className="font-display font-semibold wrap-anywhere">{contact.email}</p>
              <ContactForm contact={contact} answer={answerTo(contact.email, answer)} />
            </li>
          ))}
        </ul>
      )}
      <Section id="add-contact" title="Add a contact" look="ruled" className="mt-10 max-w-2xl">
        {/* The key empties the form after each contact. */}
        <ContactForm key={contacts.length} contact={null} answer={answerTo("", answer)} />
      </Section>
    </>
  );
}

const answerTo = (about: string, answer: ContactAnswer | undefined) =>
  (answer?.about ?? "") === about ? answer : undefined;

interface ContactFormProps {
  contact: Contact | null;
  answer: ContactAnswer | undefined;
}

function ContactForm({ contact, answer }: ContactFormProps) {
  const values = answer?.values;
  const field = (name: string, stored = "") =>
    answeredField({ values: { [name]: stored, ...values }, errors: answer?.errors }, name);
  const kindsError = answeredField(answer, "orders").error?.[0];
  const errorId = useId();
  return (
    <AnsweredForm answer={answer} className="mt-4 grid gap-4">
      {answer?.message && <Notice tone="error" title={answer.message} />}
      <input type="hidden" name={aboutField} value={contact?.email ?? ""} />
      {contact ? (
        <>
          <input type="hidden" name="email" value={contact.email} />
          <TextField
            label={
              <>
                Name<span className="sr-only"> of {contact.email}</span>
              </>
            }
            maxLength={200}
            {...field("name", contact.name)}
            optional
          />
        </>
      ) : (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField label="Email" type="email" autoComplete="off" {...field("email")} required />
          <TextField label="Name" maxLength={200} autoComplete="off" {...field("name")} optional />
        </div>
      )}
      <fieldset aria-describedby={kindsError ? errorId : undefined}>
        <legend className="text-sm font-semibold">
          Gets
          <span className="sr-only"> {contact ? `at ${contact.email}` : "at this address"}</span>
        </legend>
        <div className="flex flex-wrap gap-x-6">
          {contactKinds.map((kind) => (
            <Checkbox
              key={kind}
              label={kindText[kind]}
              name={kind}
              value="yes"
              aria-invalid={kindsError ? true : undefined}
              defaultChecked={
                values ? kind in values : (contact?.gets.includes(kind) ?? kind === "invoices")
              }
            />
          ))}
        </div>
        {kindsError && (
          <p id={errorId} className="text-sm font-semibold text-cancelled">
            {kindsError}
          </p>
        )}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <SubmitButton
          name="save"
          value={contact?.email ?? "new"}
          variant={contact ? "secondary" : "primary"}
        >
          {contact ? "Save" : "Add contact"}
          {contact && <span className="sr-only"> {contact.email}</span>}
        </SubmitButton>
        {contact && (
          <SubmitButton variant="danger" name={removeContactField} value={contact.email}>
            Remove<span className="sr-only"> {contact.email}</span>
          </SubmitButton>
        )}
      </div>
    </AnsweredForm>
  );
}

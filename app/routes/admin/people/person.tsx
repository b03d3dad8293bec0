import { data, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Section } from "#app/components/page/section.tsx";
import { actionInWords } from "#app/features/history/history.ts";
import { forgetSender } from "#app/features/inquiries/inbox/forget-old.server.ts";
import { erasePerson, whyNotErased } from "#app/features/personal-data/erase-person.server.ts";
import {
  addressOf,
  lookAtPerson,
  looksAt,
} from "#app/features/personal-data/find-person.server.ts";
import {
  eraseFailed,
  eraseField,
  kept,
  mostRows,
  partsOf,
  pathOfPerson,
  personPath,
} from "#app/features/personal-data/personal-data.ts";
import { adminContext, adminRequest } from "#app/guards/guards.server.ts";
import { requireRecentProof } from "#app/guards/recent-proof.server.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/person.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "A person's data");

export async function loader({ context, params: { person: key } }: Route.LoaderArgs) {
  const { db, admin } = adminRequest(context);
  const email = await addressOf(db, admin, key);
  if (email === null) {
    return data({ found: null, looks: [], obstacle: null }, { status: 404 });
  }
  const found = await lookAtPerson(db, admin, email);
  const [looks, obstacle] = await Promise.all([
    looksAt(db, admin, email),
    whyNotErased(db, admin, found),
  ]);
  return data({ found, looks, obstacle });
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: eraseFailed, log: "erasing a person failed", proof: requireRecentProof },
    async (fields, { db }) => {
      const admin = args.context.get(adminContext);
      const email = await addressOf(db, admin, args.params.person);
      if (email === null) throw new Refusal("gone", "We keep nothing of this address any more.");
      if (fields[eraseField.confirmed]?.trim().toLowerCase() !== email) {
        const message = "Please type the address as it is shown above.";
        throw new Refusal("invalid", message, { errors: { [eraseField.confirmed]: [message] } });
      }
      const isPrivate = eraseField.isPrivate in fields;
      await erasePerson(db, admin, email, { isPrivate, others: [forgetSender] });
      return redirect(`${personPath}?erased`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, { failed: eraseFailed, looksAgain: () => true });

export default function PersonPage({
  loaderData: { found, looks, obstacle },
  actionData: answer,
  params: { person },
}: Route.ComponentProps) {
  const back = <BackLink to={personPath}>A person's data</BackLink>;
  if (!found) {
    return (
      <>
        <PageHeader before={back} title="A person's data" />
        <EmptyState title="We keep nothing of this person" />
      </>
    );
  }
  const parts = partsOf(found).filter(({ rows }) => rows.length > 0);
  return (
    <>
      <PageHeader before={back} title={<span className="wrap-anywhere">{found.email}</span>} />
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink
          to={`${pathOfPerson(person)}/papers/personal-data.pdf`}
          variant="secondary"
          reloadDocument
        >
          Download for them (PDF)
        </ButtonLink>
        <ButtonLink
          to={`${pathOfPerson(person)}/papers/personal-data.json`}
          variant="quiet"
          reloadDocument
        >
          As data (JSON)
        </ButtonLink>
      </div>
      {found.customers.some(({ isGuest }) => !isGuest) && (
        <p className="mt-5 max-w-2xl">
          Correct a name, a phone number or an address on the client's page:{" "}
          {found.customers
            .filter(({ isGuest }) => !isGuest)
            .map(({ id, companyName, contactName }, at) => (
              <span key={id}>
                {at > 0 && ", "}
                <a href={`/admin/clients/${id}`} className="link">
                  {companyName || contactName || "client"}
                </a>
              </span>
            ))}
          .
        </p>
      )}
      <div className="mt-8 grid max-w-3xl gap-y-8">
        {parts.map(({ label, rows }) => (
          <section key={label} aria-label={label}>
            <h2 className="border-t border-ink pt-3 text-title">
              {label} <span className="text-base font-normal text-ink-soft">{rows.length}</span>
            </h2>
            <ul className="mt-2 max-h-96 overflow-y-auto">
              {rows.map((row, at) => (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: two emails may have one subject.
                  key={at}
                  className="border-b border-rule py-2 wrap-anywhere whitespace-pre-line"
                >
                  {row}
                </li>
              ))}
            </ul>
            {rows.length === mostRows && (
              <p className="mt-1 text-sm text-ink-soft">The newest {mostRows} are shown.</p>
            )}
          </section>
        ))}
        <Section id="looks" title="Who looked" look="ruled">
          <ul className="mt-2">
            {looks.map(({ id, at, by, action }) => (
              <li key={id} className="border-b border-rule py-2 wrap-anywhere">
                {actionInWords(action)}, {by},{" "}
                <span className="text-ink-soft">
                  <Moment at={at} time />
                </span>
              </li>
            ))}
          </ul>
        </Section>
        <Section id="erase" title="Erase" look="ruled">
          <p className="mt-2">
            Their account ends, and their name, phone number and address go from everywhere but what
            the law has you keep. It cannot be undone, and older backups still have it until they
            are deleted in their turn.
          </p>
          <details className="mt-2">
            <summary className="w-fit min-h-11 cursor-pointer content-center text-ink-soft hover:text-oxblood">
              What stays
            </summary>
            <ul className="list-disc space-y-2 pb-3 pl-5">
              {kept.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </details>
          {obstacle ? (
            <Notice title="They cannot be erased yet" className="mt-3">
              <p>{obstacle}</p>
            </Notice>
          ) : (
            <AnsweredForm answer={answer} className="mt-4 grid max-w-xl gap-5">
              {answer?.message && !answer.errors && <Notice tone="error" title={answer.message} />}
              {found.customers.some(({ isGuest, isAlone }) => !isGuest && isAlone) && (
                <Checkbox
                  label="They are a private person: erase the name and address of their account too"
                  name={eraseField.isPrivate}
                  value="yes"
                  defaultChecked={answer?.values ? eraseField.isPrivate in answer.values : false}
                />
              )}
              <TextField
                label="Type their email to erase"
                autoComplete="off"
                {...answeredField(answer, eraseField.confirmed)}
                required
              />
              <div>
                <SubmitButton variant="danger">Erase</SubmitButton>
              </div>
            </AnsweredForm>
          )}
        </Section>
      </div>
    </>
  );
}

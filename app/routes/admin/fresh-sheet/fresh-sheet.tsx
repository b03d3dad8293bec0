import { data, Form, redirect } from "react-router";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextArea, TextField } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Section } from "#app/components/page/section.tsx";
import { Table, Td } from "#app/components/table.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { listActiveProducts } from "#app/domain/catalogue/products.server.ts";
import {
  checkSheet,
  orderedWithinDays,
  pickRows,
  sheetFailed,
  sheetValues,
} from "#app/features/fresh-sheet/fresh-sheet-form.ts";
import {
  getDraft,
  listSent,
  type SentSheet,
  saveDraft,
  sendDraft,
} from "#app/features/fresh-sheet/fresh-sheets.server.ts";
import { type Readership, readership } from "#app/features/fresh-sheet/readers.server.ts";
import { mailTrial } from "#app/features/fresh-sheet/send-fresh-sheets.server.ts";
import { adminContext, adminRequest } from "#app/guards/guards.server.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { freshSheetPage } from "../navigation.ts";
import type { Route } from "./+types/fresh-sheet.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, freshSheetPage.label);

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { db, log, admin } = adminRequest(context);
  const loaded = await orNull(
    Promise.all([
      getDraft(db, admin),
      listSent(db, admin),
      readership(db, admin),
      listActiveProducts(db, "all"),
    ]).then(([draft, sent, readers, products]) => ({
      draft,
      sent,
      readers,
      cuts: products.map(({ id, name }) => ({ id, name })),
    })),
    log,
    "load the fresh sheet",
  );
  return data(
    {
      loaded,
      email: admin.email,
      isReady: searchParams.has("ready"),
      sent: searchParams.get("sent"),
      said: said.find((name) => searchParams.has(name)) ?? null,
    },
    statusOf(loaded),
  );
}

const said = ["saved", "tried"] as const;

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    {
      failed: ({ intent }) => (intent === "send" ? sendFailed : sheetFailed),
      log: "saving or sending a fresh sheet failed",
    },
    async (fields, { db, shop, stopLinks }) => {
      const admin = args.context.get(adminContext);
      const { to } = freshSheetPage;
      if (fields.intent === "send") {
        const count = await sendDraft(db, admin, Number(fields.version) || 0);
        return redirect(`${to}?sent=${count}`);
      }
      const sheet = accepted(checkSheet(fields));
      const id = await saveDraft(db, admin, sheet);
      if (fields.intent === "ready") return redirect(`${to}?ready`);
      if (fields.intent !== "try") return redirect(`${to}?saved`);
      await mailTrial({ db, links: stopLinks, shop }, admin, id);
      return redirect(`${to}?tried`);
    },
  );

const sendFailed = "The fresh sheet could not be sent. Please try again.";

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, {
    failed: sheetFailed,
    loadCheck: async () => (fields) =>
      fields.intent === "send" ? undefined : checkSheet(fields).refused,
  });

const parameters = ["saved", "tried", "sent"];

/** This week's sheet, written by the owner and mailed to clients at their own prices. */
export default function FreshSheet({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { loaded, email, isReady, sent, said } = loaderData;
  return (
    <>
      <PageHeader
        title={freshSheetPage.label}
        lede="What is good this week. Each client is mailed these cuts at their own prices for their next delivery, with a way to put them into the order they are writing."
      />
      {sent !== null && (
        <FlashMessage
          title="The fresh sheet is on its way"
          description={`To ${clientsInWords(Number(sent) || 0)}. It may take a few minutes.`}
          parameters={parameters}
          className="mt-6"
        />
      )}
      {said && (
        <FlashMessage
          title={said === "tried" ? `Mailed to ${email}` : "Fresh sheet saved"}
          description={
            said === "tried" ? "With the catalogue’s prices, to see what it looks like." : undefined
          }
          parameters={parameters}
          className="mt-6"
        />
      )}
      {!loaded && (
        <div className="mt-8">
          <LoadFailure message="The fresh sheet could not be loaded. Please try again." />
        </div>
      )}
      {loaded && isReady && loaded.draft.picks.length > 0 && (
        <Ready readers={loaded.readers} version={loaded.draft.version} answer={answer} />
      )}
      {loaded && (
        <>
          <AnsweredForm
            answer={answer}
            // Reset the form if a colleague saved a new version in the meantime.
            key={loaded.draft.version}
            className="mt-8 max-w-3xl"
          >
            <SheetFields cuts={loaded.cuts} values={sheetValues(loaded.draft)} answer={answer} />
            {answer?.message && !isReady && (
              <Notice tone="error" title={answer.message} className="mt-6" />
            )}
            <div className="mt-6 flex flex-wrap gap-3">
              <SubmitButton intent="ready">Save and send …</SubmitButton>
              <SubmitButton variant="secondary" intent="try">
                Save and mail it to me
              </SubmitButton>
              <SubmitButton variant="secondary" intent="save">
                Save
              </SubmitButton>
            </div>
          </AnsweredForm>
          <Readers readers={loaded.readers} />
          <SentSheets sheets={loaded.sent} />
        </>
      )}
    </>
  );
}

const clientsInWords = (count: number) =>
  count === 1 ? "1 client" : `${count.toLocaleString("en-CA")} clients`;

interface ReadyProps {
  readers: Readership;
  version: number;
  answer: FormAnswer | undefined;
}

function Ready({ readers: { readers }, version, answer }: ReadyProps) {
  return (
    <Section
      id="ready"
      title={readers === 0 ? "Nobody to send it to yet" : `Send it to ${clientsInWords(readers)}?`}
      className="mt-8 max-w-3xl border border-ink bg-paper-deep p-5"
    >
      <p className="mt-2 text-ink-soft">
        {readers === 0
          ? "It goes to clients who have bought within two years, opened an account within six months, or asked for it."
          : "It goes out as it is saved below, and cannot be called back."}
      </p>
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-4" />}
      <div className="mt-4 flex flex-wrap gap-3">
        {readers > 0 && (
          <Form method="post">
            <input type="hidden" name="version" value={version} />
            <SubmitButton intent="send">Send now</SubmitButton>
          </Form>
        )}
        <SecondaryLink to={freshSheetPage.to}>Go on writing</SecondaryLink>
      </div>
    </Section>
  );
}

/** Lists who gets it, and why others don't: the law requires a basis for writing to them. */
function Readers({ readers: { readers, stopped, unreachable, lapsed } }: { readers: Readership }) {
  const others = [
    stopped > 0 && `${clientsInWords(stopped)} stopped it`,
    lapsed > 0 && `${clientsInWords(lapsed)} bought nothing for two years`,
    unreachable > 0 &&
      `${clientsInWords(unreachable)} cannot be mailed or ${unreachable === 1 ? "is" : "are"} on hold`,
  ].filter((part) => part !== false);
  return (
    <section className="mt-12 max-w-3xl">
      <h2 className="border-t border-ink pt-4 text-title">Who gets it</h2>
      <p className="mt-2">
        {clientsInWords(readers)} now{others.length > 0 && `. Not: ${others.join(", ")}`}.
      </p>
      <p className="mt-2 text-[0.9375rem] text-ink-soft">
        Canada’s anti-spam law allows it to clients who bought within two years, opened an account
        within six months, or asked for it. Each mail has a link to stop it at once.
      </p>
    </section>
  );
}

function SentSheets({ sheets }: { sheets: SentSheet[] }) {
  if (sheets.length === 0) return null;
  return (
    <section className="mt-12">
      <h2 className="text-title">Sent</h2>
      <p className="mt-2 mb-4 max-w-3xl text-[0.9375rem] text-ink-soft">
        Added: clients who put a cut into their order from the mail. Orders: those with such a cut,
        within {orderedWithinDays} days. Nobody is followed by hidden pictures.
      </p>
      <Table
        label="Fresh sheets that were sent"
        columns={[
          "Sent",
          "Cuts",
          { head: "Mailed", numeric: true },
          { head: "Added", numeric: true },
          { head: "Orders", numeric: true },
        ]}
      >
        {sheets.map(({ id, sentAt, picks, mailed, pressed, orders }) => (
          <tr key={id}>
            <Td className="whitespace-nowrap">
              <Moment at={sentAt} />
            </Td>
            <Td>
              {picks
                .map((pick) => (pick.pressed > 0 ? `${pick.name} (${pick.pressed})` : pick.name))
                .join(", ")}
            </Td>
            <Td numeric>{mailed}</Td>
            <Td numeric>{pressed}</Td>
            <Td numeric>{orders}</Td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

interface SheetFieldsProps {
  cuts: { id: string; name: string }[];
  values: Record<string, string>;
  answer: FormAnswer | undefined;
}

function SheetFields({ cuts, values: stored, answer }: SheetFieldsProps) {
  const values: Record<string, string> = { ...stored, ...answer?.values };
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  const rows = Array.from({ length: pickRows(values) }, (_, index) => index + 1);
  return (
    <>
      <input type="hidden" name="version" value={values.version ?? "0"} />
      <TextArea label="A few words first" optional rows={3} maxLength={500} {...field("note")} />
      <ol className="mt-8 grid gap-y-6">
        {rows.map((row) => (
          <li key={row} className="grid gap-x-6 gap-y-4 border-t border-rule pt-4 sm:grid-cols-5">
            <SelectField
              label={`Cut ${row}`}
              className="sm:col-span-2"
              {...field(`cut${row}`)}
              options={cuts.map(({ id, name }) => [id, name])}
            >
              <option value="">None</option>
            </SelectField>
            <TextField
              label="What is good about it"
              optional
              maxLength={120}
              autoComplete="off"
              className="sm:col-span-3"
              {...field(`line${row}`)}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

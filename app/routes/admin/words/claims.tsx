import { useState } from "react";
import { data, Form, Link, replace, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { type ClaimPlace, changesToWatch } from "#app/content/claims.ts";
import { requestContext } from "#app/context.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import {
  claimsSubject,
  confirmClaims,
  listClaims,
  reopenClaim,
} from "#app/features/words/claims.server.ts";
import { wordsPageOf } from "#app/features/words/pages.server.ts";
import { adminContext } from "#app/guards/guards.server.ts";
import { requireRecentProof } from "#app/guards/recent-proof.server.ts";
import { optionalText } from "#app/lib/form/form-texts.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { settingsPage, wordsPath } from "../navigation.ts";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import type { Route } from "./+types/claims.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Claims to confirm");

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { db, log } = services;
  const admin = context.get(adminContext);
  const [listed, history] = await Promise.all([
    orNull(listClaims(db, admin, services), log, "load the claims"),
    orNull(listHistory(db, admin, claimsSubject), log, "load a history"),
  ]);
  const claims =
    listed?.map((claim) => ({
      ...claim,
      words: claim.words.map(({ place, text }) => ({ text, ...placeInWords(place) })),
    })) ?? null;
  const done = searchParams.has("confirmed") ? "confirmed" : searchParams.has("opened") && "opened";
  return data({ claims, history, done, changesToWatch }, statusOf(listed));
}

/** Returns a place's name, and where its words are edited; null for words in the code. */
function placeInWords(place: ClaimPlace): { name: string; to: string | null } {
  if ("program" in place) return { name: place.program, to: null };
  if ("company" in place) {
    return { name: "the company", to: `${settingsPage.to}/company` };
  }
  if ("documents" in place) {
    return { name: "invoices", to: `${settingsPage.to}/documents` };
  }
  const page = wordsPageOf(place.page);
  return page ? { name: page.label, to: wordsPath(page.path) } : { name: place.page, to: null };
}

/** Field names of ticked claims, each with the digest of the words that were read. */
const severalPrefix = "claim:";
const severalForm = "confirm-several";
const noneTicked = "Tick the claims that you can vouch for, then confirm them.";

const failed = "The claim could not be confirmed. Please try again.";
const noteText = optionalText(500);

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed, log: "confirming a claim failed", proof: requireRecentProof },
    async (values, services) => {
      const { db } = services;
      const admin = args.context.get(adminContext);
      const { intent, claim: id = "", digest = "" } = values;
      if (intent === "open") {
        await reopenClaim(db, admin, id);
        return replace("/admin/settings/claims?opened");
      }
      const isSeveral = intent === "confirm-several";
      const ticked = Object.entries(values)
        .filter(([name]) => name.startsWith(severalPrefix))
        .map(([name, read]) => ({ id: name.slice(severalPrefix.length), digest: read, note: "" }));
      if (isSeveral && ticked.length === 0) throw new Refusal("invalid", noneTicked);
      const note = noteText.safeParse(isSeveral ? "" : values.note);
      if (note.error) {
        const [{ message } = { message: failed }] = note.error.issues;
        const answer = { message: undefined };
        throw new Refusal("invalid", message, { field: "note", answer });
      }
      const confirmed = isSeveral ? ticked : [{ id, digest, note: note.data }];
      await confirmClaims(db, admin, services, confirmed);
      return replace("/admin/settings/claims?confirmed");
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, { failed, looksAgain: () => true });

const doneParameters = ["confirmed", "opened"];

/** A checklist of the claims that the owner must be able to prove. */
export default function Claims({ loaderData, actionData }: Route.ComponentProps) {
  const { claims, history, done, changesToWatch } = loaderData;
  // The router drops the answer when it reloads the claims.
  const [answer, setAnswer] = useState(actionData);
  const [before, setBefore] = useState({ actionData, done });
  if (actionData !== before.actionData || done !== before.done) {
    setBefore({ actionData, done });
    if (done && !before.done) setAnswer(undefined);
    else if (actionData && actionData !== before.actionData) setAnswer(actionData);
  }
  const of = (...states: Loaded["state"][]) =>
    claims?.filter(({ state }) => states.includes(state)) ?? [];
  const toConfirm = of("open", "changed").length;
  const withdrawn = of("withdrawn");
  return (
    <SettingsFrame
      title="Claims to confirm"
      lede="What the shop says, and only you can vouch for. The Competition Act (section 74.01) and the Food and Drugs Act (section 5) ask a seller to be able to prove it. A claim whose words change has to be confirmed again, and one whose words you rewrite is withdrawn."
      saved={done === "confirmed" ? "Claim confirmed" : "Claim opened again"}
      wasSaved={Boolean(done)}
      parameters={doneParameters}
      failure="The claims could not be loaded. Please try again."
      history={history}
      isWide
    >
      {claims && (
        <>
          <p className="text-title font-semibold">
            {toConfirm} open, {of("confirmed").length} confirmed
            {withdrawn.length > 0 && `, ${withdrawn.length} withdrawn`}
          </p>
          {toConfirm > 0 && (
            <ConfirmSeveral message={answer?.values?.claim ? "" : answer?.message} />
          )}
          {(["differs", "proof"] as const).map((kind) => (
            <section key={kind} className="mt-8">
              <h2 className="text-title">{titles[kind]}</h2>
              <ul className="mt-4 border-t border-ink">
                {claims
                  .filter((claim) => claim.kind === kind && claim.state !== "withdrawn")
                  .map((claim) => (
                    <ClaimItem
                      key={`${claim.id} ${claim.state}`}
                      claim={claim}
                      answer={answer?.values?.claim === claim.id ? answer : undefined}
                    />
                  ))}
              </ul>
            </section>
          ))}
          {withdrawn.length > 0 && (
            <section className="mt-12">
              <h2 className="text-title">Withdrawn</h2>
              <p className="mt-2 text-ink-soft">
                You have rewritten all that made these claims. What you say instead is yours to
                prove.
              </p>
              <ul className="mt-4 border-t border-ink">
                {withdrawn.map(({ id, claim, words }) => (
                  <li key={id} id={id} className="border-b border-rule py-5">
                    <h3 className="text-lg">{claim}</h3>
                    <Places words={words} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section className="mt-12">
            <h2 className="text-title">Changes to watch</h2>
            {changesToWatch.map((change) => (
              <p key={change} className="mt-3">
                {change}
              </p>
            ))}
          </section>
        </>
      )}
    </SettingsFrame>
  );
}

const titles = { differs: "Differs from what is published", proof: "Needs your proof" };

type Loaded = NonNullable<Route.ComponentProps["loaderData"]["claims"]>[number];

/** Confirms the claims ticked below, whose checkboxes belong to this form by its id. */
function ConfirmSeveral({ message }: { message: string | undefined }) {
  return (
    <Form id={severalForm} method="post" preventScrollReset className="mt-4">
      <SubmitButton intent="confirm-several" variant="secondary">
        Confirm all that are ticked
      </SubmitButton>
      {message && <Notice tone="error" title={message} className="mt-4" />}
    </Form>
  );
}

function ClaimItem({ claim, answer }: { claim: Loaded; answer: FormAnswer | undefined }) {
  const { id, kind, digest, words, facts, confirm, source, state, tick } = claim;
  const form = (
    <TickForm
      id={id}
      name={claim.claim}
      digest={digest}
      isConfirmed={state === "confirmed"}
      answer={answer}
    />
  );
  return (
    <li id={id} className="border-b border-rule py-5">
      <h3 className="text-lg">{claim.claim}</h3>
      {state !== "confirmed" && (
        <Checkbox
          label={
            <>
              I can vouch for this<span className="sr-only">{`: ${claim.claim}`}</span>
            </>
          }
          name={`${severalPrefix}${id}`}
          value={digest}
          form={severalForm}
        />
      )}
      <details open={answer !== undefined || facts.some(({ differs }) => differs) || undefined}>
        <summary className="w-fit cursor-pointer py-2.5">
          {kind === "differs" ? "What is published" : "What to have at hand"}
          <span className="sr-only">{`: ${claim.claim}`}</span>
        </summary>
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <dt className="text-ink-soft">{kind === "differs" ? "Published" : "Have at hand"}</dt>
          <dd>{confirm}</dd>
          <dt className="text-ink-soft">Source</dt>
          <dd className="break-words">{source}</dd>
          <dt className="text-ink-soft">Where it stands</dt>
          <dd>
            <Places words={words} />
          </dd>
          {facts.length > 0 && (
            <>
              <dt className="text-ink-soft">The shop is set up for</dt>
              <dd>
                <ul>
                  {facts.map(({ text, differs }) => (
                    <li key={text} className="break-words">
                      {text}
                      {differs && (
                        <strong className="text-oxblood"> This differs from the claim.</strong>
                      )}
                    </li>
                  ))}
                </ul>
              </dd>
            </>
          )}
        </dl>
        {state !== "confirmed" && form}
      </details>
      {tick && (
        <p className="mt-3">
          {state === "confirmed" ? "Confirmed" : "The words have changed since it was confirmed"} by{" "}
          <span className="break-words">{tick.by}</span>, <Moment at={tick.at} time />
          {tick.note && <span className="block text-ink-soft break-words">{tick.note}</span>}
        </p>
      )}
      {state === "confirmed" && form}
    </li>
  );
}

function Places({ words }: Pick<Loaded, "words">) {
  const names = [...new Map(words.map(({ name, to }) => [name, to]))];
  const texts = words.flatMap(({ text }) => (text ? [text] : []));
  return (
    <>
      {names.map(([name, to], index) => (
        <span key={name}>
          {index > 0 && ", "}
          {to ? (
            <Link to={to} className="link inline-block py-2.5">
              {name}
            </Link>
          ) : (
            name
          )}
        </span>
      ))}
      {texts.length > 0 && (
        <details className="mt-1">
          <summary className="cursor-pointer py-2.5">The words</summary>
          {texts.map((text) => (
            <p
              key={text}
              className="mt-1 border-l-2 border-rule pl-3 whitespace-pre-line break-words"
            >
              {text}
            </p>
          ))}
        </details>
      )}
    </>
  );
}

interface TickFormProps {
  id: string;
  name: string;
  digest: string;
  isConfirmed: boolean;
  answer: FormAnswer | undefined;
}

function TickForm({ id, name, digest, isConfirmed, answer }: TickFormProps) {
  const { formData } = useNavigation();
  const pending = formData?.get("claim") === id;
  return (
    <Form method="post" preventScrollReset className="mt-4">
      <input type="hidden" name="claim" value={id} />
      <input type="hidden" name="digest" value={digest} />
      {isConfirmed ? (
        <Button
          type="submit"
          name="intent"
          value="open"
          aria-label={`Open again: ${name}`}
          size="sm"
          variant="secondary"
          pending={pending}
        >
          Open again
        </Button>
      ) : (
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label={
              <>
                Note<span className="sr-only"> on {name}</span>
              </>
            }
            optional
            name="note"
            maxLength={500}
            defaultValue={answer?.values?.note}
            error={answer?.errors?.note}
            className="min-w-0 grow basis-64"
          />
          <Button
            type="submit"
            name="intent"
            value="confirm"
            aria-label={`Confirm: ${name}`}
            variant="secondary"
            pending={pending}
          >
            Confirm
          </Button>
        </div>
      )}
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-4" />}
    </Form>
  );
}

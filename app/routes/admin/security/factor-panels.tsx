import { type ReactNode, useState } from "react";
import { Form } from "react-router";
import { Button, SecondaryButton } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, onlyByButton, SubmitButton } from "#app/components/form/answered-form.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { PasskeyButton } from "#app/domain/accounts/second-factor/passkey-button.tsx";
import {
  maxCodeLength,
  maxPasskeyName,
  type OwnPasskey,
  type PendingApp,
  recoveryCodeCount,
  type SecurityAnswer,
} from "#app/domain/accounts/second-factor/second-factor.ts";
import { securityPage } from "../navigation.ts";

interface PanelProps {
  title: string;
  children: ReactNode;
}

function Panel({ title, children }: PanelProps) {
  return (
    <section className="mt-10 border-t border-ink pt-4 first:mt-0">
      <h2 className="text-title">{title}</h2>
      {children}
    </section>
  );
}

interface IntentButtonProps {
  intent: string;
  variant?: "primary" | "secondary";
  children: ReactNode;
}

function IntentButton({ intent, variant = "secondary", children }: IntentButtonProps) {
  return (
    <SubmitButton intent={intent} variant={variant}>
      {children}
    </SubmitButton>
  );
}

interface AppPanelProps {
  /** When it was set up; null if it isn't. */
  since: Date | null;
  pending: PendingApp | null;
  answer: SecurityAnswer | undefined;
}

/** The authenticator app: none, being set up, or active. */
export function AppPanel({ since, pending, answer }: AppPanelProps) {
  return (
    <Panel title="Authenticator app">
      <p className="mt-2 text-ink-soft">
        {since ? (
          <>
            Signing in asks for a code of your app. Added <Moment at={since} />.
          </>
        ) : (
          "An app on your phone that shows a new code every half a minute. Password managers can do it too."
        )}
      </p>
      {pending ? (
        <SetUp pending={pending} answer={answer} />
      ) : (
        <Form method="post" replace preventScrollReset className="mt-4 flex flex-wrap gap-3">
          <IntentButton intent="app-begin" variant={since ? "secondary" : "primary"}>
            {since ? "Replace the app" : "Set up an app"}
          </IntentButton>
          {since && <IntentButton intent="app-remove">Remove the app</IntentButton>}
        </Form>
      )}
    </Panel>
  );
}

function SetUp({ pending, answer }: Pick<AppPanelProps, "answer"> & { pending: PendingApp }) {
  return (
    <AnsweredForm answer={answer}>
      <ol className="mt-4 list-decimal space-y-4 pl-5">
        <li>
          <p>Scan this with the app, or type the key into it.</p>
          <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-4">
            <img
              src={pending.qr}
              alt="The key as a QR code; it is also written beside it"
              width={192}
              height={192}
              className="size-48"
            />
            <p className="max-w-56">
              <span className="block text-sm text-ink-soft">Key</span>
              <span className="font-mono break-words">{pending.letters}</span>
            </p>
          </div>
        </li>
        <li>
          <TextField
            label="Enter the code that the app shows then"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={maxCodeLength}
            error={answer?.intent === "app-confirm" ? answer.errors?.code : undefined}
            required
            className="max-w-80"
          />
        </li>
      </ol>
      <div className="mt-5 flex flex-wrap gap-3">
        <IntentButton intent="app-confirm" variant="primary">
          Confirm
        </IntentButton>
        {/* Shares the form; the browser must not require a code here. */}
        <Button type="submit" name="intent" value="app-cancel" variant="quiet" formNoValidate>
          Cancel
        </Button>
      </div>
    </AnsweredForm>
  );
}

interface PasskeysPanelProps {
  passkeys: OwnPasskey[];
  suggestedName: string;
  answer: SecurityAnswer | undefined;
}

export function PasskeysPanel({ passkeys, suggestedName, answer }: PasskeysPanelProps) {
  const noValidate = useHydrated();
  return (
    <Panel title="Passkeys">
      <p className="mt-2 text-ink-soft">
        Your finger, your face or a PIN on a device that you own, or a security key. A passkey works
        on this site alone, so it can’t be phished.
      </p>
      {passkeys.length > 0 && (
        <ul className="mt-4 border-t border-rule">
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-3"
            >
              <div className="min-w-0">
                <p className="font-semibold break-words">{name}</p>
                <p className="text-sm text-ink-soft">
                  Added <Moment at={createdAt} />,{" "}
                  {lastUsedAt ? (
                    <>
                      last used <Moment at={lastUsedAt} />
                    </>
                  ) : (
                    "not used yet"
                  )}
                </p>
              </div>
              <Form method="post" replace preventScrollReset>
                <input type="hidden" name="id" value={id} />
                <Button
                  type="submit"
                  name="intent"
                  value="passkey-remove"
                  variant="secondary"
                  size="sm"
                >
                  Remove<span className="sr-only"> {name}</span>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <Form
        method="post"
        noValidate={noValidate}
        // Enter would submit the name without a passkey.
        onKeyDown={onlyByButton}
        replace
        preventScrollReset
        className="mt-4 flex flex-wrap items-end gap-3"
      >
        <input type="hidden" name="intent" value="passkey-add" />
        <TextField
          key={passkeys.length}
          label="Name of a new passkey"
          name="name"
          defaultValue={suggestedName}
          maxLength={maxPasskeyName}
          autoComplete="off"
          error={answer?.intent === "passkey-add" ? answer.errors?.name : undefined}
          className="min-w-0 grow"
        />
        <PasskeyButton purpose="add" label="Add a passkey" field="passkey" />
      </Form>
      <noscript>
        <p className="mt-3 text-ink-soft">Adding one needs JavaScript in your browser.</p>
      </noscript>
    </Panel>
  );
}

export function CodesPanel({ left }: { left: number }) {
  return (
    <Panel title="Recovery codes">
      <p className="mt-2 text-ink-soft">
        {left} of {recoveryCodeCount} are left. Each signs you in once when your phone and your
        passkeys are out of reach. Making new ones ends those from before.
      </p>
      <Form method="post" replace preventScrollReset className="mt-4">
        <IntentButton intent="codes">Make new codes</IntentButton>
      </Form>
    </Panel>
  );
}

/** New recovery codes, shown only once. */
export function NewCodes({ codes, canGoOn }: { codes: string[]; canGoOn: boolean }) {
  const [isCopied, setCopied] = useState(false);
  const canCopy = useHydrated();

  async function copy() {
    // Missing on plain HTTP, where codes can be written down.
    await navigator.clipboard?.writeText(codes.join("\n")).then(
      () => setCopied(true),
      () => undefined,
    );
  }

  return (
    <Section
      id="new-codes"
      title="Your recovery codes"
      className="mb-10 border-y border-delivered bg-paper-deep/60 px-5 py-5"
    >
      <p className="mt-2">
        Keep them where you find them without your phone: print them, or put them into your password
        manager. They are shown this once. Each works once.
      </p>
      <ol className="mt-4 grid gap-x-8 gap-y-1 font-mono tabular-nums sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-5 flex flex-wrap gap-3 print:hidden">
        {canCopy && (
          <SecondaryButton onClick={() => void copy()}>
            {isCopied ? "Copied" : "Copy"}
          </SecondaryButton>
        )}
        {canGoOn && (
          <ButtonLink to={securityPage.to} reloadDocument>
            I have kept them
          </ButtonLink>
        )}
      </div>
    </Section>
  );
}

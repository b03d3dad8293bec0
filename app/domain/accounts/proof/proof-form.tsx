import { Form } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { maxPasswordLength } from "../credentials/password-length.ts";
import { PasskeyButton } from "../second-factor/passkey-button.tsx";
import { maxCodeLength } from "../second-factor/second-factor.ts";
import { proofField, type WaysToProve } from "./proof.ts";

interface ProofFormProps extends WaysToProve {
  /** The address that the proof is submitted to, with `fields`. */
  action: string;
  fields: [name: string, value: string][];
  message?: string | undefined;
  back: string;
  /** The button's label. Leaves out the header, for a page that has its own. */
  submitLabel?: string;
}

/** Asks for a proof of identity, and submits the original request again with it. */
export function ProofForm(props: ProofFormProps) {
  const { action, fields, message, back, submitLabel, hasApp, hasPasskeys } = props;
  return (
    <>
      {!submitLabel && (
        <PageHeader
          title="Please confirm that it is you"
          lede="Confirm it's you to continue. Nothing you entered will be lost."
        />
      )}
      <Form method="post" action={action} replace className="mt-8 max-w-md">
        {fields.map(([name, value], place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and nothing moves.
          <input key={place} type="hidden" name={name} value={value} />
        ))}
        <div className="flex flex-col gap-5">
          <TextField
            label="Password"
            type="password"
            name={proofField.password}
            autoComplete="current-password"
            maxLength={maxPasswordLength}
          />
          {hasApp && (
            <TextField
              label="Or a code from your authenticator app"
              name={proofField.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={maxCodeLength}
            />
          )}
        </div>
        <div className="mt-8 flex flex-wrap items-start gap-4">
          <SubmitButton>{submitLabel ?? "Continue"}</SubmitButton>
          {hasPasskeys && (
            <PasskeyButton
              purpose="confirm"
              label="Use a passkey"
              field={proofField.passkey}
              otherwise={hasApp ? "enter a code" : "use your password"}
            />
          )}
          <ButtonLink to={back} variant="quiet" className="max-sm:px-0">
            Cancel
          </ButtonLink>
        </div>
        {message && <Notice tone="error" title={message} className="mt-6" />}
      </Form>
    </>
  );
}

import { Link } from "react-router";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextArea, TextField } from "#app/components/form/field.tsx";
import { type Sent, sendForm } from "#app/components/form/send-form.ts";
import { Notice } from "#app/components/page/notice.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import {
  checkLot,
  type LotAnswer,
  lotFailed,
  maxReceivedWhy,
  parentRows,
} from "#app/domain/lots/lot-form.ts";
import type { LotSource } from "#app/domain/lots/lot-source.server.ts";
import { type LotOption, maxLotNote } from "#app/domain/lots/lots.ts";
import { drawnField, writeDrawn } from "#app/lib/form/keep-theirs.ts";
import { LotOptions } from "./lot-options.tsx";

interface LotFormProps {
  values: Record<string, string>;
  answer: LotAnswer | undefined;
  /** True if packages refer to the lot, so its code and supplier can't change. */
  isPacked: boolean;
  /** Documents to correct the received pounds in; none if the lot is new or entered by hand. */
  sources?: LotSource[];
  names: LotOption[];
  cancelTo: string;
}

const half = "sm:col-span-1";

/** The form of a lot. Shows only parents entered by hand; the others are on cutting sheets. */
export function LotForm({
  values: stored,
  answer,
  isPacked,
  sources = [],
  names,
  cancelTo,
}: LotFormProps) {
  const hasSource = sources.length > 0;
  const values: Record<string, string> = { ...stored, ...answer?.values };
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  const kept = isPacked ? "Locked: packages refer to this lot" : undefined;
  return (
    <AnsweredForm
      answer={answer}
      // A conflict brings a new version; remount to show its merged values.
      key={values.version}
      className="mt-8 max-w-3xl"
    >
      <input type="hidden" name="version" value={values.version ?? ""} />
      <input type="hidden" name={drawnField} value={values[drawnField] ?? writeDrawn(stored)} />
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <TextField
          label="Code"
          hint={kept ?? "As on the packages"}
          {...field("code")}
          required
          readOnly={isPacked}
          inputClassName={isPacked ? "bg-paper-deep text-ink-soft" : undefined}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={half}
        />
        <TextField
          label="Supplier"
          hint={kept ?? "Who it came from"}
          {...field("supplier")}
          required
          readOnly={isPacked}
          inputClassName={isPacked ? "bg-paper-deep text-ink-soft" : undefined}
          maxLength={200}
          autoComplete="off"
          className={half}
        />
        <TextField
          label="Received or made"
          type="datetime-local"
          hint={stored.code ? undefined : "Defaults to now"}
          {...field("receivedAt")}
          className={half}
        />
        <TextField
          label="Best before"
          type="date"
          optional
          {...field("expiresOn")}
          className={half}
        />
        <div className={half}>
          <DecimalField
            label="Received (lb)"
            optional
            hint={hasSource ? "Correct it in its document, below" : undefined}
            readOnly={hasSource}
            inputClassName={hasSource ? "bg-paper-deep text-ink-soft" : undefined}
            {...field("receivedLb")}
            maxLength={9}
          />
          {sources.map(({ name, path }) => (
            <Link key={path} to={path} className="link mr-4 inline-block py-2 text-sm">
              {name}
            </Link>
          ))}
        </div>
        {stored.receivedLb && !hasSource && (
          <TextField
            label="Reason for the change"
            hint="Required if you change the pounds"
            {...field("receivedWhy")}
            maxLength={maxReceivedWhy}
            autoComplete="off"
            className={half}
          />
        )}
        {details.map(([name, label, maxLength]) => (
          <TextField
            key={name}
            label={label}
            optional
            {...(maxLength === "day" ? { type: "date" } : { maxLength, autoComplete: "off" })}
            {...field(name)}
            className={half}
          />
        ))}
        <TextArea
          label="Note"
          optional
          rows={3}
          {...field("note")}
          maxLength={maxLotNote}
          className="sm:col-span-2"
        />
      </div>
      {parentRows(values) > 0 ? (
        <Parents values={values} answer={answer} names={names} />
      ) : (
        !hasSource && (
          <p className="mt-8 text-ink-soft">
            Enter what you cut or grind from other lots on a{" "}
            <TextLink to="/admin/cutting/new">cutting sheet</TextLink>: it deducts the pounds from
            those lots.
          </p>
        )
      )}
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6" />}
      <div className="mt-6 flex flex-wrap gap-3">
        <SubmitButton>Save</SubmitButton>
        <SecondaryLink to={cancelTo}>Cancel</SecondaryLink>
      </div>
    </AnsweredForm>
  );
}

const details: [name: string, label: string, maxLength: number | "day"][] = [
  ["temperatureC", "Temperature (°C)", 6],
  ["supplierLot", "Supplier's own code", 40],
  ["animalNumber", "Animal or carcass number", 40],
  ["slaughteredOn", "Killed", "day"],
  ["establishment", "Establishment number", 40],
  ["grade", "Grade", 40],
];

function Parents({ values, answer, names }: Pick<LotFormProps, "values" | "answer" | "names">) {
  const rows = Array.from({ length: parentRows(values) }, (_, index) => index + 1);
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  return (
    <fieldset className="mt-10">
      <legend className="font-display text-title">Made from</legend>
      <p className="mt-1 mb-4 text-ink-soft">
        The lots used and how much of each, entered without a cutting sheet. Recalls trace them.
        Clear a row to remove it.
      </p>
      <LotOptions id="known-lots" lots={names} />
      <div className="border-t border-ink">
        {rows.map((row) => (
          <div
            key={row}
            className="grid grid-cols-[minmax(0,1fr)_7rem] gap-x-4 border-b border-rule py-3"
          >
            <TextField
              label={`Lot ${row}`}
              list="known-lots"
              {...field(`parent${row}`)}
              maxLength={250}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <DecimalField
              label={
                <>
                  Pounds<span className="sr-only"> of lot {row}</span>
                </>
              }
              {...field(`parentLb${row}`)}
              maxLength={9}
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** Submits the lot form; the input survives a lost connection. */
export const sendLot = (sent: Sent<LotAnswer>) =>
  sendForm(sent, {
    failed: lotFailed,
    loadCheck: async () => (fields) => checkLot(fields).refused,
  });

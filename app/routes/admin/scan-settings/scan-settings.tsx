import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { data, Form, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import {
  answeredField,
  CountField,
  TextArea,
  TextField,
  useFirstMistake,
} from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { requestContext } from "#app/context.server.ts";
import { unknownItems } from "#app/domain/packages/labels/label-prices.server.ts";
import { labelPricesInWords } from "#app/domain/packages/labels/label-prices.ts";
import { labelPricesOf, scaleFileSettings } from "#app/domain/packages/scale-file/scale-file.ts";
import { itemsOnScale } from "#app/domain/packages/scale-file/scale-items.server.ts";
import { parseScan } from "#app/domain/packages/scan/parse-scan.ts";
import { scanInWords } from "#app/domain/packages/scan/scan-in-words.ts";
import {
  getScanSettings,
  scanSettingsSubject,
  updateScanSettings,
} from "#app/domain/packages/scan/scan-settings.server.ts";
import {
  checkScanSettings,
  presetWords,
  ruleRows,
  type ScanSettings,
  type ScanSettingsAnswer,
  scanSettingsFailed,
  scanSettingsValues,
} from "#app/domain/packages/scan/scan-settings.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { adminContext, adminRequest } from "#app/guards/guards.server.ts";
import { proofFor } from "#app/guards/recent-proof.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { settingsPage } from "../navigation.ts";
import { saveForm } from "../settings/save-form.server.ts";
import { afterConflict, SeenField } from "../settings/settings-form.tsx";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import type { Route } from "./+types/scan-settings.ts";

const address = `${settingsPage.to}/scans`;

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Scales and scans");

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { db, log, admin } = adminRequest(context);
  const [settings, history] = await Promise.all([
    orNull(getScanSettings(db, admin), log, "load the scan settings"),
    orNull(listHistory(db, admin, scanSettingsSubject), log, "load a history"),
  ]);
  const facts = { wasSaved: searchParams.has("saved"), today: pacificDay(new Date()) };
  return data({ settings, history, ...facts }, statusOf(settings));
}

/** Stores the settings; without JavaScript also fills in prices, or parses a code. */
export const action = (args: Route.ActionArgs) =>
  saveForm(args, {
    what: "the scan settings",
    failed: scanSettingsFailed,
    to: address,
    proof: proofFor(({ intent }) => intent !== "try" && intent !== "fill"),
    async read(fields, db) {
      if (fields.intent === "fill") return data(await filledIn(args, fields));
      const wanted = accepted(checkScanSettings(fields));
      if (fields.intent === "try") {
        const scan = parseScan(fields.code ?? "", { ...wanted, today: pacificDay(new Date()) });
        const read = scanInWords(scan, wanted.labelPrices);
        return data<ScanSettingsAnswer>({ values: { ...fields, read } });
      }
      const unknown = await unknownItems(db, wanted.labelPrices);
      if (unknown.length === 0) return wanted;
      const mistake = `No product has item number ${unknown.slice(0, 5).join(", ")}`;
      throw new Refusal("invalid", invalidMessage, { errors: { labelPrices: [mistake] } });
    },
    save: updateScanSettings,
  });

/** Returns the form with the prices in today's file for scales. Stores nothing. */
async function filledIn({ context }: Route.ActionArgs, fields: Record<string, string>) {
  const { db, settings } = context.get(requestContext);
  const items = await itemsOnScale(db, context.get(adminContext));
  const prices = labelPricesOf(items, settings.get(scaleFileSettings));
  return { values: { ...fields, labelPrices: labelPricesInWords(prices) } };
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<ScanSettingsAnswer>(sent, { failed: scanSettingsFailed, looksAgain: afterConflict });

/** How scans are parsed, and whether our own labels have a GTIN. */
export default function ScanSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, history, wasSaved, today } = loaderData;
  return (
    <SettingsFrame
      title="Scales and scans"
      saved="Settings saved"
      wasSaved={wasSaved}
      failure="The settings could not be loaded. Please try again."
      history={history}
      isWide
    >
      {settings && <ScanSettingsForm settings={settings} answer={actionData} today={today} />}
    </SettingsFrame>
  );
}

interface ScanSettingsFormProps {
  settings: ScanSettings;
  answer: ScanSettingsAnswer | undefined;
  today: string;
}

function ScanSettingsForm({ settings, answer, today }: ScanSettingsFormProps) {
  const form = useFirstMistake(answer);
  const noValidate = useHydrated();
  const { formMethod } = useNavigation();
  const values = answer?.values ?? scanSettingsValues(settings);
  const errors = answer?.errors;
  const field = (name: string) => answeredField({ values, errors }, name);
  return (
    <Form
      ref={form}
      // Reset the form to the saved values, which may have been normalized.
      key={JSON.stringify(settings)}
      method="post"
      noValidate={noValidate}
      replace
      preventScrollReset
    >
      <SeenField settings={settings} answer={answer} />
      {/* Enter saves rather than trying a code. */}
      <button type="submit" className="hidden" tabIndex={-1} aria-hidden="true" />
      <h2 className="border-t border-ink pt-4 text-title">Labels of your scales</h2>
      <p className="mt-2 mb-4 text-ink-soft">
        Codes that begin with 2 or 02 mean what your scale is set to print. A label with a weight
        adds a package. A label with a price chooses the product; its weight is worked out by the
        label’s own price where you list it below, and asked for otherwise. What an order costs per
        pound is never changed by a label.
      </p>
      <ul className="space-y-1">
        {(Object.entries(presetWords) as [keyof typeof presetWords, string][]).map(
          ([name, words]) => (
            <li key={name}>
              <Checkbox
                name={name}
                label={words}
                defaultChecked={Boolean(values[name])}
                aria-invalid={errors?.[name] ? true : undefined}
                aria-describedby={errors?.[name] ? `${name}-error` : undefined}
              />
              {errors?.[name] && (
                <p id={`${name}-error`} className="text-sm font-semibold text-cancelled">
                  {errors[name].join(" ")}
                </p>
              )}
            </li>
          ),
        )}
      </ul>
      <OwnRules values={values} errors={errors} />
      <TextArea
        label="Prices on the scale’s labels"
        optional
        rows={6}
        hint="One per line: item number and price, for example 42 24.99/lb or 42 55.09/kg. A label with a price then gives the weight."
        autoComplete="off"
        spellCheck={false}
        {...field("labelPrices")}
        maxLength={20_000}
        key={values.labelPrices}
        className="mt-6 max-w-96"
      />
      <Button
        type="submit"
        name="intent"
        value="fill"
        variant="secondary"
        disabled={formMethod === "POST"}
        className="mt-3"
      >
        Fill in today’s prices
      </Button>
      <p className="mt-2 max-w-prose text-sm text-ink-soft">
        Those of the file for counter scales, once your scale has it. Save keeps them.
      </p>
      <h2 className="mt-10 border-t border-ink pt-4 text-title">Suppliers’ labels</h2>
      <TextField
        label="Stand-ins for FNC1"
        hint="What your scanner types between parts of a long code, separated by blanks. Usually <GS> ~ |"
        autoComplete="off"
        spellCheck={false}
        {...field("standIns")}
        maxLength={60}
        className="mt-4 max-w-96"
      />
      <h2 className="mt-10 border-t border-ink pt-4 text-title">Your own labels</h2>
      <CountField
        label="GS1 company prefix"
        optional
        hint="With it, pack labels carry a code that any shop can read: product, weight, day, lot and serial number. Without it, they carry a code of yours."
        {...field("gtinCompanyPrefix")}
        maxLength={20}
        className="mt-4 max-w-96"
      />
      <TryCode form={form} code={values.code} read={values.read} today={today} />
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6" />}
      <Button type="submit" pending={formMethod === "POST"} className="mt-6">
        Save
      </Button>
    </Form>
  );
}

interface OwnRulesProps {
  values: Record<string, string>;
  errors: ScanSettingsAnswer["errors"];
}

/** The shop's own layouts, tried before the usual ones. Saving adds two more rows. */
function OwnRules({ values, errors }: OwnRulesProps) {
  const rows = Array.from({ length: ruleRows(values) }, (_, index) => index + 1);
  return (
    <section aria-labelledby="own-rules" className="mt-8">
      <h3 id="own-rules" className="font-semibold">
        Other layouts
      </h3>
      <p className="mt-1 mb-3 text-sm text-ink-soft">
        Digits are counted from 1 to 13, the last being the check digit; a code of 12 digits counts
        with a 0 before it. These are tried first. Clear a row to take it out.
      </p>
      <div className="border-t border-ink">
        {rows.map((row) => (
          <Rule key={row} row={row} values={values} errors={errors} />
        ))}
      </div>
    </section>
  );
}

function Rule({ row, values, errors }: OwnRulesProps & { row: number }) {
  const field = (name: string) => ({
    ...answeredField({ values, errors }, `${name}${row}`),
    autoComplete: "off",
    inputMode: "numeric" as const,
    maxLength: 6,
  });
  const { inputMode: _, maxLength: __, ...kind } = field("kind");
  const mistake = errors?.[`checked${row}`]?.join(" ");
  return (
    <fieldset className="border-b border-rule py-4">
      <legend className="sr-only">Layout {row}</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 lg:grid-cols-4">
        <TextField label="Begins with" {...field("prefix")} />
        <TextField label="Item from digit" {...field("itemFrom")} />
        <TextField label="Item digits" {...field("itemLength")} />
        <SelectField label="Then" {...kind}>
          <option value="kg">Weight in kg</option>
          <option value="lb">Weight in lb</option>
          <option value="price">Price</option>
        </SelectField>
        <TextField label="Value from digit" {...field("valueFrom")} />
        <TextField label="Value digits" {...field("valueLength")} />
        <TextField label="Decimals" {...field("decimals")} />
        <div>
          <Checkbox
            name={`checked${row}`}
            label="Check digit before the value"
            defaultChecked={Boolean(values[`checked${row}`])}
            className="sm:mt-5"
          />
          {mistake && <p className="text-sm font-semibold text-cancelled">{mistake}</p>}
        </div>
      </div>
    </fieldset>
  );
}

interface TryCodeProps {
  form: RefObject<HTMLFormElement | null>;
  code: string | undefined;
  read: string | undefined;
  today: string;
}

function TryCode({ form, code, read, today }: TryCodeProps) {
  const isLive = useHydrated();
  const [words, setWords] = useState(read ?? "");

  const look = useEffectEvent(() => {
    if (!form.current) return;
    const fields: Record<string, string> = {};
    for (const [name, value] of new FormData(form.current)) {
      if (typeof value === "string") fields[name] = value;
    }
    if (!fields.code?.trim()) return setWords("");
    const { data: settings } = checkScanSettings(fields);
    if (!settings) return setWords("Save shows what is to be corrected above first.");
    const scan = parseScan(fields.code, { ...settings, today });
    setWords(scanInWords(scan, settings.labelPrices));
  });

  useEffect(() => {
    const { current } = form;
    const onInput = () => look();
    current?.addEventListener("input", onInput);
    return () => current?.removeEventListener("input", onInput);
  }, [form]);

  return (
    <div className="mt-10 border border-rule-strong bg-paper-light p-4">
      <h2 className="text-title">Try a code</h2>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <TextField
          label="Code"
          name="code"
          hint="Scan a label, or type its digits. Nothing is stored."
          defaultValue={code}
          autoComplete="off"
          spellCheck={false}
          maxLength={600}
          // A scanner sends Enter at the end, which would save.
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault();
          }}
          className="min-w-0 grow"
        />
        {!isLive && (
          <Button type="submit" name="intent" value="try" variant="secondary">
            Try it
          </Button>
        )}
      </div>
      <p role="status" className="mt-3 min-h-6 font-semibold break-words">
        {words}
      </p>
    </div>
  );
}

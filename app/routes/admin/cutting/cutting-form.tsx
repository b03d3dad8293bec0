import { clsx } from "clsx/lite";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, CountField, TextField } from "#app/components/form/field.tsx";
import { QuestionsField } from "#app/components/form/questions-field.tsx";
import { forgetInput, UnsavedInput } from "#app/components/form/unsaved-input.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import {
  type CuttingSums,
  cuttingPath,
  cuttingQuestions,
  cuttingRows,
  cuttingSums,
  notOurs,
} from "#app/domain/cutting/cutting.ts";
import { type DatedLot, proposalInWords } from "#app/domain/cutting/expiry.ts";
import type { LotOption } from "#app/domain/lots/lots.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { LotOptions } from "../lots/lot-options.tsx";

/** Session storage key of the input, until the sheet is stored. */
export const cuttingTyping = "cutting-sheet";

interface ProductToCut {
  id: string;
  name: string;
  isKeptInPieces: boolean;
}

interface CuttingFormProps {
  lots: readonly (LotOption & DatedLot & { isKeptInPieces: boolean })[];
  products: readonly ProductToCut[];
  kinds: readonly string[];
  first: string;
  /** The values of the sheet to copy; null for none. */
  copy: Record<string, string> | null;
  requestId: string;
  answer: FormAnswer | undefined;
}

type RowKind = keyof typeof cuttingRows;

const rows = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** In an empty form. The others are in the page, so that it works without JavaScript. */
const firstRows: Record<RowKind, number> = { inputs: 1, outputs: 3, wastes: 1 };

const rowFields: Record<RowKind, string[]> = {
  inputs: ["input", "inputLb", "inputPieces"],
  outputs: ["output", "code", "expires", "outputLb", "outputPieces", "what"],
  wastes: ["waste", "wasteLb"],
};

/** The last row of a kind with input or an error; 0 for none. */
function lastUsed(kind: RowKind, values: Record<string, string>, errors: FormAnswer["errors"]) {
  return Math.max(
    0,
    ...rows(cuttingRows[kind]).filter((row) =>
      rowFields[kind].some((name) => values[`${name}${row}`] || errors?.[`${name}${row}`]?.length),
    ),
  );
}

const rowClass = (isShown: boolean) => (isShown ? "grid" : "hidden noscript:grid");

const pair = "grid-cols-[minmax(0,1fr)_7rem] gap-x-4 border-b border-rule py-3";

/** Form for a cutting sheet, with its sums updated while typing. */
export function CuttingForm(props: CuttingFormProps) {
  const { lots, products, kinds, first, copy, requestId, answer } = props;
  const values: Record<string, string> = { input1: first, ...copy, ...answer?.values };
  const [typed, setTyped] = useState(values);
  const hydrated = useHydrated();
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  const sums = cuttingSums(typed);
  // Once its pounds are corrected, the sheet adds up and needs no reason.
  const asksWhy =
    (answer?.errors?.differenceReason && sums.isOff) || answer?.values?.differenceReason;
  const named = rows(cuttingRows.inputs).filter((row) => typed[`input${row}`]?.trim());
  const wentInto = named.flatMap((row) => lotMeant(lots, typed[`input${row}`]) ?? []);
  // The date of a lot that isn't offered here is only known once the sheet is stored.
  const isKnown = wentInto.length > 0 && wentInto.length === named.length;
  const proposal = isKnown
    ? proposalInWords(wentInto)
    : "Best before the earliest date of the lots that went in, where you enter none.";
  const asksPieces = (name: string, isKeptInPieces: boolean | undefined) =>
    !hydrated || Boolean(isKeptInPieces || values[name] || answer?.errors?.[name]?.length);
  const [wanted, setWanted] = useState(firstRows);
  const wentIn = useRef<HTMLFieldSetElement>(null);
  const shown = (kind: RowKind) =>
    Math.max(
      wanted[kind],
      lastUsed(kind, typed, answer?.errors),
      lastUsed(kind, values, undefined),
    );
  const add = (kind: RowKind, label: string) => {
    const next = shown(kind) + 1;
    if (next > cuttingRows[kind]) return null;
    return (
      <Button
        variant="secondary"
        size="sm"
        className="mt-4 noscript:hidden"
        onClick={() => {
          flushSync(() => setWanted({ ...wanted, [kind]: next }));
          const field = wentIn.current?.form?.elements.namedItem(`${rowFields[kind][0]}${next}`);
          if (field instanceof HTMLElement) field.focus();
        }}
      >
        {label}
      </Button>
    );
  };
  return (
    <AnsweredForm
      answer={answer}
      className="mt-8 grid max-w-3xl gap-8"
      onInput={(event: FormEvent<HTMLFormElement>) => setTyped(textsOf(event.currentTarget))}
    >
      <UnsavedInput name={cuttingTyping} />
      <input type="hidden" name="requestId" value={answer?.values?.requestId ?? requestId} />
      <TextField
        label="What is cut"
        hint="For example Carcass, Chuck or Trim. Yields are compared under this name."
        list="known-kinds"
        required
        maxLength={60}
        autoComplete="off"
        {...field("kind")}
      />
      <datalist id="known-kinds">
        {kinds.map((kind) => (
          <option key={kind} value={kind} />
        ))}
      </datalist>
      <LotOptions id="lots-to-cut" lots={lots} />
      <fieldset ref={wentIn}>
        <legend className="font-display text-title">Went in</legend>
        {rows(cuttingRows.inputs).map((row) => (
          <div key={row} className={clsx(rowClass(row <= shown("inputs")), pair)}>
            <TextField
              label={`Lot ${row}`}
              hint={lotMeant(lots, typed[`input${row}`])?.about || "Type its code"}
              list="lots-to-cut"
              maxLength={250}
              autoComplete="off"
              {...field(`input${row}`)}
            />
            <DecimalField label={hidden("Pounds", `lot ${row}`)} {...field(`inputLb${row}`)} />
            <PiecesField
              of={`lot ${row}`}
              hint="Whole ones that were cut; what is left of one is no piece"
              isAsked={asksPieces(
                `inputPieces${row}`,
                lotMeant(lots, typed[`input${row}`])?.isKeptInPieces,
              )}
              {...field(`inputPieces${row}`)}
            />
          </div>
        ))}
        {add("inputs", "Add another lot")}
      </fieldset>
      <fieldset>
        <legend className="font-display text-title">Came of it</legend>
        <p className="mt-1 text-ink-soft">
          Leave the code empty to number the new lot from this sheet. For something that is not one
          of your products, such as trim, choose “Not one of ours” and name it; it can be ground
          later.
        </p>
        <p className="mt-1 text-ink-soft" aria-live="polite">
          {proposal}
        </p>
        {rows(cuttingRows.outputs).map((row) => (
          <OutputRow
            key={row}
            row={row}
            isShown={row <= shown("outputs")}
            products={products}
            field={field}
            asksPieces={asksPieces(
              `outputPieces${row}`,
              products.find(({ id }) => id === typed[`output${row}`])?.isKeptInPieces,
            )}
            isNamed={
              !hydrated ||
              typed[`output${row}`] === notOurs ||
              Boolean(answer?.errors?.[`what${row}`]?.length)
            }
          />
        ))}
        {add("outputs", "Add another product")}
      </fieldset>
      <fieldset>
        <legend className="font-display text-title">Thrown away</legend>
        {rows(cuttingRows.wastes).map((row) => (
          <div key={row} className={clsx(rowClass(row <= shown("wastes")), pair)}>
            <TextField
              label={`Why, ${row}`}
              list="waste-reasons"
              maxLength={200}
              autoComplete="off"
              {...field(`waste${row}`)}
            />
            <DecimalField
              label={
                <>
                  Pounds<span className="sr-only"> thrown away, {row}</span>
                </>
              }
              {...field(`wasteLb${row}`)}
            />
          </div>
        ))}
        {add("wastes", "Add another reason")}
        <datalist id="waste-reasons">
          {["Bone", "Fat", "Drip", "Spoiled"].map((reason) => (
            <option key={reason} value={reason} />
          ))}
        </datalist>
      </fieldset>
      <SheetSums sums={sums} />
      {asksWhy && (
        <TextField
          label="Reason for the difference"
          maxLength={500}
          autoComplete="off"
          {...field("differenceReason")}
        />
      )}
      <QuestionsField questions={cuttingQuestions} answer={answer} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>Save the sheet</SubmitButton>
        <ButtonLink to={cuttingPath} variant="secondary" onClick={() => forgetInput(cuttingTyping)}>
          Cancel
        </ButtonLink>
      </div>
    </AnsweredForm>
  );
}

interface OutputRowProps {
  row: number;
  isShown: boolean;
  products: readonly ProductToCut[];
  field: (name: string) => ReturnType<typeof answeredField>;
  asksPieces: boolean;
  isNamed: boolean;
}

function OutputRow({ row, isShown, products, field, asksPieces, isNamed }: OutputRowProps) {
  return (
    <div
      className={clsx(
        rowClass(isShown),
        "grid-cols-2 gap-x-4 gap-y-3 border-b border-rule py-3 sm:grid-cols-[minmax(0,1fr)_10rem_7rem] lg:grid-cols-[minmax(0,1fr)_9rem_10rem_7rem]",
      )}
    >
      <SelectField
        label={`Product ${row}`}
        className="max-lg:col-span-full"
        {...field(`output${row}`)}
      >
        <option value="">–</option>
        <option value={notOurs}>Not one of ours</option>
        {products.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={hidden("Lot code", `row ${row}`)}
        maxLength={40}
        autoComplete="off"
        {...field(`code${row}`)}
      />
      <TextField
        label={hidden("Best before", `row ${row}`)}
        type="date"
        {...field(`expires${row}`)}
      />
      <DecimalField label={hidden("Pounds", `row ${row}`)} {...field(`outputLb${row}`)} />
      <PiecesField
        of={`row ${row}`}
        hint="It is kept in pieces; 0 for a remnant"
        isAsked={asksPieces}
        {...field(`outputPieces${row}`)}
      />
      <TextField
        label={hidden("Description", `row ${row}`)}
        hint="For instance Beef trim"
        maxLength={200}
        autoComplete="off"
        className={isNamed ? "col-span-full" : "hidden"}
        {...field(`what${row}`)}
      />
    </div>
  );
}

interface PiecesFieldProps extends ReturnType<typeof answeredField> {
  of: string;
  hint: string;
  isAsked: boolean;
}

function PiecesField({ of, isAsked, ...field }: PiecesFieldProps) {
  return (
    <CountField
      label={hidden("Pieces", of)}
      maxLength={5}
      className={isAsked ? "col-span-full mt-2" : "hidden"}
      inputClassName="max-w-28"
      {...field}
    />
  );
}

function SheetSums({ sums }: { sums: CuttingSums }) {
  const facts = [
    ["Went in", formatLb(Number(sums.inLb))],
    ["Came of it", formatLb(Number(sums.outLb))],
    ["Thrown away", formatLb(Number(sums.wasteLb))],
    ["Yield", sums.yield],
  ];
  return (
    <section aria-label="Sums" aria-live="polite">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="text-lg font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
        {sums.difference && (
          <div>
            <dt className="text-sm text-ink-soft">Difference</dt>
            <dd
              className={`text-lg font-semibold tabular-nums ${sums.isOff ? "text-cancelled" : ""}`}
            >
              {sums.difference}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function hidden(words: string, of: string) {
  return (
    <>
      {words}
      <span className="sr-only"> of {of}</span>
    </>
  );
}

/** Returns the typed lot, by its code or its whole name; undefined if several match. */
function lotMeant<Lot extends LotOption>(lots: readonly Lot[], typed = ""): Lot | undefined {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return undefined;
  const meant = lots.filter(
    ({ name }) => name.toLowerCase() === wanted || name.toLowerCase().startsWith(`${wanted}, `),
  );
  return meant.length === 1 ? meant[0] : undefined;
}

function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(texts);
}

import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextArea, TextField } from "#app/components/form/field.tsx";
import { QuestionsField } from "#app/components/form/questions-field.tsx";
import { type Sent, sendForm } from "#app/components/form/send-form.ts";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { parseScan } from "#app/domain/packages/scan/parse-scan.ts";
import type { ScanRule } from "#app/domain/packages/scan/scan-rules.ts";
import { receiptFailed } from "#app/domain/receiving/receipt-form.ts";
import {
  maxPapers,
  type ReceivedProduct,
  receiptQuestions,
  type SupplierName,
} from "#app/domain/receiving/receiving.ts";
import {
  degrees,
  formatDegrees,
  type ReceivingSettings,
} from "#app/domain/receiving/receiving-settings.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { type CartonReading, readCarton } from "./carton-scan.ts";
import { forgetReceipt, keepReceipt, keptReceipt } from "./receipt-draft.ts";
import { ReceiptLine } from "./receipt-line.tsx";
import {
  anotherLine,
  fieldsOf,
  isEmpty,
  type Row,
  rowsFrom,
  rowWithCarton,
  warmInWords,
  withAnother,
  withCarton,
  withoutLastCarton,
} from "./receipt-rows.ts";
import { ReceiptSums } from "./receipt-sums.tsx";
import { totalsOf } from "./receipt-totals.ts";
import { ScanField } from "./scan-field.tsx";
import { letPapersWait } from "./waiting-papers.ts";

export interface ReceiptFormProps {
  requestId: string;
  answer: FormAnswer | undefined;
  suppliers: readonly SupplierName[];
  products: readonly ReceivedProduct[];
  codes: readonly { supplierId: string; code: string; productId: string }[];
  limits: ReceivingSettings;
  scans: { rules: readonly ScanRule[]; standIns: readonly string[] };
  today: string;
  hasMoney: boolean;
}

type Fields = Record<string, string>;

type CartonScan = Extract<CartonReading, { kind: "carton" }>;

const half = "sm:col-span-1";

/** Form for a receipt; offers to restore this tab's unsaved input. */
export function ReceiptForm({ answer, ...props }: ReceiptFormProps) {
  const [offered, setOffered] = useState<Record<string, string> | null>(null);
  const [restored, setRestored] = useState<FormAnswer | undefined>(undefined);
  const isAnswered = answer !== undefined;
  useEffect(() => {
    if (!isAnswered) setOffered(keptReceipt());
  }, [isAnswered]);
  return (
    <>
      {offered && (
        <Notice
          className="mt-6 max-w-2xl"
          title="You have a receipt from earlier that was not saved"
          action={
            <>
              <Button
                size="sm"
                variant="secondary"
                onClick={() => {
                  setRestored({ values: offered });
                  setOffered(null);
                }}
              >
                Restore
              </Button>
              <Button
                size="sm"
                variant="quiet"
                onClick={() => {
                  forgetReceipt();
                  setOffered(null);
                }}
              >
                Discard
              </Button>
            </>
          }
        />
      )}
      <ReceiptFields
        {...props}
        // The key resets the fields to the restored values.
        key={restored ? "restored" : "new"}
        answer={answer ?? restored}
        onTyped={keepReceipt}
      />
    </>
  );
}

/** Fields of a receipt: the supplier, the lines by scan or typing, and their sums. */
function ReceiptFields(props: ReceiptFormProps & { onTyped: (fields: Fields) => void }) {
  const { answer, onTyped, suppliers, products, codes, limits, scans, today, hasMoney } = props;
  const hydrated = useHydrated();
  const values = answer?.values ?? {};
  const [rows, setRows] = useState(() => rowsFrom(values));
  const [head, setHead] = useState({
    supplier: values.supplier ?? "",
    temperature: values.temperature ?? "",
    freight: values.freight ?? "",
  });
  const [said, setSaid] = useState<{ tone: "success" | "error"; text: string } | null>(null);
  const [twice, setTwice] = useState<CartonScan | null>(null);
  const scanField = useRef<HTMLInputElement>(null);
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);

  const fields = Object.assign({}, head, ...rows.map(fieldsOf)) as Record<string, string>;
  const totals = totalsOf(fields, hasMoney);
  const mark = useRef<HTMLInputElement>(null);
  const keep = useEffectEvent((own: Fields) => {
    const { form } = mark.current ?? {};
    if (!form) return;
    const typed = [...new FormData(form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    onTyped({ ...Object.fromEntries(typed), ...own });
  });
  const isFirst = useRef(true);
  // Includes scans, which cause no input event.
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else keep(Object.assign({}, head, ...rows.map(fieldsOf)));
  }, [rows, head]);

  const productOf = (code: string, supplier = head.supplier): string => {
    const theirs = codes.find((one) => one.supplierId === supplier && one.code === code);
    const own = code === "" ? undefined : products.find(({ gtin }) => gtin === code);
    return theirs?.productId ?? own?.id ?? "";
  };
  const change = (changed: Row) =>
    setRows((now) => now.map((line) => (line.row === changed.row ? changed : line)));

  const isAdded = useRef(false);
  function addLine() {
    isAdded.current = true;
    setRows((now) => withAnother(now));
  }
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    const product = mark.current?.form?.elements.namedItem(`product${rows.at(-1)?.row ?? 1}`);
    if (product instanceof HTMLElement) product.focus();
  }, [rows]);

  function chooseSupplier(supplier: string) {
    setHead((now) => ({ ...now, supplier }));
    setRows((now) =>
      now.map((line) =>
        line.code !== "" && line.product === ""
          ? { ...line, product: productOf(line.code, supplier) }
          : line,
      ),
    );
  }

  function scan(text: string) {
    setTwice(null);
    const reading = readCarton(parseScan(text, { ...scans, today }), text);
    if (reading.kind === "refused") return setSaid({ tone: "error", text: reading.text });
    if (reading.kind === "lot") return nameLot(reading.lot);
    if (reading.carton && rowWithCarton(rows, reading.carton)) {
      if (reading.carton.serial === null) return setTwice(reading);
      // A serial number is unique, so this carton was scanned before.
      return setSaid({
        tone: "error",
        text: "This carton was scanned already. It isn’t counted again.",
      });
    }
    add(reading);
  }

  /** Sets the lot from a carton's second code on the line that its first code went into. */
  function nameLot(lot: string) {
    const last = rows.findLast((line) => line.code !== "" && line.lot === "");
    if (!last)
      return setSaid({ tone: "error", text: `Lot ${lot}: scan the carton's product first.` });
    change({ ...last, lot, theirLot: lot });
    setSaid({ tone: "success", text: `Lot ${lot}` });
  }

  function add(reading: CartonScan) {
    setTwice(null);
    const added = withCarton(rows, reading, productOf);
    if (!added) return setSaid({ tone: "error", text: "The form is full. Save it, then go on." });
    setRows(added.rows);
    const { into } = added;
    const name = products.find(({ id }) => id === into.product)?.name;
    const facts = [
      name ?? (reading.code ? `Code ${reading.code}: choose the product` : "Choose the product"),
      ...(reading.carton ? [`${reading.carton.lb} lb`] : ["type the pounds"]),
      ...(reading.lot ? [`lot ${reading.lot}`] : []),
      into.boxes === "1" ? "1 box" : `${into.boxes} boxes`,
    ];
    setSaid({ tone: "success", text: facts.join(", ") });
  }

  function warningOf(line: Row): string | null {
    const product = products.find(({ id }) => id === line.product);
    return warmInWords(line, head.temperature, product?.storage ?? null, limits);
  }

  return (
    <AnsweredForm
      answer={answer}
      className="mt-8"
      onKeyDown={goOnByEnter}
      onInput={() => keep(fields)}
    >
      <input
        ref={mark}
        type="hidden"
        name="requestId"
        value={values.requestId ?? props.requestId}
      />
      <div className="grid max-w-4xl gap-x-6 gap-y-5 sm:grid-cols-2">
        <SelectField
          label="Supplier"
          name="supplier"
          value={head.supplier}
          error={answer?.errors?.supplier}
          onChange={(event) => chooseSupplier(event.currentTarget.value)}
          className={half}
        >
          <option value="">Choose</option>
          {suppliers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Or a new supplier"
          {...field("newSupplier")}
          maxLength={200}
          autoComplete="off"
          className={half}
        />
        <TextField
          label="Their invoice number"
          {...field("invoiceNumber")}
          maxLength={60}
          autoComplete="off"
          className={half}
        />
        <TextField
          label="Received"
          type="datetime-local"
          hint="Defaults to now"
          {...field("receivedAt")}
          className={half}
        />
        <TextField
          label="Temperature (°C)"
          hint={`At most ${formatDegrees(degrees(limits.chilledMost))}, frozen ${formatDegrees(degrees(limits.frozenMost))}`}
          name="temperature"
          value={head.temperature}
          error={answer?.errors?.temperature}
          onChange={({ currentTarget: { value } }) =>
            setHead((now) => ({ ...now, temperature: value }))
          }
          maxLength={6}
          autoComplete="off"
          className={half}
        />
        {hasMoney && (
          <DecimalField
            label="Freight ($)"
            hint="Shared by pounds; blank for none"
            name="freight"
            value={head.freight}
            error={answer?.errors?.freight}
            onChange={({ currentTarget: { value } }) =>
              setHead((now) => ({ ...now, freight: value }))
            }
            className={half}
          />
        )}
      </div>
      <section aria-labelledby="came" className="mt-10">
        <h2 id="came" className="text-title">
          What came
        </h2>
        {hydrated && <ScanField field={scanField} said={said} onScan={scan} />}
        {twice && (
          <Notice
            tone="error"
            className="mt-4 max-w-2xl"
            title={`The same carton, or another one? One of ${twice.carton?.lb ?? ""} lb with the same code is there already, and the code has no serial number.`}
            action={
              <>
                <Button onClick={() => add(twice)}>Another one: count it</Button>
                <Button
                  variant="secondary"
                  onClick={() => {
                    setTwice(null);
                    setSaid({ tone: "success", text: "Not counted again" });
                    scanField.current?.focus();
                  }}
                >
                  The same one: leave it out
                </Button>
              </>
            }
          />
        )}
        <div className="mt-6 border-b border-ink">
          {rows.map((line, index) => (
            <ReceiptLine
              key={line.row}
              line={line}
              name={`Line ${index + 1}`}
              products={products}
              errors={answer?.errors}
              hasMoney={hasMoney}
              warning={isEmpty(line) ? null : warningOf(line)}
              sum={totals.ofRow.get(line.row) ?? ""}
              onChange={change}
              onRemove={
                hydrated && rows.length > 1
                  ? () => setRows((now) => now.filter(({ row }) => row !== line.row))
                  : undefined
              }
              onUndoCarton={hydrated ? () => change(withoutLastCarton(line)) : undefined}
              asksPieces={
                hydrated
                  ? products.some(({ id, isKeptInPieces }) => id === line.product && isKeptInPieces)
                  : undefined
              }
            />
          ))}
        </div>
        {hydrated ? (
          <Button variant="secondary" className="mt-4" onClick={addLine}>
            Add a line
          </Button>
        ) : (
          <Button
            type="submit"
            variant="secondary"
            className="mt-4"
            name={anotherLine}
            value="yes"
            formNoValidate
          >
            Add a line
          </Button>
        )}
      </section>
      <div className="mt-6 grid max-w-4xl gap-x-6 gap-y-5 md:grid-cols-2">
        <TextArea label="Note" optional rows={2} {...field("note")} maxLength={2000} />
        {hydrated && <PapersField />}
      </div>
      <QuestionsField questions={receiptQuestions} answer={answer} className="mt-6 max-w-2xl" />
      <div className="sums-bar mt-6">
        <ReceiptSums totals={totals} hasMoney={hasMoney} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton>Save receipt</SubmitButton>
          <ButtonLink to="/admin/receiving" variant="secondary" onClick={forgetReceipt}>
            Cancel
          </ButtonLink>
        </div>
      </div>
    </AnsweredForm>
  );
}

/** Field for the supplier's papers, which are uploaded once the receipt is stored. */
function PapersField() {
  useEffect(() => letPapersWait([]), []);
  return (
    <TextField
      label="Paper"
      optional
      type="file"
      multiple
      accept="image/jpeg,image/png,image/webp,image/avif,application/pdf"
      hint={`Their invoice or packing list, as photos or PDF, up to ${maxPapers}`}
      onChange={({ currentTarget: { files } }) =>
        letPapersWait([...(files ?? [])].slice(0, maxPapers))
      }
    />
  );
}

/** Enter moves to the next field, so that neither a scanner nor a slip submits the form. */
function goOnByEnter(event: KeyboardEvent<HTMLFormElement>) {
  const { target, currentTarget: form } = event;
  if (event.key !== "Enter" || event.defaultPrevented) return;
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  event.preventDefault();
  const fields = [...form.elements].filter(
    (one): one is HTMLElement =>
      one instanceof HTMLElement &&
      one.matches("input:not([type=hidden]), select, textarea, button[type=submit]") &&
      !one.matches(":disabled"),
  );
  fields[fields.indexOf(target) + 1]?.focus();
}

/** Only the server checks it, because its answer has all mistakes at once. */
export const sendReceipt = (sent: Sent<FormAnswer>) =>
  sendForm(sent, {
    failed: receiptFailed,
  });

import { Button } from "#app/components/button.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { CountField, TextField } from "#app/components/form/field.tsx";
import {
  cartonsIn,
  type lineFields,
  notOurs,
  poundsTyping,
} from "#app/domain/receiving/receipt-form.ts";
import type { ReceivedProduct } from "#app/domain/receiving/receiving.ts";
import { BilledFields } from "./billed-fields.tsx";
import type { Row } from "./receipt-rows.ts";

type LineField = (typeof lineFields)[number];

interface ReceiptLineProps {
  line: Row;
  name: string;
  products: readonly ReceivedProduct[];
  errors: Partial<Record<string, string[]>> | undefined;
  hasMoney: boolean;
  /** About its temperature, if it needs a decision. */
  warning: string | null;
  sum: string;
  onChange: (changed: Row) => void;
  /** Undefined for the only line, and without JavaScript. */
  onRemove: (() => void) | undefined;
  onUndoCarton: (() => void) | undefined;
  /** True if its pieces are asked; undefined if that can't be known without JavaScript. */
  asksPieces: boolean | undefined;
}

/** Fields for one product and lot received. */
export function ReceiptLine(props: ReceiptLineProps) {
  const { line, name, products, errors, hasMoney, warning, sum } = props;
  const { onChange, onRemove, onUndoCarton, asksPieces } = props;
  const field = (of: LineField) => ({
    name: `${of}${line.row}`,
    value: line[of],
    error: errors?.[`${of}${line.row}`],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...line, [of]: event.currentTarget.value }),
  });
  const cartons = cartonsIn(line.cartons);
  const isRefused = line.decision === "refuse";
  const isCodeAsked = line.code !== "" && line.product === "";
  return (
    <fieldset className="border-t border-ink pt-4 pb-6">
      <legend className="float-left font-display text-title">{name}</legend>
      <div className="flex min-h-11 flex-wrap items-center justify-end gap-3">
        {cartons.length > 0 && (
          <p className="text-sm text-ink-soft">
            {cartons.length === 1 ? "1 carton scanned" : `${cartons.length} cartons scanned`}
          </p>
        )}
        {onUndoCarton && cartons.length > 0 && (
          <Button variant="quiet" size="sm" onClick={onUndoCarton}>
            Undo last scan
          </Button>
        )}
        {onRemove && (
          <Button
            variant="quiet"
            size="sm"
            onClick={onRemove}
            aria-label={`Remove ${name.toLowerCase()}`}
          >
            Remove
          </Button>
        )}
      </div>
      <div className="clear-both grid grid-cols-6 gap-x-4 gap-y-4 sm:grid-cols-12">
        <SelectField
          label="Product"
          hint={
            isCodeAsked
              ? `What is code ${line.code} of this supplier? It is remembered.`
              : undefined
          }
          {...field("product")}
          className="col-span-6 lg:col-span-4"
        >
          <option value="">Choose</option>
          <option value={notOurs}>Not one of ours</option>
          {products.map((product) => (
            <option key={product.id} value={product.id}>
              {product.name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Description"
          hint="If it is not one of ours"
          {...field("what")}
          maxLength={200}
          autoComplete="off"
          disabled={line.product !== "" && line.product !== notOurs}
          className="col-span-6 lg:col-span-3"
        />
        <TextField
          label="Boxes"
          inputMode="numeric"
          {...field("boxes")}
          maxLength={5}
          autoComplete="off"
          className="col-span-2 sm:col-span-3 lg:col-span-2"
        />
        <DecimalField
          label="Pounds"
          {...poundsTyping}
          {...field("lb")}
          className="col-span-4 sm:col-span-9 lg:col-span-3"
        />
        {asksPieces !== false && (
          <div className="col-span-6 sm:col-span-12 lg:col-span-12">
            <CountField
              label="Pieces"
              hint={asksPieces ? "Counted: it is kept in pieces" : "Of what is kept in pieces"}
              {...field("pieces")}
              maxLength={6}
              className="max-w-40"
            />
            {cartons.length > 0 && line.pieces !== String(cartons.length) && (
              <Button
                variant="secondary"
                size="sm"
                className="mt-2"
                onClick={() => onChange({ ...line, pieces: String(cartons.length) })}
              >
                Each carton is one piece
              </Button>
            )}
          </div>
        )}
        <TextField
          label="Lot"
          hint="Blank: we make one up"
          {...field("lot")}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="col-span-6 sm:col-span-4 lg:col-span-3"
        />
        <TextField
          label="Best before"
          type="date"
          {...field("expires")}
          className="col-span-3 sm:col-span-4 lg:col-span-3"
        />
        <TextField
          label="Killed"
          type="date"
          {...field("killed")}
          className="col-span-3 sm:col-span-4 lg:col-span-3"
        />
        <TextField
          label="Temp. (°C)"
          hint="If it differs"
          {...field("temp")}
          maxLength={6}
          autoComplete="off"
          className="col-span-3"
        />
        <SelectField label="Decision" {...field("decision")} className="col-span-3">
          <option value="accept">Accept</option>
          <option value="refuse">Refuse</option>
        </SelectField>
        <TextField
          label="Reason"
          hint={warning ?? "For what is refused, or accepted too warm"}
          {...field("reason")}
          maxLength={500}
          autoComplete="off"
          className="col-span-6 lg:col-span-9"
        />
        <BilledFields
          field={field}
          isRefused={isRefused}
          hasMoney={hasMoney}
          inBoxes
          className="col-span-3"
        />
      </div>
      <input type="hidden" name={`code${line.row}`} value={line.code} />
      <input type="hidden" name={`theirLot${line.row}`} value={line.theirLot} />
      <input type="hidden" name={`cartons${line.row}`} value={line.cartons} />
      {sum && (
        <output className="mt-3 block tabular-nums" aria-label={`Sum of ${name.toLowerCase()}`}>
          {sum}
        </output>
      )}
    </fieldset>
  );
}

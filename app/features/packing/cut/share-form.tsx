import { useState } from "react";
import { SecondaryButton } from "#app/components/button.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { Table, Td } from "#app/components/table.tsx";
import { orderName } from "#app/domain/orders/order.ts";
import { piecesInWords } from "#app/domain/orders/order-quantity.ts";
import {
  type Sharing,
  seenShares,
  sharesOf,
  sharingInWords,
  sharings,
} from "#app/domain/packages/by-cut/cut-sharing.ts";
import { formatLb, poundsOfPieces } from "#app/lib/amounts/weight.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { type ShownLine, titleOf } from "../station/station-view.ts";

interface ShareFormProps {
  lines: readonly ShownLine[];
  /** True while operations are unsent: the shop doesn't know yet what is packed. */
  isWaiting: boolean;
  answer: FormAnswer | undefined;
  /** Returned with the answer, so that the form closes once it is stored. */
  form: string;
  onCancel: () => void;
}

/** Form that shares out short stock, with each line's share before saving. */
export function ShareForm({ lines, isWaiting, answer, form, onCancel }: ShareFormProps) {
  const [left, setLeft] = useState("");
  const [how, setHow] = useState<Sharing>("pro_rata");
  const open = lines.filter(({ packState }) => packState === "open");
  const piece = pieceOf(open);
  const leftLb = poundsOf(left, piece);
  const shares = leftLb === null ? null : sharesOf(open.map(sharerOf), leftLb, how);
  const itemIds = open.map(({ id }) => id);
  const isShared = open.some(({ shareLb }) => shareLb !== null);
  return (
    <AnsweredForm
      answer={answer}
      aria-label="Share what there is"
      className="mb-6 border border-ink bg-paper-light p-4"
    >
      <h2 className="text-title">Share what there is</h2>
      {answer?.message && <Notice tone="error" className="mt-3" title={answer.message} />}
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="itemIds" value={itemIds.join(" ")} />
      <input type="hidden" name="leftLb" value={leftLb ?? ""} />
      <input type="hidden" name="seen" value={shares ? seenShares(itemIds, shares) : ""} />
      <div className="mt-3 grid max-w-md items-start gap-y-4">
        <DecimalField
          label={piece ? "Pieces that are left to give out" : "Pounds that are left to give out"}
          hint="Besides what is packed already."
          value={left}
          onChange={(event) => setLeft(event.target.value)}
          error={answer?.errors?.leftLb?.[0]}
          autoFocus
          required
        />
        <SelectField
          label="Shared"
          name="how"
          value={how}
          onChange={(event) => setHow(sharings.find((one) => one === event.target.value) ?? how)}
        >
          {sharings.map((one) => (
            <option key={one} value={one}>
              {sharingInWords[one]}
            </option>
          ))}
        </SelectField>
      </div>
      <Table
        label="What each order gets"
        className="mt-6"
        columns={[
          "Client",
          { head: "Ordered", numeric: true },
          { head: "Packed", numeric: true },
          { head: "Gets", numeric: true },
        ]}
      >
        {open.map((line) => {
          const share = shares?.get(line.id);
          const isLess = share && !share.isAll;
          return (
            <tr key={line.id}>
              <Td>
                {titleOf(line)}
                {line.owner && (
                  <span className="block text-sm text-ink-soft">
                    {orderName(line.owner.orderNumber)}
                  </span>
                )}
                {how === "rank" && (
                  <span className="text-ink-soft">
                    {line.owner?.rank ? `, rank ${line.owner.rank}` : ", no rank"}
                  </span>
                )}
              </Td>
              <Td numeric>{amountInWords(line.orderedPieces, line.quantity)}</Td>
              <Td numeric>
                {amountInWords(line.soldBy === "piece" ? line.packedPieces : null, line.packedLb)}
              </Td>
              <Td numeric className={isLess ? "font-semibold" : ""}>
                {share ? (isLess ? amountInWords(share.sharePieces, share.shareLb) : "All") : "–"}
              </Td>
            </tr>
          );
        })}
      </Table>
      {isWaiting && (
        <p className="mt-3 text-sm">What was weighed is not all sent yet. Share once it is.</p>
      )}
      <p className="mt-4 flex flex-wrap gap-3">
        <SubmitButton intent="share" disabled={!shares || isWaiting}>
          Store these shares
        </SubmitButton>
        {isShared && (
          <SubmitButton intent="forget" variant="secondary" disabled={isWaiting}>
            Take the shares back
          </SubmitButton>
        )}
        <SecondaryButton onClick={onCancel}>Cancel</SecondaryButton>
      </p>
    </AnsweredForm>
  );
}

function sharerOf(line: ShownLine) {
  const { rank = null, orderNumber = 0 } = line.owner ?? {};
  return { ...line, rank, orderNumber };
}

/** Weight of a piece if all lines are sold by the same piece; null for pounds. */
function pieceOf(lines: readonly ShownLine[]): string | null {
  const [first] = lines;
  const typical = first?.typicalPieceLb ?? null;
  const isAll = lines.every((line) => line.soldBy === "piece" && line.typicalPieceLb === typical);
  return isAll ? typical : null;
}

/** Converts the typed amount to pounds; null if it isn't an amount. */
function poundsOf(typed: string, piece: string | null): string | null {
  const text = typed.trim().replace(",", ".");
  if (piece) return /^\d{1,4}$/.test(text) ? poundsOfPieces(Number(text), piece) : null;
  return /^\d{1,5}(\.\d{1,2})?$/.test(text) ? text : null;
}

function amountInWords(pieces: number | null, pounds: string): string {
  return pieces === null ? formatLb(Number(pounds)) : piecesInWords(pieces);
}

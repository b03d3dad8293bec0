import { clsx } from "clsx/lite";
import {
  type ClipboardEvent,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from "react";
import { Form, Link, useLocation, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { controlClass, TextField } from "#app/components/form/field.tsx";
import { LeaveGuard } from "#app/components/overlay/leave-guard.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageButtons } from "#app/components/page/page-buttons.tsx";
import { categoryText, isCategory } from "#app/domain/catalogue/category.ts";
import type { LastCost } from "#app/domain/margins/margins.ts";
import { baseColumn, leftOutInWords, readBlock } from "#app/domain/pricing/editing/price-cell.ts";
import { cellKey, draftText } from "#app/domain/pricing/editing/price-form.ts";
import type { GridList, PriceGridPart } from "#app/domain/pricing/editing/price-grid.server.ts";
import { formatPricePerLb } from "#app/lib/amounts/money.ts";
import { formatDate, formatFullDay } from "#app/lib/dates.ts";
import { type NamedPlan, Preview } from "./price-preview.tsx";

interface PriceGridProps {
  grid: PriceGridPart;
  /**
   * The prices as a table of fields: arrows and Enter move between them, and a block from a
   * spreadsheet can be pasted at any field. Nothing is saved before the preview is confirmed.
   */
  plan: NamedPlan | undefined;
  today: string;
  /** Products' latest costs, by id; null unless the user is the owner. */
  costs: Record<string, LastCost> | null;
}

/**
 * The prices as a table of fields: arrows and Enter move between them, and a block from a
 * spreadsheet can be pasted at any field. Nothing is saved before the preview is confirmed.
 */
export function PriceGrid(props: PriceGridProps) {
  const { grid, plan } = props;
  // Reset the form for new values from the server.
  const version = JSON.stringify([grid.rows, grid.lists.map(({ id }) => id), plan?.values]);
  return <GridForm key={version} {...props} />;
}

function GridForm({ grid, plan, today, costs }: PriceGridProps) {
  const { lists, allLists, rows, place } = grid;
  const form = useRef<HTMLFormElement>(null);
  const [leftOut, setLeftOut] = useState("");
  const [isTyped, setIsTyped] = useState(false);
  const isChanged = plan !== undefined && Object.keys(plan.values).length > 0;
  const { formMethod } = useNavigation();
  const columns = [baseColumn, ...lists.map(({ id }) => id)];
  const stored = Object.fromEntries(
    rows.flatMap(({ productId, cells }) =>
      columns.map((column) => [cellKey(column, productId), cells[column] ?? ""]),
    ),
  );
  const seen = Object.fromEntries(
    Object.entries(stored).map(([key, text]) => [key, plan?.seen[key] ?? text]),
  );
  const names = new Map([
    [baseColumn, "Catalogue"],
    ...allLists.map(({ id, name }) => [id, name] as const),
  ]);

  function boxes(): HTMLInputElement[] {
    return [...(form.current?.querySelectorAll<HTMLInputElement>("input[data-cell]") ?? [])];
  }

  function move(event: KeyboardEvent<HTMLInputElement>) {
    const steps: Record<string, number> = {
      ArrowUp: -columns.length,
      ArrowDown: columns.length,
      Enter: columns.length,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    // Otherwise Enter would submit the form.
    event.preventDefault();
    const all = boxes();
    const next = all[all.indexOf(event.currentTarget) + step];
    next?.focus();
    next?.select();
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const block = readBlock(event.clipboardData.getData("text/plain"));
    if (block.length === 1 && block[0]?.length === 1) return;
    event.preventDefault();
    const all = boxes();
    const at = all.indexOf(event.currentTarget);
    const column = at % columns.length;
    const rowsBelow = rows.length - Math.floor(at / columns.length);
    setLeftOut(leftOutInWords(block, { rows: rowsBelow, columns: columns.length - column }));
    for (const [down, cells] of block.slice(0, rowsBelow).entries()) {
      for (const [right, text] of cells.entries()) {
        if (column + right >= columns.length) break;
        const box = all[at + down * columns.length + right];
        if (box) box.value = text;
        setIsTyped(true);
      }
    }
  }

  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      // Back leaves the grid rather than stepping through its pages, where input would be lost
      // without a warning.
      replace
      onInput={() => setIsTyped(true)}
      className="mt-6"
    >
      <LeaveGuard when={(isTyped || isChanged) && formMethod === undefined} {...leaving} />
      <input type="hidden" name="seen" value={JSON.stringify(seen)} />
      {plan && <input type="hidden" name="draft" value={draftText(plan)} />}
      {/* Enter presses the first button of a form. */}
      <button type="submit" name="intent" value="preview" className="sr-only" tabIndex={-1}>
        Preview
      </button>
      {plan?.message && <Notice tone="error" title={plan.message} className="mb-6" />}
      {isChanged && <Preview plan={plan} names={names} isSaving={formMethod === "POST"} />}
      <Raise lists={allLists} />
      <p className="mt-6 mb-3 max-w-3xl text-sm text-ink-soft">
        Dollars per lb. In a list, “24.99 / 5” asks for at least 5 lb, “no” is not offered, and an
        empty box takes the catalogue’s price. You can paste a block from a sheet at any box. What
        you type stays when you go to another page, and nothing is saved before you say so.
      </p>
      <ListColumns lists={lists} allLists={allLists} />
      {leftOut && (
        <Notice
          tone="error"
          title={`Left out: ${leftOut}, because the page ends here. Paste the rest on the next page, if there is one.`}
          className="mb-3"
        />
      )}
      <section
        aria-label="Prices"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: Safari scrolls a region by keyboard only when the region can take focus.
        tabIndex={0}
        className="relative max-h-[75dvh] overflow-auto border-y border-ink"
      >
        <table className="w-full border-separate border-spacing-0 text-left">
          <caption className="sr-only">Prices by product and list</caption>
          <thead>
            <tr>
              <th
                scope="col"
                className="sticky top-0 left-0 z-20 min-w-36 border-b border-ink bg-paper py-2 pr-3 text-sm"
              >
                Product
              </th>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className="sticky top-0 z-10 min-w-28 border-b border-ink bg-paper px-1 py-2 text-sm"
                >
                  {column === baseColumn ? (
                    names.get(column)
                  ) : (
                    <Link to={`/admin/prices/lists/${column}`} className="link wrap-anywhere">
                      {names.get(column)}
                    </Link>
                  )}
                  <ListDays list={lists.find(({ id }) => id === column)} today={today} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ productId, name, category, isActive }, index) => (
              <Fragment key={productId}>
                {category !== rows[index - 1]?.category && (
                  <tr>
                    <th
                      scope="colgroup"
                      colSpan={columns.length + 1}
                      className="border-b border-rule bg-paper-deep py-1.5 pl-2 text-sm"
                    >
                      {category && isCategory(category)
                        ? categoryText[category].label
                        : "No category"}
                    </th>
                  </tr>
                )}
                <tr>
                  <th
                    scope="row"
                    className="sticky left-0 border-b border-rule bg-paper py-1.5 pr-3 text-[0.9375rem] font-semibold"
                  >
                    {name}
                    {!isActive && (
                      <span className="block text-sm font-normal text-ink-soft">Inactive</span>
                    )}
                    {costs && <Cost cost={costs[productId]} />}
                  </th>
                  {columns.map((column) => {
                    const key = cellKey(column, productId);
                    return (
                      <td key={column} className="border-b border-rule px-1 py-1.5 align-top">
                        <PriceBox
                          name={`cell.${key}`}
                          label={`${name}, ${names.get(column)}`}
                          value={plan?.values[key] ?? stored[key] ?? ""}
                          isChanged={(plan?.values[key] ?? seen[key]) !== seen[key]}
                          error={plan?.errors[key]}
                          onKeyDown={move}
                          onPaste={paste}
                        />
                      </td>
                    );
                  })}
                </tr>
              </Fragment>
            ))}
          </tbody>
        </table>
      </section>
      <PageButtons
        place={place}
        what="Products"
        button={(page, label) => <PartButton to={{ page: String(page) }}>{label}</PartButton>}
      />
      <div className="mt-5 flex flex-wrap items-end gap-4">
        <TextField
          label="Catalogue prices apply from"
          type="date"
          name="from"
          min={today}
          defaultValue={plan?.from}
          hint="Without a day, they apply at once."
          className="w-56"
        />
        <Button
          type="submit"
          name="intent"
          value="preview"
          pending={formMethod === "POST"}
          className="mb-7"
        >
          Preview changes
        </Button>
      </div>
    </Form>
  );
}

function Cost({ cost }: { cost: LastCost | undefined }) {
  return (
    <span className="block text-sm font-normal text-ink-soft">
      {cost
        ? `Cost ${formatPricePerLb(cost.centsPerLb)}, ${formatDate(cost.receivedAt)}`
        : "Cost not known"}
    </span>
  );
}

const leaving = {
  title: "Leave without saving?",
  description: "The prices that you changed are not saved yet.",
  leaveLabel: "Leave",
  stayLabel: "Stay",
};

/** Shows another part of the grid, keeping the input. */
function PartButton({ to, children }: { to: Record<string, string>; children: ReactNode }) {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete("done");
  for (const [name, value] of Object.entries(to)) query.set(name, value);
  return (
    <Button
      type="submit"
      name="intent"
      value="page"
      formAction={`?${query}`}
      variant="secondary"
      size="sm"
    >
      {children}
    </Button>
  );
}

/** Names the lists shown as columns, with links to the others. */
function ListColumns({ lists, allLists }: Pick<PriceGridPart, "lists" | "allLists">) {
  const [first] = lists;
  if (!first || lists.length === allLists.length) return null;
  const from = allLists.findIndex(({ id }) => id === first.id);
  const to = from + lists.length;
  const before = allLists[from - 1];
  const after = allLists[to];
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3">
      <p className="text-sm text-ink-soft">
        Lists {from + 1} to {to} of {allLists.length}
      </p>
      {before && <PartButton to={{ list: before.id }}>Previous lists</PartButton>}
      {after && <PartButton to={{ list: after.id }}>Next lists</PartButton>}
    </div>
  );
}

function ListDays({ list, today }: { list: GridList | undefined; today: string }) {
  if (!list) return null;
  const { startsOn, endsOn } = list;
  const days = [
    startsOn > today && `from ${formatFullDay(startsOn)}`,
    endsOn && `until ${formatFullDay(endsOn)}`,
  ].filter(Boolean);
  return <span className="block font-normal text-ink-soft">{days.join(" ")}</span>;
}

interface PriceBoxProps {
  name: string;
  label: string;
  value: string;
  isChanged: boolean;
  error: string | undefined;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
}

function PriceBox({ name, label, value, isChanged, error, onKeyDown, onPaste }: PriceBoxProps) {
  const id = useId();
  return (
    <>
      <input
        data-cell
        name={name}
        aria-label={label}
        defaultValue={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error ? id : undefined}
        inputMode="decimal"
        autoComplete="off"
        maxLength={30}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className={clsx(
          controlClass,
          "min-w-26 px-2 text-right tabular-nums",
          isChanged && "border-oxblood font-semibold",
        )}
      />
      {error && (
        <p id={id} className="mt-1 max-w-48 text-sm font-semibold text-cancelled">
          {error}
        </p>
      )}
    </>
  );
}

function Raise({ lists }: { lists: readonly GridList[] }) {
  return (
    <details className="border-y border-rule">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
        Raise or lower a whole column
      </summary>
      <div className="flex flex-wrap items-end gap-4 pb-4">
        <SelectField
          label="Column"
          name="column"
          className="w-56"
          options={lists.map(({ id, name }) => [id, name])}
        >
          <option value={baseColumn}>Catalogue</option>
        </SelectField>
        <DecimalField label="By per cent" name="percent" defaultValue="3" className="w-32" />
        <SelectField label="Rounded to" name="step" defaultValue="5" className="w-32">
          <option value="1">1¢</option>
          <option value="5">5¢</option>
          <option value="10">10¢</option>
          <option value="25">25¢</option>
          <option value="50">50¢</option>
          <option value="100">$1</option>
        </SelectField>
        <Button type="submit" name="intent" value="raise" variant="secondary">
          Preview
        </Button>
      </div>
    </details>
  );
}

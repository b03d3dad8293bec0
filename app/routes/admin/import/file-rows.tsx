import { Table, Td, Th } from "#app/components/table.tsx";
import { changesInWords, type FieldChange } from "#app/features/history/history.ts";
import { type ImportRow, shownFacts } from "#app/features/imports/import-file.ts";
import type { ImportRowState } from "#db/schema/values/imports.ts";

const stateText: Record<ImportRowState, string> = {
  new: "New",
  changed: "Changed",
  unchanged: "Unchanged",
  refused: "Refused",
};

const mostFacts = 4;

/** The rows of a file, with what each would do or has done. */
export function FileRows({ rows }: { rows: ImportRow[] }) {
  return (
    <Table
      label="Rows in the file"
      columns={[
        { head: "Row", className: "hidden sm:table-cell" },
        "Item",
        { head: "Status", className: "hidden sm:table-cell" },
        "Changes",
      ]}
    >
      {rows.map((row) => (
        <tr key={row.line}>
          <Td className="hidden tabular-nums sm:table-cell">{row.line}</Td>
          <Th scope="row" className="max-w-72 min-w-32 wrap-anywhere lg:min-w-44">
            {row.label}
            <span className="block text-sm font-normal text-ink-soft sm:hidden">
              Row {row.line}: {stateText[row.state].toLowerCase()}
            </span>
          </Th>
          <Td className="hidden sm:table-cell">
            <State row={row} />
          </Td>
          <Td className="w-full wrap-anywhere">
            <Changes row={row} />
          </Td>
        </tr>
      ))}
    </Table>
  );
}

function State({ row: { state, isStale } }: { row: ImportRow }) {
  return (
    <span
      className={
        state === "refused" || isStale ? "font-semibold text-cancelled" : "whitespace-nowrap"
      }
    >
      {stateText[state]}
    </span>
  );
}

function Changes({ row }: { row: ImportRow }) {
  const { state, label, problem, isStale, before, after } = row;
  const changes = changesInWords({
    before: state === "changed" ? shownFacts(before) : null,
    after: shownFacts(after),
  });
  // A new record's name is already beside it.
  const facts = changes.filter(({ from, to }) => from !== undefined || to !== label);
  const shown = state === "new" ? facts.slice(0, mostFacts) : facts;
  const rest = facts.length - shown.length;
  return (
    <>
      {problem && <p className="font-semibold">{problem}</p>}
      {isStale && <p className="font-semibold">Someone has changed it meanwhile.</p>}
      {shown.length > 0 && (
        <ul className={state === "new" ? "flex flex-wrap gap-x-5" : undefined}>
          {shown.map((change) => (
            <li key={change.field}>
              <Change change={change} />
            </li>
          ))}
          {rest > 0 && <li className="text-ink-soft">and {rest} more</li>}
        </ul>
      )}
    </>
  );
}

function Change({ change: { field, from, to } }: { change: FieldChange }) {
  return (
    <>
      <span className="text-ink-soft">{field}: </span>
      {from === undefined ? (
        to
      ) : (
        <>
          <del className="decoration-rule">{from}</del>
          <span aria-hidden="true"> → </span>
          <ins className="no-underline">{to}</ins>
        </>
      )}
    </>
  );
}

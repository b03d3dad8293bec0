import { Link } from "react-router";
import { Moment } from "#app/components/moment.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { type BankFile, outcomeInWords } from "#app/features/collecting/bank/bank-file.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { bankFilePage } from "./bank-addresses.ts";

export function BankFiles({ files }: { files: BankFile[] | null }) {
  if (files?.length === 0) return null;
  return (
    <section className="mt-14">
      <h2 className="mb-4 text-title">Files</h2>
      {!files ? (
        <LoadFailure message="The files could not be loaded. Please try again." />
      ) : (
        <Table
          label="Files"
          columns={[
            "File",
            { head: "Uploaded", className: "hidden lg:table-cell" },
            "Rows",
            {
              head: "To review",
              numeric: true,
              className: "hidden whitespace-nowrap md:table-cell",
            },
          ]}
        >
          {files.map(({ id, fileName, createdAt, outcome, counts }) => (
            <tr key={id}>
              <Th scope="row">
                <Link to={bankFilePage(id)} className="link break-words">
                  {fileName}
                </Link>
                <span className="block text-sm font-normal text-ink-soft lg:hidden">
                  <Moment at={createdAt} time />
                </span>
              </Th>
              <Td className="hidden whitespace-nowrap lg:table-cell">
                <Moment at={createdAt} time />
              </Td>
              <Td>{outcome ? outcomeInWords(outcome) : "Waits for its columns"}</Td>
              <Td numeric className="hidden md:table-cell">
                {counts.open}
              </Td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

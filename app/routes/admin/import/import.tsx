import { data } from "react-router";
import { DownloadLink } from "#app/components/download/download-link.tsx";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { requestContext } from "#app/context.server.ts";
import { type ImportSummary, importedInWords } from "#app/features/imports/import-file.ts";
import { undoTime } from "#app/features/imports/import-limits.ts";
import { listImports } from "#app/features/imports/imports.server.ts";
import { kindText } from "#app/features/imports/kinds.ts";
import { adminContext } from "#app/guards/guards.server.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { importKinds } from "#db/schema/values/imports.ts";
import { importPage, settingsPage } from "../navigation.ts";
import type { Route } from "./+types/import.ts";
import { importFilePage, kindPage, templateAddress } from "./import-addresses.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, importPage.label);

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const files = await orNull(listImports(db, context.get(adminContext)), log, "list imports");
  return data({ files }, statusOf(files));
}

/** The shop's data as files; the lists above can be imported again. */
const exported = [
  { list: "products", label: "Products" },
  { list: "prices", label: "Prices and price lists" },
  { list: "clients", label: "Clients and their terms" },
  { list: "sites", label: "Sites" },
  { list: "balances", label: "Balances" },
  { list: "orders", label: "Orders" },
  { list: "order-items", label: "Lines of orders" },
  { list: "invoices", label: "Invoices" },
  { list: "document-lines", label: "Lines of invoices and credit notes" },
  { list: "ledger", label: "Ledger" },
  { list: "payments", label: "Payments" },
  { list: "lots", label: "Lots" },
  { list: "receipts", label: "What was received" },
  { list: "sales", label: "What sold this year, by cut" },
  { list: "taxes", label: "GST and PST by month" },
];

export default function MovingIn({ loaderData: { files } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        before={<BackLink to={settingsPage.to} where="to the settings" />}
        title={importPage.label}
        lede={`Bring what you have in spreadsheets or another program. You see each row as new, changed, unchanged or refused before anything happens, and for ${undoTime} you can undo it.`}
      />
      <section className="mt-10">
        <h2 className="text-title">Import</h2>
        <p className="mt-2 mb-4 text-ink-soft">
          In this order: prices need products, and balances need clients.
        </p>
        <ol className="border-t border-ink">
          {importKinds.map((kind) => (
            <li
              key={kind}
              className="grid gap-x-8 gap-y-1 border-b border-rule py-4 lg:grid-cols-[12rem_1fr_auto]"
            >
              <h3 className="font-display text-lg font-semibold">
                <TextLink to={kindPage(kind)}>{kindText[kind].label}</TextLink>
              </h3>
              <p className="max-w-2xl text-ink-soft">{kindText[kind].lede}</p>
              <p>
                <a
                  href={templateAddress(kind)}
                  className="link inline-flex min-h-11 items-center lg:min-h-0"
                >
                  Template<span className="sr-only"> for {kindText[kind].label.toLowerCase()}</span>
                </a>
              </p>
            </li>
          ))}
        </ol>
      </section>
      <section className="mt-12">
        <h2 className="mb-4 text-title">Earlier imports</h2>
        {!files ? (
          <LoadFailure message="The imports could not be loaded. Please try again." />
        ) : files.length === 0 ? (
          <p className="text-ink-soft">They appear here, and for {undoTime} you can undo each.</p>
        ) : (
          <EarlierImports files={files} />
        )}
      </section>
      <section className="mt-12">
        <h2 className="text-title">Export all data</h2>
        <p className="mt-2 mb-4 max-w-2xl text-ink-soft">
          All that the shop holds, as CSV for any spreadsheet. The first five can be imported again,
          here or elsewhere: unless something changed, each row is then unchanged.
        </p>
        <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
          {exported.map(({ list, label }) => (
            <li key={list}>
              <DownloadLink
                href={`/admin/exports/${list}.csv`}
                className="link inline-flex min-h-11 items-center"
              >
                {label}
              </DownloadLink>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function EarlierImports({ files }: { files: ImportSummary[] }) {
  return (
    <Table
      label="Earlier imports"
      columns={["File", { head: "Sent", className: "hidden md:table-cell" }, "Result"]}
    >
      {files.map((file) => (
        <tr key={file.id}>
          <Th scope="row" className="min-w-36 wrap-anywhere">
            <TextLink to={importFilePage(file.id)}>{file.fileName}</TextLink>
            <span className="block text-sm font-normal text-ink-soft">
              {kindText[file.kind].label}
            </span>
          </Th>
          <Td className="hidden whitespace-nowrap md:table-cell">
            <Moment at={file.createdAt} />
            <span className="block text-sm text-ink-soft">
              {file.createdBy ?? "deleted account"}
            </span>
          </Td>
          <Td>{outcomeOf(file)}</Td>
        </tr>
      ))}
    </Table>
  );
}

function outcomeOf({ state, counts }: ImportSummary): string {
  const rows = (count: number) => count.toLocaleString("en-CA");
  switch (state) {
    case "columns":
      return "Its columns are to be chosen";
    case "reading":
      return "Being compared";
    case "read":
      return counts.refused > 0
        ? `Not imported: ${rows(counts.refused)} refused`
        : "Compared, not imported yet";
    case "applying":
      return "Being imported";
    case "applied":
      return importedInWords(counts);
    case "undoing":
      return "Being undone";
    case "undone":
      return counts.kept > 0 ? `Undone, but for ${rows(counts.kept)}` : "Undone";
    case "failed":
      return "Could not be read";
  }
}

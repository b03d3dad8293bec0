import { data, Link } from "react-router";
import { Badge, type BadgeTone } from "#app/components/badge.tsx";
import { Moment } from "#app/components/moment.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { listBackupRuns } from "#app/features/health/health.server.ts";
import {
  type BackupRun,
  backupsAreOff,
  type CheckState,
  type Finding,
  formatBytes,
} from "#app/features/health/health.ts";
import { adminRequest } from "#app/guards/guards.server.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "../load-failure.tsx";
import { signedInMeta } from "../signed-in-page.tsx";
import type { Route } from "./+types/health.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Health");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log, health, admin } = adminRequest(context);
  const [findings, backups] = await Promise.all([
    orNull(health.findings(admin), log, "look at the shop's health"),
    orNull(listBackupRuns(db, admin), log, "list the backups"),
  ]);
  const wasKept = url.searchParams.has("kept");
  return data({ findings, backups, wasKept }, statusOf(findings, backups));
}

export default function Health({ loaderData }: Route.ComponentProps) {
  const { findings, backups, wasKept } = loaderData;
  const areOff = findings?.some(({ says }) => says === backupsAreOff) ?? false;
  return (
    <>
      <PageHeader title="Health" lede={findings ? inOneSentence(findings) : undefined} />
      {wasKept && (
        <FlashMessage title="That is the passphrase" parameters={["kept"]} className="mt-6" />
      )}
      <div className="mt-8">
        {findings ? (
          <ul className="border-t border-ink">
            {findings.map((finding) => (
              <CheckRow key={finding.id} finding={finding} />
            ))}
          </ul>
        ) : (
          <LoadFailure message="How the shop is doing could not be looked at. Please try again." />
        )}
      </div>
      <section className="mt-12">
        <h2 className="mb-4 text-title">Nightly backups</h2>
        {!backups ? (
          <LoadFailure message="The backups could not be loaded. Please try again." />
        ) : (
          <>
            {areOff && <p className="mb-4">{backupsAreOff}</p>}
            {backups.length > 0 ? (
              <Backups runs={backups} />
            ) : (
              !areOff && (
                <p className="border-t border-ink py-4 text-ink-soft">None was made yet.</p>
              )
            )}
          </>
        )}
      </section>
    </>
  );
}

function inOneSentence(findings: Finding[]): string {
  const count = findings.filter(({ state }) => state === "bad").length;
  if (count > 0) return count === 1 ? "One thing needs you." : `${count} things need you.`;
  if (findings.some(({ isUnknown }) => isUnknown)) return "Not everything could be looked at.";
  const hints = findings.some(({ state }) => state === "warn");
  return hints ? "No problems. Some items to review." : "All is well.";
}

const stateText: Record<CheckState, string> = { well: "OK", warn: "Check", bad: "Act" };
const tones: Record<CheckState, BadgeTone> = {
  well: "delivered",
  warn: "pending",
  bad: "cancelled",
};

function CheckRow({ finding }: { finding: Finding }) {
  const { name, state, says, todo, page } = finding;
  return (
    <li className="grid grid-cols-[4rem_1fr] gap-x-4 gap-y-1 border-b border-rule py-4 lg:grid-cols-[4rem_13rem_1fr]">
      <span className="row-span-2 lg:row-span-1">
        <Badge tone={tones[state]}>{stateText[state]}</Badge>
      </span>
      <h2 className="min-w-0 font-sans text-base leading-normal font-semibold">{name}</h2>
      <div className="min-w-0 break-words">
        <p>{says}</p>
        {todo && <p className="mt-1 text-ink-soft">{todo}</p>}
        {page && (
          <Link to={page.to} className="link mt-1 inline-flex min-h-11 items-center">
            {page.label}
          </Link>
        )}
      </div>
    </li>
  );
}

const kindText = {
  backup: "Backup",
  proof: "Restored on trial",
  offsite: "Sent to the bucket",
  offsite_proof: "Restored on trial from the bucket",
};
const outcomeText = { done: "Done", failed: "Failed", skipped: "Not possible", cut: "Cut short" };

function Backups({ runs }: { runs: BackupRun[] }) {
  return (
    <Table
      label="Nightly backups"
      columns={[
        "Started",
        "Kind",
        "Result",
        { head: "Size", numeric: true, className: "hidden sm:table-cell" },
      ]}
    >
      {runs.map(({ id, kind, startedAt, outcome, bytes, message }) => (
        <tr key={id}>
          <Th scope="row" className="md:whitespace-nowrap">
            <Moment at={startedAt} time />
          </Th>
          <Td>{kindText[kind]}</Td>
          <Td className="max-w-96 break-words">
            {outcome ? outcomeText[outcome] : "Under way"}
            {message && <span className="block text-sm text-ink-soft">{message}</span>}
          </Td>
          <Td numeric className="hidden sm:table-cell">
            {bytes === null ? "–" : formatBytes(bytes)}
          </Td>
        </tr>
      ))}
    </Table>
  );
}

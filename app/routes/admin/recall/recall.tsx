import { data, redirect } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { requestContext } from "#app/context.server.ts";
import { balanceOf, ordersToStop, sumsOf } from "#app/domain/lots/lot-trace.ts";
import { noMailGoesOut, sendsMail } from "#app/domain/mail/sends-mail.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { closeRecall, fileOfRecall, openEndsOf } from "#app/features/recall/close-recall.server.ts";
import { recordContact } from "#app/features/recall/contact-clients.server.ts";
import {
  callSchema,
  clearSchema,
  closeSchema,
  contactSchema,
  drillTargetSeconds,
  lotsToTrace,
  mailSchema,
  openEndsInWords,
  type Recall,
  recallName,
  recallPath,
} from "#app/features/recall/recall.ts";
import { searchInWords } from "#app/features/recall/recall-words.ts";
import {
  addNewLots,
  clearLot,
  holdsOfRecall,
  recordCall,
} from "#app/features/recall/recalls.server.ts";
import { firstMail, mailRecall } from "#app/features/recall/tell-clients.server.ts";
import { toldClients } from "#app/features/recall/told-words.ts";
import { isOwner } from "#app/guards/guards.server.ts";
import { holdLb } from "#app/lib/amounts/weight.ts";
import { pacificTime } from "#app/lib/dates.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { lookUp, orNull } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/recall.ts";
import { Ended } from "./ended.tsx";
import { NoRecall } from "./no-recall.tsx";
import { RecallCalls } from "./recall-calls.tsx";
import { RecallClients, shownClients } from "./recall-clients.tsx";
import { CloseForm, NewLots, StillHeld, StopFirst } from "./recall-forms.tsx";
import { RecallLots } from "./recall-lots.tsx";
import { RecallMayHave } from "./recall-may-have.tsx";
import { BalanceSums, FoundSums } from "./recall-sums.tsx";
import { RecallBadge } from "./recalls.tsx";
import { tracerOf } from "./tracer.server.ts";

export const meta: Route.MetaFunction = (args) => {
  const recall = args.loaderData?.file?.recall;
  return signedInMeta(args, recall ? recallName(recall) : "Recall not found");
};

const saidText = {
  called: "Call kept",
  contacted: "Call to the client kept",
  mailed: "Clients told",
  added: "Lots added",
  answered: "Answer kept",
  closed: "Closed",
  clear: "All clear",
  cleared: "Lot released",
};
const saidNames = Object.keys(saidText) as (keyof typeof saidText)[];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, log, shop, mailFolder } = context.get(requestContext);
  const staff = tracerOf(context);
  const id = params.id.toLowerCase();
  const found = await lookUp(fileOfRecall(db, staff, id), log, "load a recall");
  const { value: file, isMissing, status } = found;
  const said = saidNames.find((name) => url.searchParams.has(name)) ?? null;
  const facts = { isMissing, said, isOwner: isOwner(staff), requestId: newUuid() };
  const now = pacificTime(new Date()).replace(" ", "T");
  if (!file) return data({ file: null, history: null, now, ...facts }, { status });
  const subject = { entity: "recall", entityId: id } as const;
  const history = await orNull(listHistory(db, staff, subject), log, "load a recall's history");
  const { recall, customers, lots, unnamed, changes } = file;
  const reachesNobody = !sendsMail({ mailFolder });
  const callable = [...customers, ...unnamed.customers];
  const shown = {
    recall,
    lots,
    sums: sumsOf(customers),
    balance: balanceOf(lots),
    unnamed,
    changes,
    reachesNobody,
    requestIds: Object.fromEntries(callable.map((one) => [one.id, newUuid()])),
    clients: shownClients(recall, customers, new Date(), reachesNobody),
    told: recall.isUnfounded ? toldClients(recall, callable, file.held) : [],
    mail: firstMail(recall, customers, shop, "first"),
    mailAgain: firstMail(recall, customers, shop, "again"),
    toStop: recall.isDrill || recall.closedAt ? [] : ordersToStop(customers),
    openEnds:
      recall.isDrill || recall.closedAt
        ? null
        : {
            closing: openEndsInWords(openEndsOf(recall, file, false)),
            allClear: openEndsInWords(openEndsOf(recall, file, true)),
          },
    holds: recall.isDrill ? [] : await holdsOfRecall(db, staff, recall.lotIds),
  };
  return data({ file: shown, history, now, ...facts });
}

const failed = "This could not be stored. Please try again.";

export const action = (args: Route.ActionArgs) =>
  answerForm<FormAnswer & { intent: string }>(
    args,
    { failed, log: "changing a recall failed", besides: ({ intent = "" }) => ({ intent }) },
    async (fields, { db, shop, recallLinks: links, mailFolder }) => {
      const reachesNobody = !sendsMail({ mailFolder });
      const staff = tracerOf(args.context);
      const id = args.params.id.toLowerCase();
      const path = `${recallPath}/${id}`;
      if (fields.intent === "call") {
        await recordCall(db, staff, id, accepted(checkForm(callSchema, fields)));
        return redirect(`${path}?called`);
      }
      if (fields.intent === "contact") {
        await recordContact(db, staff, id, accepted(checkForm(contactSchema, fields)));
        return redirect(`${path}?contacted`);
      }
      if (!isOwner(staff)) throw new Refusal("forbidden", "Only the owner does this.");
      if (fields.intent === "mail") {
        accepted(checkForm(mailSchema, fields));
        await mailRecall(db, staff, id, { shop, links, reachesNobody });
        return redirect(`${path}?mailed`);
      }
      if (fields.intent === "mail again") {
        accepted(checkForm(mailSchema, fields));
        await mailRecall(db, staff, id, { shop, links, reachesNobody, round: "again" });
        return redirect(`${path}?mailed`);
      }
      if (fields.intent === "add lots") {
        await addNewLots(db, staff, id);
        return redirect(`${path}?added`);
      }
      if (fields.intent === "close") {
        const closing = accepted(checkForm(closeSchema, fields));
        await closeRecall(db, staff, id, closing);
        return redirect(`${path}?${closing.isUnfounded ? "clear" : "closed"}`);
      }
      if (fields.intent === "clear") {
        await clearLot(db, staff, id, accepted(checkForm(clearSchema, fields)));
        return redirect(`${path}?cleared`);
      }
      throw new Refusal("invalid", "This form is not known.");
    },
  );

export default function RecallPage({ loaderData, actionData }: Route.ComponentProps) {
  const { file, isMissing, said, history, isOwner: mayChange, requestId, now } = loaderData;
  if (!file) return <NoRecall isMissing={isMissing} />;
  const { recall, lots, sums, balance, clients, mail, toStop, holds, mailAgain } = file;
  const { unnamed, changes, reachesNobody, requestIds } = file;
  const isOpen = recall.closedAt === null;
  const papers = `${recallPath}/${recall.id}/papers`;
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={recallPath} where="to the recalls" />}
        title={
          <span className="break-words">
            {recallName(recall)}: lot {recall.lotCode}
          </span>
        }
        actions={
          <span className="flex flex-wrap gap-3 print:hidden">
            <a href={`${papers}/recall.csv`} className={buttonClass({ variant: "secondary" })}>
              Download CSV
            </a>
            <a
              href={`${papers}/recall.pdf`}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ variant: "secondary" })}
            >
              Print PDF
            </a>
          </span>
        }
      />
      {said && (
        <FlashMessage
          {...(said === "mailed" && reachesNobody
            ? { title: "Nobody was told", description: noMailGoesOut, isRefusal: true }
            : { title: saidText[said] })}
          parameters={saidNames}
          className="mt-6"
        />
      )}
      {isOpen && !recall.isDrill && reachesNobody && (
        <Notice
          tone="error"
          className="mt-6 max-w-3xl"
          title="No mail server is set up: emails become files that nobody gets"
        >
          <a href="#clients" className="link">
            Call every client
          </a>{" "}
          of the list below. Whoever looks after the shop’s computer sets up its mail server.
        </Notice>
      )}
      <ChangedSince changes={changes} />
      <Ended recall={recall} told={file.told} />
      {recall.isDrill ? (
        <Drill recall={recall} />
      ) : (
        <RecallCalls recall={recall} requestId={requestId} now={now} answer={answerTo("call")} />
      )}
      {!isOpen && (
        <StillHeld
          isUnfounded={recall.isUnfounded ?? false}
          lots={holds.filter(({ releasedAt }) => releasedAt === null)}
        />
      )}
      <StopFirst orders={toStop} />
      <section aria-labelledby="found" className="mt-10">
        <h2 id="found" className="flex flex-wrap items-center gap-3 text-title">
          What it reaches <RecallBadge recall={recall} />
        </h2>
        <p className="mt-2 max-w-3xl break-words whitespace-pre-line">{recall.reason}</p>
        <p className="mt-1 text-sm text-ink-soft">
          Opened <Moment at={recall.openedAt} time />
          {recall.openedBy && ` by ${recall.openedBy}`}
          {recall.closedAt && (
            <>
              {recall.isUnfounded ? ", all clear" : ", closed"} <Moment at={recall.closedAt} time />
              {recall.closedBy && ` by ${recall.closedBy}`}
            </>
          )}
          {recall.closeNote && `: ${recall.closeNote}`}
        </p>
        <FoundSums lots={lotsToTrace(recall).length} sums={sums} />
      </section>
      <NewLots recall={recall} mayChange={mayChange} answer={answerTo("add lots")} />
      <RecallClients
        recall={recall}
        clients={clients}
        mayMail={mayChange && isOpen && !recall.isDrill}
        reachesNobody={reachesNobody}
        seesMails={mayChange && isOpen}
        requestIds={requestIds}
        contactAnswer={answerTo("contact")}
        mail={mail}
        mailAnswer={answerTo("mail")}
        mailAgain={mailAgain}
        mailAgainAnswer={answerTo("mail again")}
      />
      <RecallMayHave recall={recall} unnamed={unnamed} requestIds={requestIds} />
      <BalanceSums balance={balance} unnamed={unnamed} isOver={!isOpen} />
      <RecallLots
        lots={lots}
        holds={holds}
        mayRelease={isOpen && mayChange}
        answer={answerTo("clear")}
      />
      {isOpen && mayChange && (
        <CloseForm recall={recall} openEnds={file.openEnds} answer={answerTo("close")} />
      )}
      <HistoryList entries={history} className="mt-12 max-w-3xl print:hidden" />
    </>
  );

  function answerTo(intent: string) {
    return actionData && "intent" in actionData && actionData.intent === intent
      ? actionData
      : undefined;
  }
}

/** Shows changes of the books since a recall was closed; renders nothing without any. */
function ChangedSince({ changes }: { changes: string[] }) {
  if (changes.length === 0) return null;
  return (
    <Notice
      className="mt-6 max-w-3xl"
      title="This page is as it was when it was closed. The records have changed since"
    >
      <ul>
        {changes.slice(0, 20).map((said) => (
          <li key={said}>{holdLb(said)}</li>
        ))}
        {changes.length > 20 && <li>{changes.length - 20} more are in the PDF</li>}
      </ul>
    </Notice>
  );
}

function Drill({ recall }: { recall: Recall }) {
  const { openedAt, closedAt, found } = recall;
  const search = searchInWords(found.ms);
  if (!closedAt) {
    return (
      <Notice
        className="mt-6"
        title="The drill is running: no one is mailed, and it puts nothing on hold"
      >
        {search} Get the list in your hands, as a file or on paper, and end the drill below. From
        start to end, the target is {drillTargetSeconds} seconds.
      </Notice>
    );
  }
  const seconds = Math.round((closedAt.getTime() - openedAt.getTime()) / 1000);
  const isInTime = seconds <= drillTargetSeconds;
  return (
    <Notice
      className="mt-6"
      tone={isInTime ? "success" : "info"}
      title={`From start to end, the drill took ${seconds} ${seconds === 1 ? "second" : "seconds"}, ${isInTime ? "within" : "more than"} the target of ${drillTargetSeconds}`}
    >
      {search} It is kept as evidence, and the PDF says so.
    </Notice>
  );
}

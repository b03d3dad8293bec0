import { type ReactNode, useEffect } from "react";
import { data, Link, redirect } from "react-router";
import { z } from "zod";
import { buttonClass } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { VoidForm } from "#app/components/form/void-form.tsx";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Sum, Sums } from "#app/components/page/sums.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffMay } from "#app/domain/access/capability.ts";
import { voidReceipt } from "#app/domain/receiving/correct/correct-receipt.server.ts";
import { removePaper } from "#app/domain/receiving/papers.server.ts";
import { invoiceCents } from "#app/domain/receiving/receipt-costs.ts";
import { getReceipt, papersOf } from "#app/domain/receiving/receipts.server.ts";
import { type Receipt, type ReceiptLine, receiptName } from "#app/domain/receiving/receiving.ts";
import { formatDegrees } from "#app/domain/receiving/receiving-settings.ts";
import { noteClaimSent, settleClaim } from "#app/domain/receiving/settle-claim.server.ts";
import { checkSettlement } from "#app/domain/receiving/settlement.ts";
import { getSupplier } from "#app/domain/receiving/suppliers.server.ts";
import { formerNamesOf } from "#app/features/history/former-names.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { ClaimForm } from "#app/features/receiving/claim-form.tsx";
import { claimLetter } from "#app/features/receiving/claim-letter.ts";
import { forgetReceipt } from "#app/features/receiving/receipt-draft.ts";
import { ReceiptPapers } from "#app/features/receiving/receipt-papers.tsx";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb, sumLb } from "#app/lib/amounts/weight.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { filledText, optionalText } from "#app/lib/form/form-texts.ts";
import { lookUp, orNull } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/receipt.ts";
import { NotThere } from "./not-there.tsx";
import { Lines, RemovedLines } from "./receipt-lines.tsx";
import { receiverWith } from "./receiver.server.ts";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(
    args,
    args.loaderData?.receipt ? receiptName(args.loaderData.receipt) : "Receipt not found",
  );

const saidTitles = {
  received: "Received",
  corrected: "Receipt corrected",
  settled: "Claim settled",
  sent: "Claim noted as sent",
  opened: "Claim opened again",
  paper: "Paper added",
  removed: "Paper removed",
  voided: "Receipt voided",
};
const doneParameters = [...Object.keys(saidTitles), "relabel"];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, log, shop } = context.get(requestContext);
  const staff = receiverWith(context);
  const id = params.id.toLowerCase();
  const found = await lookUp(getReceipt(db, staff, id), log, "load a receipt");
  const { value: receipt, isMissing, status } = found;
  const hasMoney = staffMay(staff, "money");
  const done = Object.entries(saidTitles).find(([name]) => url.searchParams.has(name));
  const facts = { isMissing, said: done?.[1] ?? null, mayPrint: staffMay(staff, "pack") };
  if (!receipt)
    return data(
      { receipt, papers: null, history: null, claim: null, formerNames: null, ...facts },
      { status },
    );
  const isRelabelled = url.searchParams.has("relabel") && staffMay(staff, "pack");
  const [papers, supplier, history, formerNames] = await Promise.all([
    orNull(papersOf(db, staff, id), log, "list a receipt's papers"),
    hasMoney ? orNull(getSupplier(db, staff, receipt.supplierId), log, "load a supplier") : null,
    hasMoney
      ? orNull(
          listHistory(db, staffWith(context, "money"), { entity: "receipt", entityId: id }),
          log,
          "load a receipt's history",
        )
      : null,
    isRelabelled
      ? orNull(formerNamesOf(db, staffWith(context, "pack"), receipt), log, "load lots' histories")
      : null,
  ]);
  const claim = {
    letter: claimLetter(receipt, shop.company),
    supplierEmail: supplier?.email ?? null,
  };
  return data({ receipt, papers, history, claim, formerNames, ...facts }, { status });
}

const failed = "This could not be saved. Please try again.";

const version = z.string("Please reload the page").regex(/^\d{1,9}$/, "Please reload the page");

const voiding = z.object({
  version,
  voidReason: filledText(300, "Please say what was wrong").prefault(""),
});

const sending = z.object({ sentHow: optionalText(200) });

export const action = (args: Route.ActionArgs) =>
  answerForm(args, { failed, log: "changing a receipt failed" }, async (fields, { db }) => {
    const id = args.params.id.toLowerCase();
    const address = `/admin/receiving/${id}`;
    if (fields.removedPaper !== undefined) {
      const staff = receiverWith(args.context);
      await removePaper(db, staff, { receiptId: id, id: fields.removedPaper });
      return redirect(`${address}?removed`);
    }
    if (fields.intent === "void") {
      const { version, voidReason } = accepted(checkForm(voiding, fields));
      const of = { id, version: Number(version) };
      await voidReceipt(db, staffWith(args.context, "pack"), of, voidReason);
      return redirect(`${address}?voided`);
    }
    if (fields.intent === "paper") return redirect(`${address}?paper`);
    const staff = staffWith(args.context, "money");
    if (fields.intent === "sent") {
      const { sentHow } = accepted(checkForm(sending, fields));
      await noteClaimSent(db, staff, id, sentHow);
      return redirect(`${address}?sent`);
    }
    if (fields.intent === "open") {
      const version = Number(fields.version);
      await settleClaim(db, staff, { id, version }, null);
      return redirect(`${address}?opened`);
    }
    const of = { id, version: Number(fields.version) };
    await settleClaim(db, staff, of, accepted(checkSettlement(fields)));
    return redirect(`${address}?settled`);
  });

export const clientAction = (sent: Route.ClientActionArgs) => sendForm(sent, { failed });

export default function ReceiptPage({ loaderData, actionData }: Route.ComponentProps) {
  const { receipt, papers, history, claim, formerNames, isMissing, said, mayPrint } = loaderData;
  // The receipt is stored, so drop the saved input.
  useEffect(() => {
    if (said === saidTitles.received) forgetReceipt();
  }, [said]);
  if (!receipt) return <NotThere what="receipt" to="/admin/receiving" isMissing={isMissing} />;
  const address = `/admin/receiving/${receipt.id}`;
  const isVoiding = actionData?.values?.intent === "void";
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to="/admin/receiving" where="to receiving" />}
        title={receiptName(receipt)}
        actions={
          <>
            {mayPrint && receipt.lines.some(({ isAccepted }) => isAccepted) && (
              <a href={`${address}/labels.pdf`} className={buttonClass({ variant: "secondary" })}>
                Lot labels
              </a>
            )}
            {!receipt.voidedAt && (
              <ButtonLink to={`${address}/edit`} variant="secondary">
                Correct
              </ButtonLink>
            )}
          </>
        }
      />
      {said && (
        <FlashMessage
          title={said}
          description={
            formerNames?.length
              ? `Labels printed before still say ${formerNames.join(" and ")}. Print the lot labels again.`
              : undefined
          }
          parameters={doneParameters}
          className="mt-6"
        />
      )}
      <p className="mt-4 text-lg break-words">
        <Link to={`/admin/suppliers/${receipt.supplierId}`} className="link">
          {receipt.supplier}
        </Link>
        {receipt.invoiceNumber && `, invoice ${receipt.invoiceNumber}`}
      </p>
      {receipt.voidedAt && (
        <Notice className="mt-6 max-w-3xl" title="This receipt was voided: it counts for nothing">
          <p className="break-words">{receipt.voidReason}</p>
          <p className="mt-1 text-sm text-ink-soft">
            <Moment at={receipt.voidedAt} time />
            {receipt.voidedBy && `, by ${receipt.voidedBy}`}
          </p>
        </Notice>
      )}
      {!receipt.voidedAt && <Figures receipt={receipt} />}
      <Facts receipt={receipt} />
      <section aria-labelledby="lines" className="mt-10">
        <h2 id="lines" className="mb-4 text-title">
          What came
        </h2>
        {receipt.lines.length > 0 && <Lines receipt={receipt} />}
        <RemovedLines lines={receipt.removedLines} />
      </section>
      <ClaimForm
        receipt={receipt}
        letter={claim?.letter ?? null}
        supplierEmail={claim?.supplierEmail ?? null}
        answer={isVoiding ? undefined : actionData}
      />
      <ReceiptPapers
        papers={papers}
        isNew={said === saidTitles.received}
        at={(id) => `${address}/papers/${id}`}
      />
      {mayPrint && !receipt.voidedAt && (
        <VoidForm
          title="Entered by mistake?"
          intent="void"
          button="Void the receipt"
          version={receipt.version}
          answer={actionData}
          className="mt-10 max-w-3xl border-t border-ink print:hidden"
        >
          What it brought leaves the stock, and its claim is gone. That goes as long as nothing of
          its lots was packed, cut, counted or recalled. To take out one line, correct the receipt.
        </VoidForm>
      )}
      {history && (
        <HistoryList
          entries={history}
          begin={{ at: receipt.createdAt, text: "Received" }}
          className="mt-12 max-w-3xl print:hidden"
        />
      )}
    </>
  );
}

function Figures({ receipt: { lines, money } }: { receipt: Receipt }) {
  const came = lines.filter(({ isAccepted }) => isAccepted);
  const refused = lines.filter(({ isAccepted }) => !isAccepted);
  const inLb = (some: ReceiptLine[]) => formatLb(sumLb(some.map(({ lb }) => lb)) / 100);
  return (
    <Sums>
      <Sum label="Accepted">{inLb(came)}</Sum>
      <Sum label="Refused" isBad={refused.length > 0}>
        {refused.length > 0 ? inLb(refused) : "Nothing"}
      </Sum>
      {money && (
        <>
          <Sum
            label="Cost with freight"
            note={
              money.unknownLb > 0 && `Without ${formatLb(money.unknownLb / 100)} not priced yet`
            }
          >
            {formatCents(money.lotsCents)}
          </Sum>
          <Sum label="Claimed" isBad={money.claimedCents > 0 && money.creditedCents === null}>
            {money.claimedCents > 0 ? formatCents(money.claimedCents) : "Nothing"}
          </Sum>
        </>
      )}
    </Sums>
  );
}

function Facts({ receipt }: { receipt: Receipt }) {
  const facts: [string, ReactNode][] = [
    ["Received", <Moment key="at" at={receipt.receivedAt} time />],
    ["By", receipt.receivedBy ?? "A former member of staff"],
    [
      "Temperature",
      receipt.temperatureC === null ? "Not entered" : formatDegrees(receipt.temperatureC),
    ],
    // A void receipt has no money, and nothing to compare.
    ...(receipt.money && !receipt.voidedAt ? invoiceFacts(receipt.money) : []),
    ...(receipt.note ? ([["Note", receipt.note]] as [string, ReactNode][]) : []),
  ];
  return (
    <dl className="mt-8 max-w-2xl border-t border-ink">
      {facts.map(([label, value]) => (
        <div
          key={label}
          className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-2.5"
        >
          <dt className="text-ink-soft">{label}</dt>
          <dd className="min-w-0 break-words whitespace-pre-line tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What to compare with the supplier's invoice, as far as prices are known. */
function invoiceFacts(money: NonNullable<Receipt["money"]>): [string, string][] {
  const { costCents, claimedCents, freightCents, unknownLb, unbilledLb } = money;
  const missing = unknownLb > 0 ? `, without ${formatLb(unknownLb / 100)} not priced yet` : "";
  const { dueCents, billedCents } = invoiceCents(money, freightCents);
  return [
    ["Freight", formatCents(freightCents)],
    [
      "Their invoice should say",
      `${formatCents(dueCents)}: accepted goods ${formatCents(costCents)}, freight ${formatCents(freightCents)}${missing}`,
    ],
    ...(claimedCents > 0
      ? ([
          [
            "It says, as entered",
            `${formatCents(billedCents)}, of which ${formatCents(claimedCents)} is claimed`,
          ],
        ] as [string, string][])
      : []),
    ...(unbilledLb > 0
      ? ([
          [
            "Billed for what was refused",
            `Not entered for ${formatLb(unbilledLb / 100)}, so nothing is claimed for it`,
          ],
        ] as [string, string][])
      : []),
  ];
}

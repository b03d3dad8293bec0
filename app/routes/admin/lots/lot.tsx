import type { ReactNode } from "react";
import { data, Link, redirect } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Sum, Sums } from "#app/components/page/sums.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { requestContext } from "#app/context.server.ts";
import { divisionOfLot } from "#app/domain/cutting/carried-cost.server.ts";
import { carriedCostInWords } from "#app/domain/cutting/carry-cost-words.ts";
import { heldFamily, holdWhatWasMade } from "#app/domain/lots/holds/held-family.server.ts";
import { holdLot, holdOfLot, releaseLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { holdSchema, releaseSchema } from "#app/domain/lots/holds/lot-holds.ts";
import { getLot, packedOfLot } from "#app/domain/lots/lot-details.server.ts";
import { formerlyInWords, knownEstablishment, type LotDetails } from "#app/domain/lots/lots.ts";
import { receivedOfLot } from "#app/domain/receiving/receipts.server.ts";
import { countLot, stockOfLot, wasteLot } from "#app/domain/stock/keep-lot-stock.server.ts";
import { lotCountSchema, takeBackSchema, wasteSchema } from "#app/domain/stock/stock-form.ts";
import { movementsOfLot } from "#app/domain/stock/stock-lists.server.ts";
import { takeBackEntry } from "#app/domain/stock/take-back.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { recallName, recallPath } from "#app/features/recall/recall.ts";
import { reasonsToHold, recallsOfLot } from "#app/features/recall/recalls.server.ts";
import { isOwner, staffWith } from "#app/guards/guards.server.ts";
import { costPerLb } from "#app/lib/amounts/cost-per-lb.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { formatFullDay, pacificDay } from "#app/lib/dates.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { lookUp, orNull, statusOf } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { pageWanted } from "#app/routes/list-pages.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { Movements, movementPages } from "../stock/movements.tsx";
import type { Route } from "./+types/lot.ts";
import { LotHoldForm } from "./lot-hold-form.tsx";
import { LotPackages } from "./lot-packages.tsx";
import { LotStock } from "./lot-stock.tsx";
import { NoLot } from "./no-lot.tsx";
import { RelatedLots } from "./related-lots.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.lot ? `Lot ${args.loaderData.lot.code}` : "Lot not found");

const saidNames = [
  ...(["added", "saved", "held", "held-too", "released", "counted", "wasted", "taken"] as const),
];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  const id = params.id.toLowerCase();
  const { value: lot, isMissing, status } = await lookUp(getLot(db, staff, id), log, "load a lot");
  const said = saidNames.find((name) => url.searchParams.has(name)) ?? null;
  const facts = {
    isMissing,
    said,
    today: pacificDay(new Date()),
    isOwner: isOwner(staff),
    requestId: newUuid(),
  };
  if (!lot) {
    return data(
      {
        lot,
        reasons: [],
        packed: null,
        received: null,
        whyCost: null,
        history: null,
        hold: null,
        recalls: [],
        family: { madeOfIt: [], heldParents: [] },
        movements: null,
        stock: null,
        ...facts,
      },
      { status },
    );
  }
  const [hold, family, recalls, packed, received, division, history, movements, stock] =
    await Promise.all([
      orNull(holdOfLot(db, staff, id), log, "load a lot's hold"),
      orNull(heldFamily(db, staff, id), log, "load what a lot's hold is about"),
      orNull(recallsOfLot(db, staff, id), log, "load a lot's recalls"),
      orNull(packedOfLot(db, staff, id, pageWanted(url)), log, "list what was packed of a lot"),
      orNull(receivedOfLot(db, staff, id), log, "list what brought a lot"),
      isOwner(staff)
        ? orNull(divisionOfLot(db, staff, id), log, "load how a lot's cost was divided")
        : null,
      orNull(listHistory(db, staff, { entity: "lot", entityId: id }), log, "load a lot's history"),
      orNull(
        movementsOfLot(db, staff, id, pageWanted(url, movementPages)),
        log,
        "list what came to a lot and left it",
      ),
      orNull(stockOfLot(db, staff, id), log, "load how a lot's stock is kept"),
    ]);
  const besides =
    hold && (await orNull(reasonsToHold(db, staff, id, hold), log, "load why a lot is on hold"));
  const all = {
    lot,
    reasons: besides ?? (hold ? [hold.reason] : []),
    packed,
    received,
    whyCost: division && carriedCostInWords(division, id),
    history,
    hold,
    recalls: recalls ?? [],
    family: family ?? { madeOfIt: [], heldParents: [] },
    movements,
    stock,
    ...facts,
  };
  return data(all, statusOf(packed));
}

const failed = "This could not be saved. Please try again.";

const lotWasteSchema = wasteSchema.omit({ lot: true });

/**
 * Puts the lot or what was made of it on hold, releases it, counts it, enters waste, or reverses a
 * stock entry. Only the owner releases it.
 */
export const action = (args: Route.ActionArgs) =>
  answerForm(args, { failed, log: "changing a lot failed" }, async (fields, { db }) => {
    const staff = staffWith(args.context, "pack");
    const id = args.params.id.toLowerCase();
    if (fields.intent === "release") {
      if (!isOwner(staff)) throw new Refusal("forbidden", "Only the owner releases a lot.");
      const { releaseNote } = accepted(checkForm(releaseSchema, fields));
      await releaseLot(db, staff, id, releaseNote);
      return redirect(`/admin/lots/${id}?released`);
    }
    if (fields.intent === "count") {
      await countLot(db, staff, id, accepted(checkForm(lotCountSchema, fields)));
      return redirect(`/admin/lots/${id}?counted`);
    }
    if (fields.intent === "waste") {
      await wasteLot(db, staff, id, accepted(checkForm(lotWasteSchema, fields)));
      return redirect(`/admin/lots/${id}?wasted`);
    }
    if (fields.intent === "take-back") {
      const { entry, takeBackReason } = accepted(checkForm(takeBackSchema, fields));
      await takeBackEntry(db, staff, { id: entry, reason: takeBackReason });
      return redirect(`/admin/lots/${id}?taken`);
    }
    if (fields.intent === "hold-made") {
      await holdWhatWasMade(db, staff, id);
      return redirect(`/admin/lots/${id}?held-too`);
    }
    const { reason, withMade } = accepted(checkForm(holdSchema, fields));
    await holdLot(db, staff, id, reason);
    if (withMade) await holdWhatWasMade(db, staff, id);
    return redirect(`/admin/lots/${id}?held`);
  });

const saidText = {
  added: "Lot added",
  saved: "Lot saved",
  held: "Lot on hold",
  "held-too": "What was made of it is on hold too",
  released: "Lot released",
  counted: "Count saved",
  wasted: "Waste entered",
  taken: "Entry taken back",
};

export default function LotPage({ loaderData, actionData }: Route.ComponentProps) {
  const { lot, packed, received, history, isMissing, said, today, hold, recalls, isOwner } =
    loaderData;
  const { movements, stock, requestId, family, whyCost } = loaderData;
  const isAbout = (...intents: string[]) =>
    intents.includes(actionData?.values?.intent ?? "") ? actionData : undefined;
  if (!lot) return <NoLot isMissing={isMissing} />;
  const isExpired = lot.expiresOn !== null && lot.expiresOn < today;
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to="/admin/lots" where="to the lots" />}
        title={<span className="break-words">Lot {lot.code}</span>}
        actions={
          <span className="flex flex-wrap gap-3 print:hidden">
            {isOwner && (
              <SecondaryLink to={`/admin/recall/new?lot=${lot.id}`}>Recall or drill</SecondaryLink>
            )}
            {!lot.isVoid && (
              <SecondaryLink to={`/admin/cutting/new?lot=${lot.id}`}>Cut or grind</SecondaryLink>
            )}
            <SecondaryLink to={`/admin/lots/${lot.id}/edit`}>Edit</SecondaryLink>
          </span>
        }
      />
      {said && <FlashMessage title={saidText[said]} parameters={saidNames} className="mt-6" />}
      <p className="mt-4 flex flex-wrap items-center gap-3 text-lg break-words">
        {lot.meat ? `${lot.meat}, ${lot.supplier}` : lot.supplier}
        {lot.formerCodes.length > 0 && (
          <span className="text-ink-soft">{formerlyInWords(lot)}</span>
        )}
        {isExpired && <Badge tone="cancelled">Past its date</Badge>}
        {hold && <Badge tone="cancelled">On hold</Badge>}
        {lot.isVoid && <Badge tone="cancelled">Void: entered by mistake</Badge>}
      </p>
      {recalls.map((recall) => (
        <Notice key={recall.id} className="mt-4" title={`In ${recallName(recall)}`}>
          <TextLink to={`${recallPath}/${recall.id}`}>See who has of it</TextLink>
        </Notice>
      ))}
      {family.heldParents.map((parent) => (
        <Notice
          key={parent.id}
          tone="error"
          className="mt-4"
          title={
            hold
              ? `Made of lot ${parent.code}, which is on hold`
              : `Made of lot ${parent.code}, which is on hold. This one is not`
          }
        >
          <span className="break-words">{parent.reason}</span>{" "}
          <TextLink to={`/admin/lots/${parent.id}`}>See lot {parent.code}</TextLink>
        </Notice>
      ))}
      <LotFigures lot={lot} />
      <div className="grid-page mt-10 gap-y-12">
        <Facts
          lot={lot}
          received={received}
          whyCost={whyCost}
          className="col-span-12 xl:col-span-5"
        />
        <div className="col-span-12 space-y-10 xl:col-span-7">
          <RelatedLots title="Made from" none="Nothing: it came in as it is." lots={lot.madeFrom} />
          <RelatedLots title="Went into" none="No other lot was made of it." lots={lot.wentInto} />
        </div>
        {stock && (
          <LotStock
            key={`stock ${movements?.rows[0]?.id}`}
            lot={lot}
            stock={stock}
            requestId={requestId}
            answer={isAbout("count", "waste")}
            className="col-span-12 xl:col-span-8 print:hidden"
          />
        )}
        <LotPackages lot={lot} packed={packed} className="col-span-12" />
        {movements && movements.rows.length > 0 && (
          <Movements
            movements={movements}
            unit="lb"
            answer={isAbout("take-back")}
            className="col-span-12 print:hidden"
          />
        )}
        <LotHoldForm
          hold={hold}
          reasons={loaderData.reasons}
          madeOfIt={family.madeOfIt}
          isOwner={isOwner}
          answer={isAbout("hold", "hold-made", "release")}
          className="col-span-12 xl:col-span-8 print:hidden"
        />
        <HistoryList
          entries={history}
          begin={{ at: lot.createdAt, text: "Lot added" }}
          className="col-span-12 xl:col-span-8 print:hidden"
        />
      </div>
    </>
  );
}

/** The pounds received and where they went, from `lotSums`. */
function LotFigures({ lot: { sums } }: { lot: LotDetails }) {
  const { receivedLb, leftLb, isIntoKnown, isInStock, countedAt } = sums;
  const isShort = leftLb !== null && Number(leftLb) < 0;
  const some = (label: string, lb: string) =>
    Number(lb) === 0 ? null : <Sum label={label}>{formatLb(Number(lb))}</Sum>;
  return (
    <Sums>
      <Sum label="Received">
        {receivedLb === null ? "Not entered" : formatLb(Number(receivedLb))}
      </Sum>
      <Sum label="Packed for orders">{formatLb(Number(sums.packedLb))}</Sum>
      <Sum label="Went into other lots" note={!isIntoKnown && "At least: not all say how much"}>
        {formatLb(Number(sums.intoLb))}
      </Sum>
      {some("Thrown away in cutting", sums.cutWasteLb)}
      {Number(sums.cutLossLb) !== 0 && (
        <Sum label={Number(sums.cutLossLb) > 0 ? "Lost in cutting" : "Came out more in cutting"}>
          {formatLb(Math.abs(Number(sums.cutLossLb)))}
        </Sum>
      )}
      {some("Thrown away", sums.wastedLb)}
      {some("Came back", sums.backLb)}
      {Number(sums.countedLb) !== 0 && (
        <Sum label={Number(sums.countedLb) > 0 ? "Counted more" : "Counted less"}>
          {formatLb(Math.abs(Number(sums.countedLb)))}
        </Sum>
      )}
      <Sum
        label={isShort ? "More than was received" : "Left"}
        isBad={isShort}
        note={
          countedAt ? (
            <>
              Last counted: <Moment at={countedAt} time />
              {Number(sums.countedLb) === 0 && ", as expected"}
            </>
          ) : (
            leftLb !== null &&
            (isInStock
              ? "Expected: nobody has counted it"
              : "Received, less what was taken: nobody has counted it")
          )
        }
      >
        {leftLb === null ? "Not known" : formatLb(Math.abs(Number(leftLb)))}
      </Sum>
    </Sums>
  );
}

/** E.g. "$918.00, $5.10/lb". */
function costInWords(cents: number | null, lb: string | null): string {
  if (cents === null) return "Not known";
  return lb === null ? formatCents(cents) : `${formatCents(cents)}, ${costPerLb(cents, lb)}`;
}

interface FactsProps {
  lot: LotDetails;
  /** Its receipts, with the cost for users who may see it. */
  received: Awaited<ReturnType<typeof receivedOfLot>> | null;
  whyCost: string | null;
  className: string;
}

function Facts({ lot, received, whyCost, className }: FactsProps) {
  const facts: [label: string, value: ReactNode, why?: string | null][] = [
    ["Received", <Moment key="received" at={lot.receivedAt} time />],
    ...(received && received.receipts.length > 0
      ? [
          [
            "Came in with",
            received.receipts.map(({ id, number, lb }) => (
              <Link key={id} to={`/admin/receiving/${id}`} className="link block">
                Receipt {number}, {formatLb(Number(lb))}
              </Link>
            )),
          ] as [string, ReactNode],
        ]
      : []),
    ...(received?.costCents === undefined
      ? []
      : [
          ["Cost", costInWords(received.costCents, lot.receivedLb), whyCost] as [
            string,
            ReactNode,
            string | null,
          ],
        ]),
    ["Best before", lot.expiresOn && formatFullDay(lot.expiresOn)],
    ["Supplier's own code", lot.supplierLot],
    ["Animal or carcass number", lot.animalNumber],
    ["Killed", lot.slaughteredOn && formatFullDay(lot.slaughteredOn)],
    ["Establishment number", knownEstablishment(lot.establishment)],
    ["Grade", lot.grade],
    ["Temperature when received", lot.temperatureC && `${lot.temperatureC} °C`],
    ["Note", lot.note],
  ];
  return (
    <section aria-labelledby="facts" className={className}>
      <h2 id="facts" className="mb-4 text-title">
        What is known
      </h2>
      <dl className="border-t border-ink">
        {facts.map(([label, value, why]) => (
          <div
            key={label}
            className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-2.5"
          >
            <dt className="text-ink-soft">{label}</dt>
            <dd className="min-w-0 break-words whitespace-pre-line tabular-nums">
              {value || <span className="text-ink-soft">Not entered</span>}
            </dd>
            {why && <dd className="w-full text-sm text-ink-soft tabular-nums">{why}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}

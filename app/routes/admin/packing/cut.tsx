import { data } from "react-router";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { requestContext } from "#app/context.server.ts";
import { lotsToScan } from "#app/domain/lots/lots.server.ts";
import { forgetShares, shareCut } from "#app/domain/packages/by-cut/cut-shares.server.ts";
import { checkSharing } from "#app/domain/packages/by-cut/cut-sharing.ts";
import { withoutDay } from "#app/domain/packages/packing.ts";
import { getScanRules } from "#app/domain/packages/scan/scan-settings.server.ts";
import { getCutBoard } from "#app/features/packing/cut/cut-board.server.ts";
import { CutStation } from "#app/features/packing/cut/cut-station.tsx";
import { staffWith } from "#app/guards/guards.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { fullScreenHandle } from "../full-screen.ts";
import type { Route } from "./+types/cut.ts";

/** Full screen like the packing station, without a menu. */
export const handle = fullScreenHandle;

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, `Weigh ${args.loaderData?.board?.productName ?? "by cut"}`);

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  const [found, scans, lots] = await Promise.all([
    orNull(
      getCutBoard(db, staff, params.day, params.product).then((board) => ({ board })),
      log,
      "load a cut to weigh",
    ),
    orNull(getScanRules(db, staff), log, "load the scan settings"),
    orNull(lotsToScan(db, staff), log, "list lots to scan"),
  ]);
  const board = found?.board ?? null;
  const settings = {
    rules: scans?.rules ?? [],
    standIns: scans?.standIns ?? [],
    lots: lots ?? [],
    today: pacificDay(new Date()),
    day: params.day,
    isMissing: found?.board === null,
  };
  if (!board) return data({ board, ...settings }, { status: settings.isMissing ? 404 : 503 });
  return { board, ...settings };
}

export const action = (args: Route.ActionArgs) =>
  answerForm<ShareAnswer>(
    args,
    {
      failed: "The shares could not be stored. Please try again.",
      log: "sharing a cut failed",
      besides: ({ form }) => ({ form }),
    },
    async (fields, { db }) => {
      const staff = staffWith(args.context, "pack");
      const productId = args.params.product.toLowerCase();
      if (!isUuid(productId)) throw new Refusal("gone", "There is no such product.");
      const sharing = { productId, ...accepted(checkSharing(fields)) };
      if (fields.intent === "forget") await forgetShares(db, staff, sharing);
      else await shareCut(db, staff, sharing);
      return data({ form: fields.form, isStored: true });
    },
  );

interface ShareAnswer {
  message?: string;
  errors?: Record<string, string[]>;
  values?: Record<string, string>;
  /** The submission it answers, as the same form is opened repeatedly. */
  form?: string;
  isStored?: boolean;
}

/** Weighs a product for all orders of a day at once. */
export default function CutPage({ loaderData, actionData }: Route.ComponentProps) {
  const { board, day, isMissing, ...settings } = loaderData;
  if (!board) return <NoCut day={day} isMissing={isMissing} />;
  return (
    <CutStation
      key={`${board.day} ${board.productId}`}
      board={board}
      isWithoutDay={board.day === withoutDay}
      answer={actionData}
      {...settings}
    >
      <noscript>
        <Notice className="mb-4" title="Weighing by cut needs JavaScript">
          Please switch it on in this browser.
        </Notice>
      </noscript>
    </CutStation>
  );
}

function NoCut({ day, isMissing }: { day: string; isMissing: boolean }) {
  if (!isMissing) {
    return <LoadFailure message="This cut could not be loaded. What was packed is safe." />;
  }
  return (
    <EmptyState
      titleAs="h1"
      title="No open order of this day has this product"
      action={
        <SecondaryLink to={`/admin/packing?day=${day}&view=cuts`}>
          See the cuts of the day
        </SecondaryLink>
      }
    />
  );
}

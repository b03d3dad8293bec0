import { redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import {
  checkCutting,
  copiedSheet,
  cuttingPath,
  type TypedCutting,
} from "#app/domain/cutting/cutting.ts";
import { cutLots, lotsInPieces, productsToCut } from "#app/domain/cutting/cuttings.server.ts";
import { sheetMistakes } from "#app/domain/cutting/sheet-mistakes.server.ts";
import { getCutting, yieldsByKind } from "#app/domain/cutting/sheets.server.ts";
import { getLot } from "#app/domain/lots/lot-details.server.ts";
import { listLots } from "#app/domain/lots/lots.server.ts";
import { type LotToChoose, lotName, lotOption } from "#app/domain/lots/lots.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/new-cutting.ts";
import { CuttingForm } from "./cutting-form.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "New cutting sheet");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  const [known, products, kinds, lot] = await Promise.all([
    orNull(listLots(db, staff, { limit: 100 }), log, "list lots"),
    orNull(productsToCut(db, staff), log, "list products"),
    orNull(yieldsByKind(db, staff), log, "list kinds"),
    orNull(getLot(db, staff, url.searchParams.get("lot") ?? ""), log, "load a lot"),
  ]);
  const copied = url.searchParams.get("copy");
  const sheet = copied
    ? await orNull(getCutting(db, staff, copied.toLowerCase()), log, "load a cutting")
    : null;
  const toChoose = known?.rows.filter(isThere) ?? [];
  const ids = toChoose.map(({ id }) => id);
  const inPieces = await orNull(lotsInPieces(db, staff, ids), log, "read lots kept in pieces");
  return {
    copy: sheet ? copiedSheet(sheet, products ?? []) : null,
    lots: toChoose.map((lot) => ({
      ...lotOption(lot),
      code: lot.code,
      expiresOn: lot.expiresOn,
      isKeptInPieces: inPieces?.has(lot.id) ?? false,
    })),
    products: products ?? [],
    kinds: kinds?.map(({ kind }) => kind) ?? [],
    first: lot ? lotName(lot) : "",
    requestId: newUuid(),
  };
}

/** Lots on hold or used up are not offered, but their codes can be typed. */
const isThere = ({ isHeld, leftLb }: LotToChoose) =>
  !isHeld && (leftLb === null || Number(leftLb) > 0);

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    {
      failed: "The cutting could not be stored. Please try again.",
      log: "storing a cutting failed",
    },
    async (fields, { db, shop }) => {
      const staff = staffWith(args.context, "pack");
      const { data, refused, rows } = checkCutting(fields);
      const typed =
        data ??
        accepted<TypedCutting>({
          refused: {
            ...refused,
            errors: {
              ...(await sheetMistakes(db, staff, rows, shop.company.name)),
              ...refused.errors,
            },
          },
        });
      const id = await cutLots(db, staff, typed, shop.company.name);
      return redirect(`${cuttingPath}/${id}?cut`);
    },
  );

export default function NewCutting({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={cuttingPath} where="to the cuttings" />}
        title="New cutting sheet"
      />
      <CuttingForm {...loaderData} answer={actionData} />
    </>
  );
}

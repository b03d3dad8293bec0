import { randomUUID } from "node:crypto";
import { data, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffMay } from "#app/domain/access/capability.ts";
import { getScanRules } from "#app/domain/packages/scan/scan-settings.server.ts";
import { checkReceipt, receiptFailed } from "#app/domain/receiving/receipt-form.ts";
import { goodsMistakes, receiveGoods } from "#app/domain/receiving/receive.server.ts";
import type { NewReceipt as TypedReceipt } from "#app/domain/receiving/receiving.ts";
import { receivingSettings } from "#app/domain/receiving/receiving-settings.ts";
import { knownCodes, receivedProducts } from "#app/domain/receiving/supplier-codes.server.ts";
import { supplierNames } from "#app/domain/receiving/suppliers.server.ts";
import { ReceiptForm, sendReceipt } from "#app/features/receiving/receipt-form.tsx";
import { anotherLine } from "#app/features/receiving/receipt-rows.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/new-receipt.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Receive");

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  const [suppliers, products, codes, { rules, standIns }] = await Promise.all([
    supplierNames(db, staff),
    receivedProducts(db, staff),
    knownCodes(db, staff),
    getScanRules(db, staff),
  ]);
  return {
    suppliers,
    products,
    codes,
    scans: { rules, standIns },
    limits: settings.get(receivingSettings),
    hasMoney: staffMay(staff, "money"),
    requestId: randomUUID(),
    today: pacificDay(new Date()),
  };
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: receiptFailed, log: "storing a receipt failed" },
    async (fields, { db, settings }) => {
      const staff = staffWith(args.context, "pack");
      if (fields[anotherLine]) return data<FormAnswer>({ values: fields });
      const limits = settings.get(receivingSettings);
      const { data: typed, refused, goods } = checkReceipt(fields);
      const sent =
        typed ??
        accepted<TypedReceipt>({
          refused: {
            ...refused,
            errors: { ...(await goodsMistakes(db, staff, goods, limits)), ...refused.errors },
          },
        });
      const id = await receiveGoods(db, staff, sent, limits);
      return redirect(`/admin/receiving/${id}?received`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) => sendReceipt(sent);

/** Form for receiving in one step. */
export default function NewReceipt({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to="/admin/receiving" where="to receiving" />}
        title="Receive"
      />
      <ReceiptForm {...loaderData} answer={actionData} />
    </>
  );
}

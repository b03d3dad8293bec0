import { data, redirect } from "react-router";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffMay } from "#app/domain/access/capability.ts";
import { correctReceipt } from "#app/domain/receiving/correct-receipt.server.ts";
import { checkCorrection, correctionFailed } from "#app/domain/receiving/correction-form.ts";
import type { ReceiptAnswer } from "#app/domain/receiving/receipt-form.ts";
import { getReceipt } from "#app/domain/receiving/receipts.server.ts";
import { receiptName } from "#app/domain/receiving/receiving.ts";
import { CorrectionForm } from "#app/features/receiving/correction-form.tsx";
import { accepted } from "#app/lib/form/check-form.ts";
import { lookUp } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/edit-receipt.ts";
import { NotThere } from "./not-there.tsx";
import { receiverWith } from "./receiver.server.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Correct a receipt");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = receiverWith(context);
  const found = await lookUp(getReceipt(db, staff, params.id), log, "load a receipt");
  const { value: receipt, isMissing, status } = found;
  const facts = {
    isMissing,
    hasMoney: staffMay(staff, "money"),
    mayCount: staffMay(staff, "pack"),
  };
  return data({ receipt, ...facts }, { status });
}

export const action = (args: Route.ActionArgs) =>
  answerForm<ReceiptAnswer>(
    args,
    { failed: correctionFailed, log: "correcting a receipt failed" },
    async (fields, { db }) => {
      const staff = receiverWith(args.context);
      const receipt = await getReceipt(db, staff, args.params.id);
      if (!receipt) throw new Refusal("gone", "There is no such receipt.");
      const version = /^\d{1,9}$/.test(fields.version ?? "") ? Number(fields.version) : -1;
      const wanted = accepted(checkCorrection(fields, receipt.lines));
      await correctReceipt(db, staff, { id: receipt.id, version }, wanted);
      return redirect(`/admin/receiving/${receipt.id}?corrected`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<ReceiptAnswer>(sent, { failed: correctionFailed });

export default function EditReceipt({ loaderData, actionData }: Route.ComponentProps) {
  const { receipt, isMissing, hasMoney, mayCount } = loaderData;
  if (!receipt) return <NotThere what="receipt" to="/admin/receiving" isMissing={isMissing} />;
  const address = `/admin/receiving/${receipt.id}`;
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={address} where="to the receipt" />}
        title={`Correct ${receiptName(receipt).toLowerCase()}`}
      />
      <CorrectionForm {...{ receipt, hasMoney, mayCount }} answer={actionData} cancelTo={address} />
    </>
  );
}

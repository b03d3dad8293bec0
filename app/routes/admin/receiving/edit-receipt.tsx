import { data, redirect } from "react-router";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffMay } from "#app/domain/access/capability.ts";
import { correctReceipt } from "#app/domain/receiving/correct/correct-receipt.server.ts";
import {
  checkCorrection,
  correctionFailed,
} from "#app/domain/receiving/correct/correction-form.ts";
import { getReceipt } from "#app/domain/receiving/receipts.server.ts";
import { receiptName } from "#app/domain/receiving/receiving.ts";
import { receivingSettings } from "#app/domain/receiving/receiving-settings.ts";
import { receivedProducts } from "#app/domain/receiving/supplier-codes.server.ts";
import { supplierNames } from "#app/domain/receiving/suppliers.server.ts";
import { CorrectionForm } from "#app/features/receiving/correction-form.tsx";
import { accepted } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
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
  const mayCount = staffMay(staff, "pack");
  const [suppliers, products] = mayCount
    ? await Promise.all([supplierNames(db, staff), receivedProducts(db, staff)])
    : [[], []];
  const facts = { isMissing, hasMoney: staffMay(staff, "money"), mayCount, suppliers, products };
  return data({ receipt, ...facts }, { status });
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: correctionFailed, log: "correcting a receipt failed" },
    async (fields, { db, settings }) => {
      const staff = receiverWith(args.context);
      const receipt = await getReceipt(db, staff, args.params.id);
      if (!receipt) throw new Refusal("gone", "There is no such receipt.");
      const version = /^\d{1,9}$/.test(fields.version ?? "") ? Number(fields.version) : -1;
      const wanted = accepted(checkCorrection(fields, receipt.lines));
      const limits = settings.get(receivingSettings);
      const of = { id: receipt.id, version };
      const { isRenamed } = await correctReceipt(db, staff, of, wanted, limits);
      return redirect(`/admin/receiving/${receipt.id}?corrected${isRenamed ? "&relabel" : ""}`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, { failed: correctionFailed });

export default function EditReceipt({ loaderData, actionData }: Route.ComponentProps) {
  const { receipt, isMissing, ...facts } = loaderData;
  if (!receipt) return <NotThere what="receipt" to="/admin/receiving" isMissing={isMissing} />;
  const address = `/admin/receiving/${receipt.id}`;
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={address} where="to the receipt" />}
        title={`Correct ${receiptName(receipt).toLowerCase()}`}
      />
      <CorrectionForm receipt={receipt} {...facts} answer={actionData} cancelTo={address} />
    </>
  );
}

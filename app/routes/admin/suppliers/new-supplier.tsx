import { redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { supplierFailed, supplierSchema } from "#app/domain/receiving/supplier-form.ts";
import { addSupplier } from "#app/domain/receiving/suppliers.server.ts";
import { SupplierForm, sendSupplier } from "#app/features/receiving/supplier-fields.tsx";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { receiverWith } from "../receiving/receiver.server.ts";
import type { Route } from "./+types/new-supplier.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Add a supplier");

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: supplierFailed, log: "storing a supplier failed" },
    async (fields, { db }) => {
      const facts = accepted(checkForm(supplierSchema, fields));
      const id = await addSupplier(db, receiverWith(args.context), facts);
      return redirect(`/admin/suppliers/${id}?added`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) => sendSupplier(sent);

const empty = {};

export default function NewSupplier({ actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        before={<BackLink to="/admin/suppliers" where="to the suppliers" />}
        title="Add a supplier"
      />
      <SupplierForm values={empty} answer={actionData} />
    </>
  );
}

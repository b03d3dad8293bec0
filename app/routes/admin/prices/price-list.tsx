import { data, Form, Link, redirect } from "react-router";
import { Button } from "#app/components/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { maxListName, readListName } from "#app/domain/pricing/editing/price-form.ts";
import { changePriceList, listPriceLists } from "#app/domain/pricing/editing/price-lists.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { staffRequest, staffWith } from "#app/guards/guards.server.ts";
import { requireRecentProof } from "#app/guards/recent-proof.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { orNull } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/price-list.ts";
import { daysInWords, listNameWanted } from "./price-words.ts";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(
    args,
    args.loaderData?.list?.name ??
      (args.loaderData?.isDown ? "Price list" : "Price list not found"),
  );

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const { db, log, staff } = staffRequest(context, "prices");
  const subject = { entity: "price" as const, entityId: id.toLowerCase() };
  const [lists, history] = await Promise.all([
    orNull(listPriceLists(db, staff), log, "load a price list"),
    orNull(listHistory(db, staff, subject), log, "load a price list's history"),
  ]);
  const list = lists?.find((one) => one.id === id.toLowerCase()) ?? null;
  const today = pacificDay(new Date());
  const isDown = lists === null;
  if (!list) return data({ list, history: null, today, isDown }, { status: isDown ? 503 : 404 });
  return { list, history, today, isDown };
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    {
      failed: "The list could not be saved. Please try again.",
      log: "changing a price list failed",
      proof: requireRecentProof,
    },
    async (fields, { db }) => {
      const { id } = args.params;
      // Untouched fields stay unchanged, as a colleague may have changed them in the meantime.
      const typed = fields.endsOn === fields.seenEndsOn ? undefined : fields.endsOn;
      const typedName = fields.name === fields.seenName ? undefined : fields.name;
      const endsOn = typed ? dayIn(typed) : null;
      if (endsOn === undefined) throw new Refusal("invalid", "Please enter a day.");
      const name = readListName(typedName);
      if (typedName !== undefined && !name) throw new Refusal("invalid", `${listNameWanted}.`);
      await changePriceList(db, staffWith(args.context, "prices"), {
        id,
        ...(typed !== undefined && { endsOn }),
        ...(name && { name }),
      });
      return redirect(`/admin/prices/lists/${id}`);
    },
  );

export default function PriceListPage({ loaderData, actionData }: Route.ComponentProps) {
  const { list, history, today, isDown } = loaderData;
  if (isDown) {
    return (
      <>
        <PageHeader title="Price list" />
        <div className="mt-8">
          <LoadFailure message="The price list could not be loaded. Please try again." />
        </div>
      </>
    );
  }
  if (!list) {
    return (
      <EmptyState
        titleAs="h1"
        title="Price list not found"
        way={{ to: "/admin/prices", label: "All prices" }}
      >
        <p>There is no price list with this ID. The link may be mistyped.</p>
      </EmptyState>
    );
  }
  const { name, startsOn, endsOn, products, customers } = list;
  return (
    <>
      <PageHeader
        before={<BackLink to="/admin/prices">Prices</BackLink>}
        title={<span className="wrap-anywhere">{name}</span>}
      />
      <p className="mt-6">
        {products} {products === 1 ? "product" : "products"}, {daysInWords(startsOn, endsOn, today)}
        .{" "}
        {endsOn !== null && endsOn < today ? (
          "Its prices are no longer among all prices."
        ) : (
          <>
            Its prices are a column of{" "}
            <TextLink to={`/admin/prices?list=${list.id}`}>all prices</TextLink>.
          </>
        )}
      </p>
      <h2 className="mt-8 border-t border-ink pt-3 text-title">Clients</h2>
      {customers.length === 0 ? (
        <p className="mt-2 text-ink-soft">
          Nobody has it yet. You give it to a client on the client’s page.
        </p>
      ) : (
        <ul className="mt-2">
          {customers.map(({ id, name: customer }) => (
            <li key={id} className="border-b border-rule">
              <Link
                to={`/admin/clients/${id}/prices`}
                className="link inline-flex min-h-11 items-center wrap-anywhere"
              >
                {customer}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <h2 className="mt-10 border-t border-ink pt-3 text-title">Name and days</h2>
      {actionData?.message && (
        <Notice tone="error" title={actionData.message} className="mt-4 max-w-2xl" />
      )}
      <Form method="post" key={`${name} ${endsOn}`} className="mt-4 flex flex-wrap items-end gap-4">
        <input type="hidden" name="seenName" value={name} />
        <input type="hidden" name="seenEndsOn" value={endsOn ?? ""} />
        <TextField
          label="Name"
          name="name"
          defaultValue={name}
          required
          maxLength={maxListName}
          autoComplete="off"
          hint="Clients see it beside their prices."
          className="max-w-sm"
        />
        <TextField
          label="Last day of delivery"
          optional
          type="date"
          name="endsOn"
          defaultValue={endsOn ?? ""}
          hint="A list that has ended stays here; clients pay the next that applies."
          className="max-w-sm"
        />
        <Button type="submit" variant="secondary" className="mb-7">
          Save
        </Button>
      </Form>
      <HistoryList entries={history} className="mt-12" />
    </>
  );
}

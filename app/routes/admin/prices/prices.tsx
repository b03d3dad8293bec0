import { data, Form, Link, redirect } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Section } from "#app/components/page/section.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import type { Admin } from "#app/domain/access/capability.ts";
import { lastCosts } from "#app/domain/margins/margins.server.ts";
import { pricesUnderCost } from "#app/domain/margins/under-cost.server.ts";
import { underCostField } from "#app/domain/margins/under-cost.ts";
import { readCell } from "#app/domain/pricing/editing/price-cell.ts";
import {
  cellKey,
  dayOfBases,
  draftText,
  type GridPlan,
  longestDraft,
  maxListName,
  placeOf,
  raiseColumn,
  readGrid,
  readListName,
} from "#app/domain/pricing/editing/price-form.ts";
import {
  getPriceColumn,
  getPriceGrid,
  namesOfProducts,
  savePrices,
} from "#app/domain/pricing/editing/price-grid.server.ts";
import {
  createPriceList,
  listPriceLists,
  type PriceListSummary,
} from "#app/domain/pricing/editing/price-lists.server.ts";
import {
  cancelScheduled,
  cancelScheduledDay,
  listScheduled,
} from "#app/domain/pricing/editing/scheduled-prices.server.ts";
import { isOwner, staffRequest } from "#app/guards/guards.server.ts";
import { requireRecentProof } from "#app/guards/recent-proof.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { pageAsked } from "#app/lib/numbered-page.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { ownEntry } from "#app/lib/own-entry.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/prices.ts";
import { PriceGrid } from "./price-grid.tsx";
import type { NamedPlan, PlannedUnderCost } from "./price-preview.tsx";
import { daysInWords, listNameWanted } from "./price-words.ts";
import { Scheduled } from "./scheduled.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Prices");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log, staff } = staffRequest(context, "prices");
  const [grid, lists, scheduled] = await Promise.all([
    orNull(getPriceGrid(db, staff, partAsked(url)), log, "load the prices"),
    orNull(listPriceLists(db, staff), log, "list price lists"),
    orNull(listScheduled(db, staff), log, "list scheduled prices"),
  ]);
  const done = url.searchParams.get("done");
  const today = pacificDay(new Date());
  // Costs are only sent to the owner.
  const ids = grid?.rows.map(({ productId }) => productId) ?? [];
  const costs = isOwner(staff)
    ? await orNull(lastCosts(db, staff, ids), log, "load what products cost")
    : null;
  return data({ grid, lists, scheduled, costs, done, today }, statusOf(grid, lists, scheduled));
}

const partAsked = ({ searchParams }: URL) => ({
  page: pageAsked(searchParams),
  list: searchParams.get("list"),
});

interface ListAnswer {
  values: Record<string, string>;
  errors: Record<string, string[]>;
  message?: string;
}

interface PricesAnswer {
  plan?: NamedPlan;
  list?: ListAnswer;
  message?: string;
}

export async function action({ request, context, url }: Route.ActionArgs) {
  // The other intents only preview the grid.
  await requireRecentProof({ request, context, url }, ({ intent = "" }) =>
    /^(list|cancel|save)$/.test(intent),
  );
  const { db, log, catalog, staff } = staffRequest(context, "prices");
  const fields = await formFields(request);
  try {
    if (fields.intent === "list") {
      const { list, id } = await addList();
      return list
        ? data<PricesAnswer>({ list }, { status: 400 })
        : redirect(`/admin/prices?done=list&list=${id}#${id}`);
    }
    if (fields.intent === "cancel") {
      const { productId = "", appliesOn = "" } = fields;
      const wasThere = productId
        ? await cancelScheduled(db, staff, { productId, appliesOn })
        : (await cancelScheduledDay(db, staff, appliesOn)) > 0;
      const message = "This price has taken effect or was taken back meanwhile.";
      return wasThere
        ? redirect("/admin/prices?done=cancelled")
        : data<PricesAnswer>({ message }, { status: 409 });
    }
    return await changePrices();
  } catch (error) {
    log.error({ err: error }, "changing prices failed");
    const message = "The prices could not be saved. Please try again.";
    const plan = fields.seen ? { ...readGrid(fields), message, names: {} } : undefined;
    return data<PricesAnswer>(plan ? { plan } : { message }, { status: 503 });
  }

  async function answer(plan: GridPlan, status: number) {
    const ids = Object.keys(plan.values).map((key) => placeOf(key).productId);
    const names = await namesOfProducts(db, staff, [...new Set(ids)]);
    const under = isOwner(staff) ? await underCost(staff, plan) : [];
    const asked = under.length > 0 ? { under, isMeant: fields[underCostField] === "yes" } : {};
    const isAsked = fields.intent !== "page";
    return data<PricesAnswer>({ plan: { ...plan, names, isAsked, ...asked } }, { status });
  }

  async function underCost(owner: Admin, { changes }: GridPlan): Promise<PlannedUnderCost[]> {
    const priced = changes.flatMap(({ column, productId, wanted }) => {
      const pricePerLb = readCell(wanted, column).cell?.pricePerLb;
      return pricePerLb ? { key: cellKey(column, productId), productId, pricePerLb } : [];
    });
    const under = await pricesUnderCost(db, owner, priced);
    return under.map(({ key, costCentsPerLb }) => ({ key, costCentsPerLb }));
  }

  async function changePrices() {
    const typed = readGrid(fields);
    // Another page of the grid, keeping the input.
    if (fields.intent === "page") return answer(typed, 200);
    if (fields.intent === "raise") {
      const { column = "", percent = "", step = "" } = fields;
      const stored = await getPriceColumn(db, staff, column);
      const plan = raiseColumn(typed, stored, { column, percent, step });
      if (draftText(plan).length > longestDraft) {
        const message =
          "These are too many prices for one change. Save the others first, or paste smaller blocks.";
        return answer({ ...typed, message }, 400);
      }
      return answer(plan, plan.message ? 400 : 200);
    }
    const basesFrom = dayOfBases(typed.from, pacificDay(new Date()));
    const isRefused = Object.keys(typed.errors).length > 0 || basesFrom === undefined;
    if (fields.intent !== "save" || isRefused || typed.changes.length === 0) {
      const message = messageFor(typed, basesFrom === undefined);
      return answer(message ? { ...typed, message } : typed, isRefused ? 400 : 200);
    }
    if (isOwner(staff) && fields[underCostField] !== "yes") {
      const under = await underCost(staff, typed);
      if (under.length > 0) {
        const message =
          "Prices under cost are marked. Nothing was saved: correct them, or tick that they are meant.";
        return answer({ ...typed, message }, 409);
      }
    }
    const conflicts = await savePrices(db, staff, typed.changes, basesFrom);
    if (conflicts.length === 0) {
      // Every server drops its catalogue cache when notified; this one must do so before it
      // responds.
      catalog.drop();
      const kept = new URLSearchParams(url.search);
      kept.set("done", "saved");
      return redirect(`/admin/prices?${kept}`);
    }
    const errors = { ...typed.errors };
    const seen = { ...typed.seen };
    for (const { column, productId, stored } of conflicts) {
      const key = cellKey(column, productId);
      errors[key] = `A colleague saved ${stored || "no price"} meanwhile`;
      seen[key] = stored;
    }
    const message =
      "A colleague changed some of these prices while you were editing. Nothing was saved; saving again replaces the marked ones.";
    return answer({ ...typed, seen, errors, message }, 409);
  }

  function messageFor({ errors, changes }: GridPlan, isNoDay: boolean): string | undefined {
    if (isNoDay) return "Please enter a day that is not past, for instance 2026-12-07.";
    if (Object.keys(errors).length > 0) return "Please correct the marked prices.";
    return changes.length === 0 ? "Nothing differs from what is saved." : undefined;
  }

  async function addList(): Promise<{ list?: ListAnswer; id?: string }> {
    const name = readListName(fields.name);
    const startsOn = dayIn(fields.startsOn ?? "");
    const endsOn = fields.endsOn ? dayIn(fields.endsOn) : null;
    const errors: Record<string, string[]> = {};
    if (!name) errors.name = [listNameWanted];
    if (!startsOn) errors.startsOn = ["Please enter a day"];
    if (endsOn === undefined) errors.endsOn = ["Please enter a day, or nothing"];
    if (fields.replaces === "yes" && !fields.copyOf)
      errors.copyOf = ["Please choose which one it replaces"];
    if (Object.keys(errors).length > 0 || !name || !startsOn || endsOn === undefined) {
      return { list: { values: fields, errors } };
    }
    const copyOf = fields.copyOf || null;
    const replaces = fields.replaces === "yes";
    try {
      return { id: await createPriceList(db, staff, { name, startsOn, endsOn, copyOf, replaces }) };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const { message } = error;
      if (error.code === "name taken")
        return { list: { values: fields, errors: { name: [message] } } };
      return { list: { values: fields, errors, message } };
    }
  }
}

const doneText = {
  saved: "Prices saved",
  list: "Price list added",
  cancelled: "Taken back",
};

const doneParameters = ["done"];

/** All prices by product: the catalogue's and the lists'. */
export default function Prices({ loaderData, actionData }: Route.ComponentProps) {
  const { grid, lists, scheduled, costs, done, today } = loaderData;
  // Without JavaScript the URL still has the previous confirmation.
  const said = actionData ? undefined : ownEntry(doneText, done);
  return (
    <>
      <PageHeader title="Prices" />
      {said && <FlashMessage title={said} parameters={doneParameters} className="mt-6" />}
      {actionData?.message && <Notice tone="error" title={actionData.message} className="mt-6" />}
      {!grid || !lists || !scheduled ? (
        <LoadFailure message="The prices could not be loaded. Please try again." />
      ) : (
        <>
          <PriceGrid grid={grid} plan={actionData?.plan} today={today} costs={costs} />
          <Scheduled scheduled={scheduled} />
          <Lists lists={lists} answer={actionData?.list} today={today} />
        </>
      )}
    </>
  );
}

interface ListsProps {
  lists: readonly PriceListSummary[];
  answer: ListAnswer | undefined;
  today: string;
}

function Lists({ lists, answer, today }: ListsProps) {
  const field = (name: string) => answeredField(answer ?? { values: { startsOn: today } }, name);
  return (
    <Section id="lists" title="Price lists" look="spaced" className="mt-14">
      {lists.length === 0 ? (
        <p className="border-t border-ink pt-4 text-ink-soft">
          No lists yet. A list has prices for several clients; you give it to a client on the
          client’s page.
        </p>
      ) : (
        <ul className="border-t border-ink">
          {lists.map(({ id, name, startsOn, endsOn, products, customers }) => (
            <li key={id} id={id} className="border-b border-rule py-3">
              <Link
                to={`/admin/prices/lists/${id}`}
                className="link inline-flex min-h-11 items-center font-semibold wrap-anywhere"
              >
                {name}
              </Link>
              <p className="text-sm text-ink-soft">
                {daysInWords(startsOn, endsOn, today)} · {products}{" "}
                {products === 1 ? "product" : "products"} ·{" "}
                {customers.length === 0
                  ? "no clients"
                  : customers.map((customer) => customer.name).join(", ")}
              </p>
            </li>
          ))}
        </ul>
      )}
      <h3 className="mt-8 font-display text-xl">New list</h3>
      <Form key={lists.length} method="post" preventScrollReset className="mt-3 max-w-3xl">
        <input type="hidden" name="intent" value="list" />
        <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
          <TextField
            label="Name"
            maxLength={maxListName}
            autoComplete="off"
            {...field("name")}
            required
          />
          <SelectField
            label="Prices from"
            {...field("copyOf")}
            options={lists.map(({ id, name }) => [id, name])}
          >
            <option value="">None yet</option>
          </SelectField>
          <TextField label="First day of delivery" type="date" {...field("startsOn")} required />
          <TextField label="Last day" type="date" optional {...field("endsOn")} />
        </div>
        <Checkbox
          label="Switch that list’s clients to this one on the first day"
          name="replaces"
          value="yes"
          defaultChecked={answer?.values.replaces === "yes"}
          className="mt-3"
        />
        {answer?.message && <Notice tone="error" title={answer.message} className="mt-4" />}
        <div className="mt-6">
          <Button type="submit" variant="secondary">
            Add list
          </Button>
        </div>
      </Form>
    </Section>
  );
}

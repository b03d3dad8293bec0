import { sql } from "drizzle-orm";
import { recordManyAudits } from "#app/domain/audit/record-audit.server.ts";
import {
  deleteSites,
  insertSites,
  updateSites,
} from "#app/domain/customers/save-customers.server.ts";
import { forgetPlaces } from "#app/domain/delivery/runs/stop-sequence.server.ts";
import { phoneAsText } from "#app/lib/csv/csv.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { clientsOf } from "./find-clients.server.ts";
import {
  createSeen,
  differing,
  editedSince,
  type Facts,
  type Judge,
  type KindWork,
  refused,
  type Verdict,
} from "./verdict.server.ts";

const columns = {
  id: shipTos.id,
  customerId: shipTos.customerId,
  isDefault: shipTos.isDefault,
  name: shipTos.name,
  address: shipTos.address,
  postalCode: shipTos.postalCode,
  contactName: shipTos.contactName,
  phone: shipTos.phone,
  notes: shipTos.notes,
  routeRank: shipTos.routeRank,
};

function createJudge(): Judge {
  const seen = createSeen();
  return async (tx, rows) => {
    const find = await clientsOf(tx, rows);
    const findings = rows.map((row) => ({ row, finding: find(row) }));
    const ids = findings.flatMap(({ finding }) => finding.client?.id ?? []);
    const sites = await tx
      .select(columns)
      .from(shipTos)
      .where(sql`${shipTos.customerId} = any(${sql.param(ids)}::uuid[])`);
    const ofCustomer = Map.groupBy(sites, ({ customerId }) => customerId);
    return findings.map(({ row, finding }): Verdict => {
      if (finding.problem !== undefined) return refused(finding.problem);
      const { client } = finding;
      if (!client) return refused("There is no such client. Please import the clients first.");
      const { clientId: _, email: __, companyName: ___, siteId, ...fields } = row.wanted;
      const name = String(fields.name ?? "");
      const own = ofCustomer.get(client.id) ?? [];
      const site = siteOf(own, siteId, name);
      if (typeof site === "string") return refused(site);
      const first = seen(site?.id ?? `${client.id} ${name.toLowerCase()}`, row.line);
      if (first !== undefined) return refused(`Row ${first} is the same site.`);
      const label = `${client.companyName || client.email}, ${name || site?.name || "Main site"}`;
      if (!site) {
        if (!fields.address) return refused("A new site needs an address.");
        return { state: "new", label, after: { ...fields, customerId: client.id } };
      }
      if (fields.phone !== undefined && fields.phone === phoneAsText(site.phone)) {
        fields.phone = site.phone;
      }
      // A row without a name may be about the main site.
      if (name === "") delete fields.name;
      const { before, after } = differing(site, fields);
      if (Object.keys(after).length === 0) return { state: "unchanged", entityId: site.id, label };
      const of = { customerId: client.id };
      return {
        state: "changed",
        entityId: site.id,
        label,
        before: { ...before, ...of },
        after: { ...after, ...of },
      };
    });
  };
}

type Site = { id: string; name: string; isDefault: boolean };

/** Returns a row's site, undefined for a new one, or why it is ambiguous. */
function siteOf<Own extends Site>(
  own: readonly Own[],
  siteId: unknown,
  name: string,
): Own | string | undefined {
  if (siteId) return own.find(({ id }) => id === siteId) ?? "The client has no site with this ID.";
  const named = own.filter((site) => site.name.toLowerCase() === name.toLowerCase());
  const [first, ...others] = named;
  if (name === "") return own.find(({ isDefault }) => isDefault) ?? first;
  return others.length > 0
    ? "Several sites of this client have this name; please add the site’s ID."
    : first;
}

function entryOf(action: string, before: Facts | null, after: Facts | null) {
  const { customerId } = after ?? before ?? {};
  const shown = (facts: Facts | null) => {
    if (!facts) return null;
    const { customerId: _, ...fields } = facts;
    return fields;
  };
  return {
    entity: "client" as const,
    entityId: String(customerId),
    action,
    before: shown(before),
    after: shown(after),
  };
}

export const sitesWork: KindWork = {
  judge: createJudge,
  async lock(tx, importId) {
    await tx.execute(sql`
      select id from ${customers} where id in (
        select (after->>'customerId')::uuid from data_import_rows
        where import_id = ${importId} and state in ('new', 'changed'))
      order by id for no key update`);
  },
  async write(tx, actor, rows) {
    const added = rows.flatMap((row) => (row.state === "new" ? [row.after] : []));
    const inOrder = (await insertSites(tx, added)).values();
    await forgetPlaces(
      tx,
      rows.flatMap((row) =>
        row.state === "changed" && row.before.routeRank !== row.after.routeRank
          ? [row.entityId]
          : [],
      ),
    );
    await updateSites(
      tx,
      rows.flatMap((row) =>
        row.state === "changed" ? [{ id: row.entityId, fields: row.after }] : [],
      ),
    );
    await recordManyAudits(
      tx,
      actor,
      rows.map((row) =>
        row.state === "new"
          ? entryOf("site added by import", null, row.after)
          : entryOf("site edited by import", row.before, row.after),
      ),
    );
    return rows.map((row) =>
      row.state === "changed" ? row.entityId : (inOrder.next().value ?? ""),
    );
  },
  async undo(tx, actor, rows) {
    const ids = rows.map(({ entityId }) => entityId);
    const stored = await tx
      .select(columns)
      .from(shipTos)
      .where(sql`${shipTos.id} = any(${sql.param(ids)}::uuid[])`);
    const known = new Map(stored.map((site) => [site.id, site]));
    const isAsLeft = ({ entityId, after }: (typeof rows)[number]) => {
      const site = known.get(entityId);
      return site !== undefined && Object.keys(differing(site, after).after).length === 0;
    };
    const due = rows.filter(isAsLeft);
    await updateSites(
      tx,
      due.flatMap(({ state, entityId, before }) =>
        state === "changed" ? [{ id: entityId, fields: before }] : [],
      ),
    );
    const gone = await deleteSites(
      tx,
      due.flatMap(({ state, entityId }) =>
        state === "new" && !known.get(entityId)?.isDefault ? [entityId] : [],
      ),
    );
    const isUndone = ({ state, entityId }: (typeof rows)[number]) =>
      state === "changed" || gone.has(entityId);
    await recordManyAudits(
      tx,
      actor,
      due
        .filter(isUndone)
        .map(({ state, before, after }) =>
          entryOf("import undone", after, state === "new" ? null : before),
        ),
    );
    return rows.map((row) => {
      if (!known.has(row.entityId)) return { problem: null };
      if (!isAsLeft(row)) return { problem: editedSince };
      return { problem: isUndone(row) ? null : "Orders go there by now, so it stays." };
    });
  },
};

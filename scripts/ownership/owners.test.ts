import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { ownerOf, tablesOf } from "#db/schema/owners.ts";
import { allSums, figures, sumsIn } from "./figures.ts";
import { readFunction, sqlFunctions } from "./sql-functions.ts";
import { allTables, allWrites, unknown, writesIn } from "./table-writes.ts";

/** Bulk writes, whose callers are identified by their table, and what fills a whole shop. */
const ofAnyTable = new Set([
  "db/many-rows.ts",
  "server/backup/tables.ts",
  "server/sample/begin-own.ts",
  "server/sample/load-sample.ts",
]);

describe("each table", () => {
  it("has an owner", () => {
    expect(Object.keys(ownerOf).sort()).toEqual([...allTables].sort());
  });

  it("has an existing owner", () => {
    const owners = [...Object.keys(tablesOf), ...figures.map(({ owner }) => owner)];
    expect(owners.filter((owner) => !existsSync(owner))).toEqual([]);
  });

  it("is written only by its owner", () => {
    const foreign = allWrites()
      .filter(({ file }) => !ofAnyTable.has(file))
      .filter(({ file, table }) => !file.startsWith(`${ownerOf[table]}/`))
      .map(({ file, table }) => `${table}: ${file}`);
    expect(foreign).toEqual([]);
  });
});

describe("writes in the source", () => {
  /** Replaces `@orders` by an interpolation of that table. */
  const read = (source: string, imports = "") =>
    writesIn(
      "app/features/x.server.ts",
      `${imports}\n${source.replaceAll(/@([\w.]+)/g, "$${$1}")}`,
    ).map(({ table }) => table);
  const imports = `import { orders, orderItems as lines } from "#db/schema/orders.ts";
    import * as settings from "#db/schema/system.ts";`;

  it.each([
    ["tx.insert(orders).values({})", ["orders"]],
    ["await db.update(lines).set({})", ["order_items"]],
    ["tx.delete(settings.seeds).where(x)", ["seeds"]],
    ["insertMany(tx, orders, rows)", ["orders"]],
    ["deleteMany(tx, orders, ids, [lines])", ["order_items", "orders"]],
    ["sql`with a as (insert into @orders (id) select 1) select 1`", ["orders"]],
    ["sql`update @lines as stored set id = 1`", ["order_items"]],
    ["sql`delete from only @settings.seeds`", ["seeds"]],
    ["client.query('INSERT INTO public.\"orders\" values (1)')", ["orders"]],
    ["sql.raw(`update order_items set id = 1`)", ["order_items"]],
    ["sql`truncate orders`", ["orders"]],
    // Through a variable it may be any table.
    [
      "const t = orders; tx.update(t).set({})",
      ["kept_values", "order_items", "orders", "rate_limits", "seeds", "shop_settings"],
    ],
  ])("are recognized: %s", (source, tables) => {
    expect(read(source, imports)).toEqual(tables);
  });

  it.each([
    "tx.select().from(orders).for('update')",
    "hash.update(text).digest()",
    "map.delete(key)",
    "sql`select 1 from orders for no key update of orders`",
    "sql`on conflict (id) do update set id = 1`",
  ])("are not recognized in %s", (source) => {
    expect(read(source, imports)).toEqual([]);
  });

  it.each(["insertMany(tx, table, rows)", "sql`insert into @table values (1)`"])(
    "count as writes to any table if none is named: %s",
    (source) => {
      expect(read(source)).toEqual([unknown]);
    },
  );
});

/** The domain's modules, low to high, as in the import rules. */
const { forbidden } = createRequire(import.meta.url)("../../.dependency-cruiser.cjs") as {
  forbidden: { name: string }[];
};
const layers = forbidden.flatMap(({ name }) => {
  const [, module] = /^(\w+)-points-down$/.exec(name) ?? [];
  return module ? [`app/domain/${module}`] : [];
});

describe("each function of the database", () => {
  it("names its owner, and writes only tables of the owner or of modules below it", () => {
    const wrong = sqlFunctions().filter(({ owner, writes }) => {
      if (owner === "db") return writes.length > 0;
      const isBelow = (other: string) => layers.indexOf(other) < layers.indexOf(owner);
      return (
        !tablesOf[owner] ||
        writes.some((table) => {
          const other = ownerOf[table] ?? "";
          return other !== owner && !(layers.includes(other) && isBelow(other));
        })
      );
    });
    expect(wrong).toEqual([]);
    expect(layers.length).toBeGreaterThan(15);
  });

  it("is read from its file", () => {
    const text = `-- Owner: app/domain/orders

-- Keeps lines
-- as issued.
create or replace function keep() returns trigger language plpgsql as $$
begin
  -- update customers set id = 1
  update order_items set packed_lb = 1;
  return new;
end $$;

create trigger lines_keep before insert or update of quantity
  on order_items for each row execute function keep();
`;
    expect(readFunction("keep", text)).toEqual({
      name: "keep",
      owner: "app/domain/orders",
      purpose: "Keeps lines as issued.",
      writes: ["order_items"],
      triggers: [
        { name: "lines_keep", table: "order_items", when: "before insert or update of quantity" },
      ],
    });
  });
});

describe("each named figure", () => {
  it("is computed only by its owner", () => {
    const foreign = allSums()
      .filter(({ file, owner }) => !file.startsWith(`${owner}/`))
      .map(({ file, names }) => `${names}: ${file}`);
    expect(foreign).toEqual([]);
  });

  const read = (source: string) =>
    sumsIn(
      "app/features/x.server.ts",
      `import { ledgerEntries } from "#db/schema/money/ledger.ts";
       import { orders } from "#db/schema/orders.ts";
       ${source.replaceAll(/@([\w.]+)/g, "$${$1}")}`,
    ).map(({ names }) => names);
  const owed = "owed, open, overdue, over the limit";

  it.each([
    ["sql`coalesce(sum(@ledgerEntries.cents), 0)`", owed],
    ["sql`select sum(abs(cents)) from ledger_entries`", owed],
    ["sql`select sum(open_cents) from invoice_balances`", owed],
    ["sql`@ledgerEntries.cents - @ledgerEntries.allocatedCents`", owed],
    ["const open = entry.cents - entry.allocatedCents", owed],
    ["sql`@orders.totalPrice > customers.credit_limit`", owed],
    ["sql`sum(@orders.bookedLb)`", "booked"],
    ["sql`select sum(promised_amount) from order_items`", "promised"],
    ["sql`select sum(net_lb) from packages`", "available"],
    ["sql`select sum(held_cents) from payments`", "held"],
  ])("is recognized in %s", (source, names) => {
    expect(read(source)).toEqual([names]);
  });

  it.each([
    "sql`select cents, allocated_cents from ledger_entries`",
    "sql`select sum(count) from ledger_entries`",
    "sql`select sum(cents) from invoices_of_others`",
    "sql`select sum(abs(1)), cents from ledger_entries`",
  ])("is not recognized in %s", (source) => {
    expect(read(source)).toEqual([]);
  });
});

import pg from "pg";

/**
 * The time of a simulated life, unknown to the shop: `Date` returns it in this process, and the
 * life's database has a schema ahead of `pg_catalog` whose `now()` reads it from one row
 * (docs/decisions/0055-simulated-weeks.md). Timers, and therefore timeouts, stay real.
 */
export interface Clock {
  /** Milliseconds. */
  readonly now: number;
  /** Sets process and database to an instant, which must not be before the current one. */
  set(instant: number): Promise<void>;
  /** Restores the real time. */
  stop(): Promise<void>;
}

const RealDate = globalThis.Date;

/** Prepares a life's database before the shop connects to it, and starts its clock. */
export async function startClock(databaseUrl: string, begin: number): Promise<Clock> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(schema);
  let now = begin;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, given) =>
      Reflect.construct(target, args.length > 0 ? args : [now], given),
    apply: () => new RealDate(now).toString(),
    get: (target, name, receiver) =>
      name === "now" ? () => now : Reflect.get(target, name, receiver),
  });
  const tell = () =>
    client.query("update sim.clock set at = to_timestamp($1::numeric / 1000)", [now]);
  await tell();
  return {
    get now() {
      return now;
    },
    async set(instant) {
      if (instant < now) throw new Error("Time does not run backwards");
      now = instant;
      await tell();
    },
    async stop() {
      globalThis.Date = RealDate;
      await client.end();
    },
  };
}

// The shop's functions and triggers find `now()` by the search path when they run. Column defaults
// are bound when the table is created, so they are recreated. `clock_timestamp()` advances within a
// transaction, which stop events and emails rely on.
const schema = `
  create schema sim;
  create table sim.clock (at timestamptz not null);
  insert into sim.clock values (pg_catalog.now());
  create function sim.now() returns timestamptz language sql stable as
    'select at from sim.clock';
  create function sim.clock_timestamp() returns timestamptz language sql volatile as
    'select sim.now() + (pg_catalog.clock_timestamp() - pg_catalog.now())';
  do $$
  declare found record;
  begin
    execute format('alter database %I set search_path = sim, pg_catalog, public', current_database());
    -- A third of what the database did was planning again what it had planned before.
    execute format('alter database %I set plan_cache_mode = force_generic_plan', current_database());
    for found in
      select format('%I.%I', nspname, relname) as "table", quote_ident(attname) as "column"
      from pg_attrdef
        join pg_class on pg_class.oid = adrelid
        join pg_namespace on pg_namespace.oid = relnamespace
        join pg_attribute on attrelid = adrelid and attnum = adnum
      where pg_get_expr(adbin, adrelid) = 'now()' and nspname = 'public' and relkind = 'r'
    loop
      execute format('alter table %s alter column %s set default sim.now()', found."table", found."column");
    end loop;
  end $$`;

import { type Act, act } from "./act.ts";
import { judgeTouched } from "./judge.ts";
import { Random } from "./random.ts";
import { type Cut, doCutOff, doTogether } from "./wires.ts";
import { isExpected, type World } from "./world.ts";

// Acts that run concurrently with another act, or lose their connection.

type Kinds = Readonly<Record<string, Act<unknown>>>;

interface One {
  kind: string;
  chosen: unknown;
}

/** Acts whose own result tells the pencil their effect, whatever runs concurrently. */
const besideOthers = [
  ...["place", "order again", "order by telephone", "change", "move", "cancel", "release"],
  ...["weigh", "scan", "take off", "undo", "done", "substitute", "add", "finish", "fulfil"],
  ...["pay", "credit", "terms", "own price", "nobody home", "send again"],
  ...["order as a member", "approve", "decline", "hand over at the till"],
];

/** Acts whose form has a request id, and can be sent again after a lost answer. */
const sentAgain = [
  ...["place", "order again", "order by telephone", "order as a member"],
  ...["weigh", "scan", "add", "pay"],
];

const some = (kinds: Kinds, names: readonly string[]) =>
  names.flatMap((kind) => {
    const one = kinds[kind];
    return one ? [{ kind, weight: one.weight }] : [];
  });

async function choose(
  { kinds, names }: { kinds: Kinds; names: readonly string[] },
  world: World,
  random: Random,
): Promise<One | undefined> {
  const kind = random.weighed(some(kinds, names))?.kind ?? "";
  const chosen = await kinds[kind]?.choose(world, random);
  return chosen === undefined ? undefined : { kind, chosen };
}

function namesIn(world: World, { chosen }: One): string[] {
  const text = JSON.stringify(chosen);
  const orders = text.match(/order \d+/g) ?? [];
  const buyers = orders.flatMap((key) => world.orders.get(key)?.buyer ?? []);
  const [, buyer] = /"buyer":"([^"]+)"/.exec(text) ?? [];
  return [...orders, ...buyers, ...(buyer ? [buyer] : [])];
}

interface Both {
  one: One;
  other: One;
  /** Seed of the order of their statements. */
  seed: number;
}

const inWords = (kinds: Kinds, { kind, chosen }: One) => kinds[kind]?.say(chosen) ?? kind;

/** Two acts, their statements interleaved at random; while one waits for a lock, the other runs. */
export const twoAtOnce = (kinds: Kinds) =>
  act<Both>({
    weight: 16,
    async choose(world, random) {
      const one = await choose({ kinds, names: besideOthers }, world, random);
      if (!one) return undefined;
      const names = namesIn(world, one);
      // Acts on unrelated things seldom conflict.
      for (let turn = 0; turn < 12; turn += 1) {
        const other = await choose({ kinds, names: besideOthers }, world, random);
        if (other && namesIn(world, other).some((name) => names.includes(name))) {
          return { one, other, seed: random.between(0, 1_000_000) };
        }
      }
      return undefined;
    },
    say: ({ one, other }) =>
      `${inWords(kinds, one)}; and at the same moment: ${inWords(kinds, other)}`,
    async run(world, { one, other, seed }) {
      const random = new Random(seed);
      const doing =
        ({ kind, chosen }: One) =>
        async (db: World["db"]) =>
          kinds[kind]?.run({ ...world, db, isBeside: true }, chosen);
      const ends = await doTogether(
        world.databaseUrl,
        world.db,
        () => (random.chance(0.5) ? 0 : 1),
        [doing(one), doing(other)],
      );
      const failed = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
      const wrong = failed.find((error) => !isExpected(error));
      if (wrong) throw wrong;
      if (failed.length === 2) throw failed[0];
    },
  });

interface Lost extends One {
  cut: Cut;
}

const cutInWords = ({ at, statement }: Cut) =>
  at === "commit"
    ? "the answer to its commit is lost, and it is retried"
    : `the connection is lost ${at} statement ${statement + 1}, and it is retried`;

/** An act whose connection is lost; its retry recognizes what was committed, if anything was. */
export const cutOff = (kinds: Kinds) =>
  act<Lost>({
    weight: 12,
    async choose(world, random) {
      const isCommit = random.chance(0.4);
      const names = isCommit ? sentAgain : besideOthers;
      const one = await choose({ kinds, names }, world, random);
      const at = isCommit ? "commit" : random.chance(0.5) ? "before" : "after";
      return one && { ...one, cut: { at, statement: random.between(0, 40) } };
    },
    say: (lost) => `${inWords(kinds, lost)}; ${cutInWords(lost.cut)}`,
    async run(world, { kind, chosen, cut }) {
      const what = kinds[kind];
      const ids: string[] = [];
      const newId = () => {
        ids.push(crypto.randomUUID());
        return ids.at(-1) ?? "";
      };
      const isCut = await doCutOff(world.databaseUrl, cut, async (db) =>
        what?.run({ ...world, db, newId }, chosen),
      );
      if (!isCut) return;
      if (cut.at !== "commit") await judgeTouched(world);
      // The page isn't loaded again after a lost answer; what it showed was judged the first time.
      const again = { ...world, isSentAgain: cut.at === "commit" };
      await what?.run({ ...again, newId: () => ids.shift() ?? crypto.randomUUID() }, chosen);
    },
  });

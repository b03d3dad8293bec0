import { weekday } from "../../pencil/days.ts";
import { cutting } from "../meat/cut.ts";
import { keeping } from "../meat/keep.ts";
import { recalling } from "../meat/recalls.ts";
import { receiving } from "../meat/receive.ts";
import { counter } from "./counter.ts";
import { deliveries } from "./deliver.ts";
import type { Life, Task } from "./life.ts";
import { office } from "./office.ts";
import { orders } from "./order.ts";
import { packing } from "./pack.ts";

/** Returns a day's acts; on Sundays, people order and nobody works. */
export async function agendaOf(life: Life): Promise<Task[]> {
  const iso = weekday(life.today) || 7;
  if (iso === 7) return orders(life, iso);
  const meat = [...receiving(life, iso), ...cutting(life), ...keeping(life, iso)];
  const work = [...packing(life), ...deliveries(life), ...office(life, iso)];
  const till = counter(life, iso);
  return [...orders(life, iso), ...meat, ...recalling(life, iso), ...work, ...till];
}

import { weekday } from "../../pencil/days.ts";
import { deliveries } from "./deliver.ts";
import type { Deed, Life } from "./life.ts";
import { office } from "./office.ts";
import { orders } from "./order.ts";
import { packing } from "./pack.ts";

/** What is done on a day of the sample's life. On Sundays people order, and nobody works. */
export async function agendaOf(life: Life): Promise<Deed[]> {
  const iso = weekday(life.today) || 7;
  const works = iso === 7 ? [] : [...packing(life), ...deliveries(life), ...office(life, iso)];
  return [...orders(life, iso), ...works];
}

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { daysAhead } from "#app/domain/delivery/days.ts";
import { offeredDays } from "#app/domain/delivery/delivery-offer.ts";
import { maxLines } from "#app/domain/drafts/cart/cart.ts";
import { smallCents } from "#app/domain/ledger/credit-standing.ts";
import {
  maxUploadBytes,
  maxUploadPixels,
  minUploadSide,
} from "#app/domain/pictures/upload/upload-limits.ts";
import { maxOverCapPct } from "#app/domain/settings/settings.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { leastNetLb } from "#db/schema/packages.ts";

const page = readFileSync("docs/product.md", "utf8").replaceAll(/\s+/g, " ");

it.each([
  `At most ${maxLines} lines.`,
  `Days are offered up to ${daysAhead} days ahead, ${offeredDays} at a time.`,
  `or what the owner set, up to ${maxOverCapPct} %.`,
  `A package under ${leastNetLb} lb is refused`,
  `Up to ${formatCents(smallCents)} never holds an order.`,
  `up to ${maxUploadBytes / 2 ** 20} MB and ${maxUploadPixels / 1e6} megapixels, at least ${minUploadSide} pixels a side`,
])("docs/product.md matches the code: %s", (sentence) => {
  expect(page).toContain(sentence);
});

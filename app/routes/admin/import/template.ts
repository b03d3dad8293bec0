import { isImportKind, kindText } from "#app/features/imports/kinds.ts";
import { csvText } from "#app/lib/csv/csv.ts";
import type { Route } from "./+types/template.ts";

/** `GET /admin/import/templates/products.csv` and others: a file with the headings to fill in. */
export function loader({ params }: Route.LoaderArgs) {
  const kind = params.kind.replace(/\.csv$/, "");
  if (!isImportKind(kind) || kind === params.kind) {
    return new Response("There is no such template.", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
  const headings = kindText[kind].fields.map(({ heading }) => heading);
  return new Response(`\uFEFF${csvText([headings])}`, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${kind}-template.csv"`,
    },
  });
}

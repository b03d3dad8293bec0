import { useId } from "react";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { Section } from "#app/components/page/section.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { orderName } from "#app/domain/orders/order.ts";
import { type ActivityEntry, actionInWords, historyLimit } from "#app/features/history/history.ts";
import { isUuid } from "#app/lib/uuid.ts";

const pages: Record<string, (id: string, number: number | null) => [label: string, to: string]> = {
  order: (id, number) => [number === null ? "Order" : orderName(number), `/admin/orders/${id}`],
  product: (id) => ["Product", `/admin/products?edit=${id}`],
  client: (id) => ["Client", `/admin/clients/${id}`],
  lot: (id) => ["Lot", `/admin/lots/${id}`],
  run: (id) => ["Run", `/admin/runs/${id}`],
  credit: (id) => ["Credit", `/admin/credits/${id}`],
  payment: (id) => ["Account", `/admin/receivables/${id}`],
};

const names: Record<string, string> = {
  setting: "Settings",
  delivery: "Delivery",
  bank: "Bank’s files",
  export: "Export",
  image: "Image",
  inquiry: "Inbox",
  price: "Prices",
};

/** A user's actions, newest first, with links. */
export function Activity({
  entries,
  className,
}: {
  entries: ActivityEntry[] | null;
  className?: string;
}) {
  const title = useId();
  return (
    <Section id={title} title="What they did" look="spaced" className={className}>
      {!entries ? (
        <Notice tone="error" title="The list could not be loaded.">
          <p>Please reload the page to try again.</p>
        </Notice>
      ) : entries.length === 0 ? (
        <p className="border-t border-ink pt-3.5 text-ink-soft">Nothing is logged yet.</p>
      ) : (
        <ol className="border-t border-ink">
          {entries.map((entry) => (
            <li
              key={entry.id}
              className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-rule py-3"
            >
              <p className="min-w-0 wrap-anywhere">
                <span className="font-semibold">{actionInWords(entry.action)}</span>
                {/* "Joined the staff" and "Passkey added" already name it. */}
                {!["staff", "account", "person"].includes(entry.entity) && (
                  <>
                    {", "}
                    <Thing entry={entry} />
                  </>
                )}
              </p>
              <p className="text-sm text-ink-soft tabular-nums">
                <Moment at={entry.at} time />
              </p>
            </li>
          ))}
          {entries.length === historyLimit && (
            <li className="border-b border-rule py-3 text-sm text-ink-soft">
              Older changes are kept, but not shown here.
            </li>
          )}
        </ol>
      )}
    </Section>
  );
}

function Thing({ entry: { entity, entityId, orderNumber } }: { entry: ActivityEntry }) {
  const page = isUuid(entityId) ? pages[entity]?.(entityId, orderNumber) : undefined;
  if (!page) return <>{(names[entity] ?? entity).toLowerCase()}</>;
  const [label, to] = page;
  return <TextLink to={to}>{label}</TextLink>;
}

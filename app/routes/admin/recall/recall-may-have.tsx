import { Badge } from "#app/components/badge.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { isAway, type UnnamedMeat } from "#app/domain/lots/lot-trace.ts";
import { orderName } from "#app/domain/orders/order.ts";
import type { Recall } from "#app/features/recall/recall.ts";
import {
  isSettled,
  mayHaveInWords,
  stateInWords,
  unnamedInWords,
} from "#app/features/recall/recall-words.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { telLink } from "#app/lib/browser/tel-link.ts";
import { countOf } from "#app/lib/in-words.ts";
import { ContactForm } from "./recall-contact.tsx";

/** On the page; the files have all. */
const mostClients = 300;

interface RecallMayHaveProps {
  recall: Recall;
  unnamed: UnnamedMeat;
  requestIds: Readonly<Record<string, string>>;
}

/** Clients who may have some of the meat, packed for them without a lot while it was here. */
export function RecallMayHave({ recall, unnamed, requestIds }: RecallMayHaveProps) {
  const { customers } = unnamed;
  if (customers.length === 0) return null;
  const isOver = recall.closedAt !== null;
  const isOpen = !isOver && !recall.isDrill;
  const open = customers.filter((one) => !isSettled(recall, one));
  return (
    <section aria-labelledby="may-have" className="mt-12">
      <h2 id="may-have" className="text-title">
        May have of it: packed without a lot
      </h2>
      <Notice
        tone={isOver ? "info" : "error"}
        className="mt-3 max-w-3xl"
        title="Nobody knows which lot this meat is of"
      >
        {unnamedInWords(unnamed).map((said) => (
          <p key={said}>{said}.</p>
        ))}
        {!isOver && (
          <p>
            {open.length > 0
              ? `Call ${countOf(open.length, "client")}, and tick them off here.`
              : customers.some((one) => one.lines.some(isAway))
                ? "All who got of it are ticked off."
                : "Nobody has got of it yet: stop it before it leaves."}
          </p>
        )}
      </Notice>
      <ul className="mt-4 border-t border-ink">
        {customers.slice(0, mostClients).map((customer) => {
          const { id, companyName, contactName, phone, email, lines, isCounter } = customer;
          const name = companyName || contactName || "Unknown Client";
          const { where, state, calls } = mayHaveInWords(recall, customer);
          return (
            <li key={id} className="border-b border-rule py-3">
              <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
                <div className="min-w-0">
                  <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-sans text-base font-semibold break-words">
                    {name}
                    {state && (
                      <Badge
                        tone={
                          state === "Ticked off"
                            ? "delivered"
                            : state === "Not ticked off"
                              ? "pending"
                              : "cancelled"
                        }
                      >
                        {state}
                      </Badge>
                    )}
                  </h3>
                  <p className="text-ink-soft">
                    {contactName !== name && contactName && `${contactName}, `}
                    {phone ? (
                      <a href={telLink(phone) ?? undefined} className="link whitespace-nowrap">
                        {phone}
                      </a>
                    ) : (
                      !isCounter && "no phone number"
                    )}
                    {email && (
                      <>
                        , <span className="inline-block max-w-full wrap-anywhere">{email}</span>
                      </>
                    )}
                  </p>
                  {calls && <p className="mt-1 text-sm break-words">{calls}</p>}
                </div>
                <div className="flex flex-wrap items-center gap-4">
                  <span className="tabular-nums">{where}</span>
                  {isOpen && !isCounter && lines.some(isAway) && (
                    <ContactForm
                      customer={id}
                      name={name}
                      requestId={requestIds[id] ?? ""}
                      outcomes={["told", "has none", "no answer"]}
                    />
                  )}
                </div>
              </div>
              <ul className="mt-2 text-sm text-ink-soft">
                {lines.slice(0, 40).map((line) => (
                  <li key={line.itemId} className="break-words">
                    {orderName(line.orderNumber)}, {line.productName}: {formatLb(Number(line.lb))},{" "}
                    {stateInWords(line)}
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
      {customers.length > mostClients && (
        <p className="mt-3 text-ink-soft">
          {customers.length - mostClients} more are in the CSV file and on paper.
        </p>
      )}
    </section>
  );
}

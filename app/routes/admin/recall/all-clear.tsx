import { Notice } from "#app/components/page/notice.tsx";
import type { TracedCustomer } from "#app/domain/lots/lot-trace.ts";
import type { Recall } from "#app/features/recall/recall.ts";
import { wasTold } from "#app/features/recall/recall-words.ts";
import { countOf } from "#app/lib/in-words.ts";

interface ToldClient {
  id: string;
  name: string;
  phone: string;
  email: string;
}

/** Returns the clients who were told to hold meat back that proved to be good, by name. */
export function toldClients(recall: Recall, customers: readonly TracedCustomer[]): ToldClient[] {
  const told = customers.filter((customer) => wasTold(recall, customer));
  return [...new Map(told.map((one) => [one.id, one])).values()]
    .map(({ id, companyName, contactName, phone, email }) => ({
      ...{ id, phone, email, name: companyName || contactName || "Unknown Client" },
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** What is left to do once a recall proved unfounded: to say so to those who were told. */
export function AllClear({ told }: { told: ToldClient[] }) {
  return (
    <>
      <Notice
        tone="success"
        className="mt-6 max-w-3xl"
        title="All clear: the meat is good, and its lots were released"
      >
        {told.length > 0 &&
          `${countOf(told.length, "client")} had been told to hold it back. They are not mailed: call them.`}
      </Notice>
      {told.length > 0 && (
        <section aria-labelledby="clients" className="mt-10 max-w-3xl">
          <h2 id="clients" className="text-title">
            Tell them that the meat is good
          </h2>
          <ul className="mt-3 border-t border-ink">
            {told.map(({ id, name, phone, email }) => (
              <li
                key={id}
                className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-2.5"
              >
                <span className="min-w-0 font-semibold break-words">{name}</span>
                <span className="min-w-0">
                  {phone ? (
                    <a
                      href={`tel:${phone.replace(/[^\d+]/g, "")}`}
                      className="link whitespace-nowrap"
                    >
                      {phone}
                    </a>
                  ) : (
                    <span className="wrap-anywhere">{email || "no phone number"}</span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

import { Notice } from "#app/components/page/notice.tsx";
import type { Recall } from "#app/features/recall/recall.ts";
import { clearInWords, type ToldClient, toldInAll } from "#app/features/recall/recall-words.ts";

/** What is left to do once a recall proved unfounded: to say so to those who were told. */
export function AllClear({ recall, told }: { recall: Recall; told: ToldClient[] }) {
  return (
    <>
      <Notice
        tone="success"
        className="mt-6 max-w-3xl"
        title={`All clear: ${clearInWords(recall)}`}
      >
        {toldInAll(told)}
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

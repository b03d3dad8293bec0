import { Notice } from "#app/components/page/notice.tsx";
import type { Recall } from "#app/features/recall/recall.ts";
import { endedInWords } from "#app/features/recall/recall-words.ts";
import type { ToldClient } from "#app/features/recall/told-words.ts";

interface EndedProps {
  recall: Recall;
  /** After an all clear: those who were told to hold it back, who are to hear that it is good. */
  told: ToldClient[];
}

/** Says that a recall is over, and whom to tell that the meat is good; nothing while it is open. */
export function Ended({ recall, told }: EndedProps) {
  const ended = endedInWords(recall, told);
  if (!ended) return null;
  return (
    <>
      <Notice
        tone={recall.isUnfounded ? "success" : "info"}
        className="mt-6 max-w-3xl"
        title={ended.title}
      >
        {ended.text} Whether its lots are on hold is shown as it is now.
      </Notice>
      {told.length > 0 && (
        <section aria-labelledby="tell" className="mt-10 max-w-3xl">
          <h2 id="tell" className="text-title">
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

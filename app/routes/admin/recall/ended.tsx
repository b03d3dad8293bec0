import { Notice } from "#app/components/page/notice.tsx";
import type { Recall } from "#app/features/recall/recall.ts";
import { endedInWords } from "#app/features/recall/recall-words.ts";
import {
  goodInWords,
  type ToldClient,
  tellGoodTitle,
  toCallAgain,
} from "#app/features/recall/told-words.ts";
import { telLink } from "#app/lib/browser/tel-link.ts";

interface EndedProps {
  recall: Recall;
  /** After an all clear: those who were told to hold it back, with their lots that are now good. */
  told: ToldClient[];
}

/** Says that a recall is over, and whom to tell that the meat is good; renders nothing before. */
export function Ended({ recall, told }: EndedProps) {
  const ended = endedInWords(recall, told);
  if (!ended) return null;
  const toCall = toCallAgain(told);
  return (
    <>
      <Notice
        tone={recall.isUnfounded ? "success" : "info"}
        className="mt-6 max-w-3xl"
        title={ended.title}
      >
        {ended.text} Whether its lots are on hold is shown as it is now.
      </Notice>
      {toCall.length > 0 && (
        <section aria-labelledby="tell" className="mt-10 max-w-3xl">
          <h2 id="tell" className="text-title">
            {tellGoodTitle(toCall)}
          </h2>
          <ul className="mt-3 border-t border-ink">
            {toCall.map(({ id, name, phone, email, good, held }) => (
              <li
                key={id}
                className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-2.5"
              >
                <span className="min-w-0 break-words">
                  <span className="font-semibold">{name}</span>
                  <span className="block text-sm">{goodInWords({ good, held })}</span>
                </span>
                <span className="min-w-0">
                  {phone ? (
                    <a href={telLink(phone) ?? undefined} className="link whitespace-nowrap">
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

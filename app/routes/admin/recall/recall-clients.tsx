import { ChevronRight } from "lucide";
import { Fragment } from "react";
import { Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { Icon } from "#app/components/icon.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { isAway, type TracedCustomer } from "#app/domain/lots/lot-trace.ts";
import { orderName } from "#app/domain/orders/order.ts";
import {
  answeredElsewhere,
  type RecallCustomer,
} from "#app/features/recall/elsewhere/said-elsewhere.ts";
import {
  callAfterHours,
  type Recall,
  type RecallMail,
  type RecallNotice,
  recallPath,
} from "#app/features/recall/recall.ts";
import {
  answerInWords,
  gotMoreInWords,
  isToTellAgain,
  moreThanTold,
  stateInWords,
  whereInWords,
} from "#app/features/recall/recall-words.ts";
import { mailStateOf, toldAtOf, wasTold } from "#app/features/recall/told-words.ts";
import { formatLb, holdLb } from "#app/lib/amounts/weight.ts";
import { telLink } from "#app/lib/browser/tel-link.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { countOf } from "#app/lib/in-words.ts";
import { ContactForm } from "./recall-contact.tsx";

const most = { clients: 300, lines: 40 };

type Standing =
  | "again"
  | "answered"
  | "silent"
  | "mailed"
  | "waiting"
  | "not reached"
  | "to call"
  | "to tell"
  | "counter"
  | "none"
  | "here"
  | "told"
  | "not told";

export interface ShownClient extends RecallCustomer {
  standing: Standing;
  mails: RecallMail[];
  /** Which meat the client has, as far as known, and which hasn't reached them. */
  where: string;
  /** When to call them without an answer; null if they were not mailed. */
  callAt: Date | null;
  answer: string;
  /** Meat they got since they were told; empty for none. */
  gotMore: string;
  lineCount: number;
}

/** Returns a recall's clients: first those to call, then those without an answer. */
export function shownClients(
  recall: Recall,
  customers: readonly RecallCustomer[],
  now: Date,
  reachesNobody: boolean,
) {
  const notices = new Map(recall.notices.map((notice) => [notice.customerId, notice]));
  const ranked = customers.map((customer): ShownClient => {
    const notice = notices.get(customer.id);
    return {
      ...customer,
      lines: customer.lines.slice(0, most.lines),
      lineCount: customer.lines.length,
      standing: recall.closedAt
        ? standingAtEnd(recall, customer, notice)
        : standingOf(customer, notice, now, reachesNobody),
      mails: notice?.mails ?? [],
      where: whereInWords(customer, notice?.answer, recall.closedAt !== null),
      callAt: callTime(toldAtOf(notice)),
      answer: answerInWords(recall, notice, customer),
      gotMore: recall.closedAt ? "" : gotMoreInWords(notice, customer),
    };
  });
  const sorted = ranked.toSorted(
    (one, other) => order.indexOf(one.standing) - order.indexOf(other.standing),
  );
  return {
    shown: sorted.slice(0, most.clients),
    of: sorted.length,
    counts: countsOf(sorted),
    toMail: sorted.filter(
      ({ id, standing, email }) =>
        !notices.has(id) && email !== "" && (standing === "to tell" || standing === "not reached"),
    ).length,
  };
}

const order: Standing[] = [
  "to call",
  "not reached",
  "silent",
  "again",
  "to tell",
  "waiting",
  "mailed",
  "not told",
  "told",
  "counter",
  "answered",
  "none",
  "here",
];

const callTime = (toldAt: Date | null) =>
  toldAt && new Date(toldAt.getTime() + callAfterHours * 3_600_000);

function standingOf(
  customer: RecallCustomer,
  notice: RecallNotice | undefined,
  now: Date,
  reachesNobody: boolean,
): Standing {
  const { lines } = customer;
  if (!lines.some(isAway)) {
    if (notice?.answer) return "answered";
    return lines.length === 0 || lines.some(({ place }) => place === "client") ? "none" : "here";
  }
  const state = mailStateOf(notice);
  if (!notice?.answer && (state === "failed" || state === "file")) return "not reached";
  if (notice && moreThanTold(notice, customer) !== null) {
    return isToTellAgain(notice, customer) ? "again" : "to call";
  }
  if (notice?.answer) return "answered";
  if (customer.isCounter) return "counter";
  if (!notice) {
    if (customer.email === "") return "to call";
    return reachesNobody ? "not reached" : "to tell";
  }
  if (!notice.mailedAt) return "to call";
  if (state === "waiting") return "waiting";
  // The client was told, and has answered in another recall, so nothing is left to ask.
  if (answeredElsewhere(customer)) return "answered";
  const callAt = callTime(toldAtOf(notice));
  return callAt && now < callAt ? "mailed" : "silent";
}

/** Returns a client's part in a recall in which nothing more is asked. */
function standingAtEnd(
  recall: Recall,
  customer: TracedCustomer,
  notice: RecallNotice | undefined,
): Standing {
  const { lines } = customer;
  if (notice?.answer) return "answered";
  if (!lines.some(isAway)) {
    return lines.length === 0 || lines.some(({ place }) => place === "client") ? "none" : "here";
  }
  if (customer.isCounter) return "counter";
  return wasTold(recall, customer) ? "told" : "not told";
}

function countsOf(clients: readonly ShownClient[]) {
  const count = (standing: Standing) =>
    clients.filter((client) => client.standing === standing).length;
  return {
    toCall: count("to call") + count("silent") + count("not reached"),
    waiting: count("waiting"),
    mailed: count("mailed"),
    toTell: count("to tell"),
    again: count("again"),
    answered: count("answered"),
    told: count("told"),
    notTold: count("not told"),
  };
}

interface RecallClientsProps {
  recall: Recall;
  clients: ReturnType<typeof shownClients>;
  mayMail: boolean;
  reachesNobody: boolean;
  /** True for staff who may see the state of emails. */
  seesMails: boolean;
  /** By client, so that submitting twice records one call. */
  requestIds: Readonly<Record<string, string>>;
  contactAnswer: FormAnswer | undefined;
  /** The email to the first client who was not told. */
  mail: Mail | null;
  mailAnswer: FormAnswer | undefined;
  /** The email to those who got more since they were told. */
  mailAgain: Mail | null;
  mailAgainAnswer: FormAnswer | undefined;
}

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Lists the clients who got some: whom to call, and what they answered. */
export function RecallClients({ recall, clients, mayMail, ...more }: RecallClientsProps) {
  const { mail, mailAnswer, mailAgain, mailAgainAnswer, reachesNobody } = more;
  const { shown, of, counts } = clients;
  const isOpen = recall.closedAt === null && !recall.isDrill;
  const toTell = clients.toMail;
  const mailForms = (
    <>
      {toTell > 0 && (
        <MailForm
          intent="mail"
          mail={mail}
          answer={mailAnswer}
          button={toTell === 1 ? "Email 1 client" : `Email ${toTell} clients`}
        />
      )}
      {counts.again > 0 && (
        <MailForm
          intent="mail again"
          title={`${countOf(counts.again, "client")} got more since they were told`}
          mail={mailAgain}
          answer={mailAgainAnswer}
          button="Tell them again"
        />
      )}
    </>
  );
  return (
    <section aria-labelledby="clients" className="mt-12">
      <h2 id="clients" className="text-title">
        Clients
      </h2>
      {!recall.isDrill && of > 0 && (
        <p className="mt-1 tabular-nums">
          {counts.answered} answered
          {counts.mailed > 0 && `, ${counts.mailed} mailed and not answered yet`}
          {counts.waiting > 0 && `, ${counts.waiting} whose mail is waiting to be sent`}
          {counts.toCall > 0 && `, ${counts.toCall} to call`}
          {counts.toTell > 0 && `, ${counts.toTell} not told yet`}
          {counts.again > 0 && `, ${counts.again} got more since they were told`}
          {counts.told > 0 && `, ${counts.told} told, without an answer`}
          {counts.notTold > 0 && `, ${counts.notTold} not told`}.
          {isOpen &&
            !reachesNobody &&
            ` Call whoever has not answered ${callAfterHours} hours after the mail.`}
        </p>
      )}
      {mayMail && !reachesNobody && mailForms}
      <MailRefusal answer={mailAnswer} />
      <MailRefusal answer={mailAgainAnswer} />
      <MailRefusal answer={more.contactAnswer} />
      {of === 0 && (
        <p className="mt-3 border-t border-ink pt-3">Nothing was packed of these lots.</p>
      )}
      <ul className="mt-4 border-t border-ink empty:hidden">
        {shown.map((client) => (
          <li key={client.id} className="border-b border-rule">
            <Client
              recall={recall}
              client={client}
              isOpen={isOpen}
              requestId={more.requestIds[client.id] ?? ""}
              seesMails={more.seesMails}
            />
          </li>
        ))}
      </ul>
      {of > shown.length && (
        <p className="mt-3 text-ink-soft">
          {of - shown.length} more are in the CSV file and on paper.
        </p>
      )}
      {/* Below the list to call, as its emails reach nobody. */}
      {mayMail && reachesNobody && mailForms}
    </section>
  );
}

interface MailFormProps {
  intent: string;
  title?: string;
  mail: Mail | null;
  answer: FormAnswer | undefined;
  button: string;
}

function MailForm({ intent, title, mail, answer, button }: MailFormProps) {
  return (
    <AnsweredForm answer={answer} className="mt-4 max-w-3xl">
      {title && <h3 className="mb-2 font-sans text-base font-semibold">{title}</h3>}
      {mail && (
        <section aria-label="The mail" className="border border-rule bg-paper-light px-5 py-4">
          <p className="text-sm text-ink-soft">
            This is what {mail.to} gets; others the same with what they have, each with a link of
            their own.
          </p>
          <p className="mt-3 font-semibold break-words">{mail.subject}</p>
          <p className="mt-2 break-words whitespace-pre-wrap">{mail.text}</p>
        </section>
      )}
      <Checkbox
        name="isMeant"
        value="yes"
        required
        className="mt-3"
        label="I have read it. A mail can’t be taken back."
      />
      <p className="mt-2">
        <SubmitButton name="intent" value={intent}>
          {button}
        </SubmitButton>
      </p>
    </AnsweredForm>
  );
}

function MailRefusal({ answer }: { answer: FormAnswer | undefined }) {
  if (!answer?.message) return null;
  return (
    <Notice tone="error" title={answer.errors?.isMeant?.[0] ?? answer.message} className="mt-4" />
  );
}

function Mails({ mails }: { mails: RecallMail[] }) {
  const open = mails.filter(({ state }) => state !== "delivered");
  if (open.length === 0) return null;
  return (
    <p className="mt-1 text-sm">
      {open.map(({ id, email }, index) => (
        <Fragment key={id}>
          {index > 0 && ", "}
          <Link to={`/admin/mails#mail-${id}`} className="link wrap-anywhere">
            The mail to {email}
          </Link>
        </Fragment>
      ))}
    </p>
  );
}

interface ClientProps {
  recall: Recall;
  client: ShownClient;
  isOpen: boolean;
  seesMails: boolean;
  requestId: string;
}

function Client({ recall, client, isOpen, seesMails, requestId }: ClientProps) {
  const { standing, callAt, companyName, contactName, phone, email, answer, lines, lineCount } =
    client;
  const name = companyName || contactName || "Unknown Client";
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3 md:flex-nowrap">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-sans text-base font-semibold break-words">
            {name}
            {!recall.isDrill && (
              <StandingBadge
                standing={standing}
                callAt={callAt}
                isOver={recall.closedAt !== null}
              />
            )}
          </h3>
          <p className="text-ink-soft">
            {contactName !== name && contactName && `${contactName}, `}
            {phone ? (
              <a href={telLink(phone) ?? undefined} className="link whitespace-nowrap">
                {phone}
              </a>
            ) : (
              standing !== "counter" && "no phone number"
            )}
            {email && (
              <>
                , <span className="inline-block max-w-full wrap-anywhere">{email}</span>
              </>
            )}
          </p>
          {client.gotMore && (
            <p className="mt-1 font-semibold text-oxblood">
              {client.gotMore}
              {standing === "to call" && ": call them"}.
            </p>
          )}
          {answer && <p className="mt-1 text-sm break-words">{answer}</p>}
          {seesMails && <Mails mails={client.mails} />}
        </div>
        <div className="flex flex-wrap items-center gap-4 md:max-w-64 md:shrink-0 md:justify-end md:text-right lg:max-w-none lg:flex-nowrap">
          <span className="tabular-nums lg:max-w-72">{holdLb(client.where)}</span>
          {isOpen && standing !== "here" && standing !== "none" && standing !== "counter" && (
            <>
              {standing !== "answered" && (
                <ContactForm
                  customer={client.id}
                  name={name}
                  requestId={requestId}
                  outcomes={["no answer"]}
                />
              )}
              <Link
                to={`${recallPath}/${recall.id}/clients/${client.id}`}
                className="link min-h-11 py-2.5 whitespace-nowrap"
                aria-label={`Note what ${name} says`}
              >
                Note an answer
              </Link>
            </>
          )}
        </div>
      </div>
      {lineCount > 0 && (
        <details className="group mb-3">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-sm text-ink-soft [&::-webkit-details-marker]:hidden">
            <Icon of={ChevronRight} className="size-4 group-open:rotate-90" />
            {lineCount === 1 ? "1 line" : `${lineCount} lines`}
            <span className="sr-only"> of {name}</span>
          </summary>
          <ul className="ml-6">
            {lines.map((line) => (
              <li key={`${line.itemId} ${line.lotId}`} className="border-t border-rule py-2">
                <span className="flex flex-wrap justify-between gap-x-4">
                  <span className="break-words">
                    {line.productName}, lot {line.lotCode || "not known"}
                  </span>
                  <span className="tabular-nums">
                    {line.packages === 1 ? "1 package" : `${line.packages} packages`},{" "}
                    {formatLb(Number(line.lb))}
                    {Number(line.backLb) > 0 && `, ${formatLb(Number(line.backLb))} came back`}
                  </span>
                </span>
                <span className="text-sm break-words text-ink-soft">
                  {line.isRetail && "Retail "}
                  {line.isRetail
                    ? orderName(line.orderNumber).toLowerCase()
                    : orderName(line.orderNumber)}
                  , {stateInWords(line)}
                  {(line.site || line.address) &&
                    `, ${[line.site, line.address].filter(Boolean).join(", ")}`}
                </span>
              </li>
            ))}
            {lineCount > lines.length && (
              <li className="border-t border-rule py-2 text-ink-soft">
                {lineCount - lines.length} more are in the CSV file.
              </li>
            )}
          </ul>
        </details>
      )}
    </>
  );
}

interface StandingBadgeProps extends Pick<ShownClient, "standing" | "callAt"> {
  isOver: boolean;
}

function StandingBadge({ standing, callAt, isOver }: StandingBadgeProps) {
  switch (standing) {
    case "again":
      return <Badge tone="cancelled">Tell again</Badge>;
    case "answered":
      return <Badge tone="delivered">Answered</Badge>;
    case "silent":
      return <Badge tone="cancelled">No answer: call</Badge>;
    case "mailed":
      return (
        <Badge tone="pending">{callAt ? `Call after ${formatDateTime(callAt)}` : "Mailed"}</Badge>
      );
    case "waiting":
      return <Badge tone="pending">Waiting to be sent</Badge>;
    case "not reached":
      return <Badge tone="cancelled">Call: no mail reaches them</Badge>;
    case "to call":
      return <Badge tone="cancelled">Call: no email</Badge>;
    case "to tell":
      return <Badge>Not told yet</Badge>;
    case "counter":
      return <Badge>{isOver ? "Sold at the counter" : "Put up a notice"}</Badge>;
    case "none":
      return <Badge>Has nothing of it</Badge>;
    case "here":
      return <Badge>{isOver ? "Had not left" : "Still here"}</Badge>;
    case "told":
      return <Badge>Told, no answer</Badge>;
    case "not told":
      return <Badge>Not told</Badge>;
  }
}

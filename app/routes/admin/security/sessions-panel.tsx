import { Form } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Moment } from "#app/components/moment.tsx";
import type { OpenSession } from "#app/domain/accounts/session/sessions.server.ts";

/** The user's sessions, with buttons to end them. */
export function SessionsPanel({ sessions }: { sessions: OpenSession[] }) {
  return (
    <section aria-labelledby="sessions" className="mt-10 border-t border-ink pt-4">
      <h2 id="sessions" className="text-title">
        Where you are signed in
      </h2>
      <ul className="mt-4 border-t border-rule">
        {sessions.map(({ id, browser, network, openedAt, seenAt, isOwn }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-3"
          >
            <div className="min-w-0">
              <p className="font-semibold">
                {browser}
                {isOwn && <span className="font-normal text-ink-soft"> (this browser)</span>}
              </p>
              <p className="text-sm text-ink-soft">
                {network && `Network ${network}, `}
                last used <Moment at={seenAt} time />, signed in <Moment at={openedAt} time />
              </p>
            </div>
            {!isOwn && (
              <Form method="post" replace preventScrollReset>
                <input type="hidden" name="id" value={id} />
                <Button type="submit" name="intent" value="session" variant="secondary" size="sm">
                  Sign out
                  <span className="sr-only"> there: {browser}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" replace preventScrollReset className="mt-4">
          <Button type="submit" name="intent" value="sessions" variant="secondary">
            Sign out everywhere else
          </Button>
        </Form>
      )}
    </section>
  );
}

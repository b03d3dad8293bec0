import type { ReactNode } from "react";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { SaidOnce } from "#app/components/toast/said-once.tsx";
import type { HistoryEntry } from "#app/features/audit/history.ts";
import { HistoryList } from "#app/features/audit/history-list.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { settingsPage } from "../navigation.ts";

interface SettingsFrameProps {
  title: string;
  lede?: string;
  /** Said once when what was sent is saved. */
  saved: string;
  wasSaved: boolean;
  /** Said in place of the form if it could not be loaded. */
  failure: string;
  /** Null if it could not be loaded. */
  history: HistoryEntry[] | null;
  isWide?: boolean;
  /** The form; null if the settings could not be loaded. */
  children: ReactNode;
}

const doneParameters = ["saved"];

/** A settings page: the way back, the form, and who changed what. */
export function SettingsFrame({
  title,
  lede,
  saved,
  wasSaved,
  failure,
  history,
  isWide = false,
  children,
}: SettingsFrameProps) {
  return (
    <>
      <PageHeader
        size="compact"
        before={
          <BackLink to={settingsPage.to}>
            Back<span className="sr-only"> to the settings</span>
          </BackLink>
        }
        title={title}
        lede={lede}
      />
      {wasSaved && <SaidOnce title={saved} parameters={doneParameters} className="mt-6" />}
      <div className={isWide ? "mt-8 max-w-3xl" : "mt-8 max-w-2xl"}>
        {children ?? <LoadFailure message={failure} />}
        <HistoryList entries={history} className="mt-12" />
      </div>
    </>
  );
}

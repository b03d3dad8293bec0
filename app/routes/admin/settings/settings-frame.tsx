import type { ReactNode } from "react";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { SaidOnce } from "#app/components/toast/said-once.tsx";
import type { HistoryEntry } from "#app/features/history/history.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { settingsPage } from "../navigation.ts";

interface SettingsFrameProps {
  title: string;
  lede?: string;
  /** Where the way back leads; the settings if omitted. */
  back?: { to: string; name: string };
  /** Said once when what was sent is saved. */
  saved?: string;
  wasSaved?: boolean;
  /** Of the address: what says that it is saved. */
  parameters?: readonly string[];
  /** Said in place of the form if it could not be loaded. */
  failure?: string;
  /** Null if it could not be loaded; omitted where there is none. */
  history?: HistoryEntry[] | null;
  isWide?: boolean;
  /** The form; null if the settings could not be loaded. */
  children: ReactNode;
}

const toSettings = { to: settingsPage.to, name: "the settings" };
const doneParameters = ["saved"] as const;

/** A settings page: the way back, the form, and who changed what. */
export function SettingsFrame({
  title,
  lede,
  back = toSettings,
  saved,
  wasSaved = false,
  parameters = doneParameters,
  failure = "The settings could not be loaded. Please try again.",
  history,
  isWide = false,
  children,
}: SettingsFrameProps) {
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={back.to} where={`to ${back.name}`} />}
        title={title}
        lede={lede}
      />
      {wasSaved && saved && <SaidOnce title={saved} parameters={parameters} className="mt-6" />}
      <div className={isWide ? "mt-8 max-w-3xl" : "mt-8 max-w-2xl"}>
        {children ?? <LoadFailure message={failure} />}
        {history !== undefined && <HistoryList entries={history} className="mt-12" />}
      </div>
    </>
  );
}

import type { ReactNode } from "react";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import type { HistoryEntry } from "#app/features/history/history.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { settingsPage } from "../navigation.ts";

interface SettingsFrameProps {
  title: string;
  lede?: string;
  back?: { to: string; name: string };
  /** The confirmation shown once after saving. */
  saved?: string;
  wasSaved?: boolean;
  /** The URL parameters that confirm saving. */
  parameters?: readonly string[];
  failure?: string;
  /** Null if it could not be loaded; omitted if there is none. */
  history?: HistoryEntry[] | null;
  isWide?: boolean;
  children: ReactNode;
}

const toSettings = { to: settingsPage.to, name: "the settings" };
const doneParameters = ["saved"] as const;

/** A settings page: back link, form, and history. */
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
        before={<BackLink to={back.to} where={`to ${back.name}`} />}
        title={title}
        lede={lede}
      />
      {wasSaved && saved && <FlashMessage title={saved} parameters={parameters} className="mt-6" />}
      <div className={isWide ? "mt-8 max-w-3xl" : "mt-8 max-w-2xl"}>
        {children ?? <LoadFailure message={failure} />}
        {history !== undefined && <HistoryList entries={history} className="mt-12" />}
      </div>
    </>
  );
}

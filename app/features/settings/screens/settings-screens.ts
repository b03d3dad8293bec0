import { boxScreen } from "./box-screen.ts";
import { companyScreen } from "./company-screen.ts";
import { documentScreen } from "./document-screen.ts";
import { doorScreen } from "./door-screen.ts";
import { hoursScreen } from "./hours-screen.ts";
import { labelScreen } from "./label-screen.ts";
import { mailScreen } from "./mail-screen.ts";
import { noticeScreen } from "./notice-screen.ts";
import { officeScreen } from "./office-screen.ts";
import { packedScreen } from "./packed-screen.ts";
import { receivingScreen } from "./receiving-screen.ts";
import { retentionScreen } from "./retention-screen.ts";
import { scaleFileScreen } from "./scale-file-screen.ts";
import type { SettingsScreen } from "./settings-screen.ts";
import { undeliveredScreen } from "./undelivered-screen.ts";

/** Settings screens of plain fields, by the last part of their URL. */
const settingsScreens = {
  company: companyScreen,
  hours: hoursScreen,
  notices: noticeScreen,
  documents: documentScreen,
  mail: mailScreen,
  undelivered: undeliveredScreen,
  door: doorScreen,
  boxes: boxScreen,
  office: officeScreen,
  packed: packedScreen,
  receiving: receivingScreen,
  labels: labelScreen,
  "scale-file": scaleFileScreen,
  retention: retentionScreen,
} as const;

/** A screen of any value type; its values are only passed between its own functions. */
export type AnySettingsScreen = SettingsScreen<object>;

/** Returns the screen at a URL; undefined if there is none. */
export function settingsScreen(path: string): AnySettingsScreen | undefined {
  return Object.hasOwn(settingsScreens, path)
    ? (settingsScreens[path as keyof typeof settingsScreens] as unknown as AnySettingsScreen)
    : undefined;
}

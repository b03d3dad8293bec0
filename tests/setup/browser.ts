import sparticuz from "@sparticuz/chromium";

/**
 * The browser of the tests. On Linux x64 it comes inside an npm package, so that a machine with
 * nothing but Node can run them; elsewhere it is Playwright's own (`npx playwright install`).
 */
export async function browserLaunch() {
  if (process.platform !== "linux" || process.arch !== "x64") return {};
  // Nothing but the shop under test is to be talked to.
  const args = ["--disable-background-networking", "--disable-component-update", "--disable-gpu"];
  return { launchOptions: { executablePath: await sparticuz.executablePath(), args } };
}

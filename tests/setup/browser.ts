import sparticuz from "@sparticuz/chromium";

/**
 * Returns the launch options of the tests' browser. On Linux x64 it comes in an npm package, so
 * that a machine needs only Node; elsewhere it is Playwright's own (`npx playwright install`).
 */
export async function browserLaunch() {
  if (process.platform !== "linux" || process.arch !== "x64") return {};
  // Talk to nothing but the shop under test.
  const args = ["--disable-background-networking", "--disable-component-update", "--disable-gpu"];
  return { launchOptions: { executablePath: await sparticuz.executablePath(), args } };
}

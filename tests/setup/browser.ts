import sparticuz from "@sparticuz/chromium";

/** Returns the test browser's launch options: an npm package on Linux x64, else Playwright's. */
export async function browserLaunch() {
  if (process.platform !== "linux" || process.arch !== "x64") return {};
  // Talk to nothing but the shop under test.
  const args = ["--disable-background-networking", "--disable-component-update", "--disable-gpu"];
  return { launchOptions: { executablePath: await sparticuz.executablePath(), args } };
}

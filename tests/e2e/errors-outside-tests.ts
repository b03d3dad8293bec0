import type { Reporter, TestError } from "@playwright/test/reporter";

/**
 * Repeats at the end of a run the errors that belong to no test, such as a shop that could not be
 * stopped. They fail the run, and Playwright's list only shows them where they occurred, hundreds
 * of lines above its summary.
 */
export default class ErrorsOutsideTests implements Reporter {
  private readonly errors: TestError[] = [];

  onError(error: TestError) {
    this.errors.push(error);
  }

  onExit() {
    const { length } = this.errors;
    this.errors.forEach(({ stack, message, value }, index) => {
      const text = stack ?? message ?? value;
      process.stderr.write(`\nError outside tests, ${index + 1} of ${length}:\n${text}\n`);
    });
    return Promise.resolve();
  }
}

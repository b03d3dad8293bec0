import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dismiss, getSnapshot, TOAST_REMOVE_DELAY_MS } from "#app/components/toast/toast-store.ts";
import { authStore } from "./auth-browser.ts";
import { SignOutButton } from "./sign-out-button.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  dismiss();
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("doesn't claim that the session still exists when the answer is lost", async () => {
  vi.spyOn(authStore, "signOut").mockRejectedValue(new Error("No answer"));
  let form: ReturnType<typeof SignOutButton> | undefined;
  function Shown() {
    form = SignOutButton({});
    return form;
  }
  renderToStaticMarkup(<Shown />);
  form?.props.onSubmit({ preventDefault: () => undefined });
  await vi.waitFor(() => expect(getSnapshot()).toHaveLength(1));
  expect(getSnapshot()).toMatchObject([
    { description: "We could not tell whether you are signed out. Please try again." },
  ]);
});

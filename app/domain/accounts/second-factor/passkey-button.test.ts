import { expect, it } from "vitest";
import { whyNot } from "./passkey-button.tsx";

const named = (name: string) => Object.assign(new Error(), { name });

it("names another way only where there is one, if a passkey isn't made or used", () => {
  const [left, elsewhere] = [named("NotAllowedError"), named("SecurityError")];
  expect(whyNot(left, "enter", "enter a code")).toBe(
    "No passkey was used. Please try again, or enter a code.",
  );
  expect(whyNot(elsewhere, "confirm", "use your password")).toMatch(
    /there, or use your password\.$/,
  );
  expect(whyNot(left, "enter")).toBe("No passkey was used. Please try again.");
  expect(whyNot(left, "add")).toBe("No passkey was made. Please try again.");
  expect(whyNot(elsewhere, "add")).toMatch(/open it there\.$/);
  expect(whyNot(named("TypeError"), "add")).toMatch(/^The passkey could not be made\./);
});

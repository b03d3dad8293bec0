import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import ClientEmail from "./client-email.tsx";

it("calls an email that expired undeliverable, not refused", () => {
  const loaderData = {
    id: "c",
    address: {
      email: "pat@example.com",
      standing: "vouched",
      hasPassword: true,
      isStaff: false,
      refused: "It expired before it could be delivered.",
    },
    client: null,
    done: null,
  };
  const props = { loaderData } as unknown as ComponentProps<typeof ClientEmail>;
  const Page = createRoutesStub([{ path: "/", Component: () => <ClientEmail {...props} /> }]);
  const page = renderToStaticMarkup(<Page />);
  expect(page).toContain("An email to this address could not be delivered");
  expect(page).toContain("It expired before it could be delivered.");
  expect(page).not.toContain("was refused");
});

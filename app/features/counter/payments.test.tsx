import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { SendsMail } from "#app/domain/mail/sends-mail.ts";
import { MailReceipt } from "./payments.tsx";

function shown(sendsMail: boolean): string {
  const Page = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <SendsMail value={sendsMail}>
          <MailReceipt answer={undefined} />
        </SendsMail>
      ),
    },
  ]);
  return renderToStaticMarkup(<Page />);
}

it("offers to email a receipt only in a shop that sends mail", () => {
  expect(shown(true)).toContain("Email the receipt to");
  expect(shown(false)).not.toContain("Email the receipt");
  expect(shown(false)).toContain("the receipt can only be printed");
});

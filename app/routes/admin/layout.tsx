import { keepPage } from "#app/components/page/look-again.ts";
import { requestContext } from "#app/context.server.ts";
import { isLoopback } from "#app/domain/accounts/session/session.ts";
import { SendsMail, sendsMail } from "#app/domain/mail/sends-mail.ts";
import { requireStaff, staffWith } from "#app/guards/guards.server.ts";
import {
  AccessDenied,
  SignedInOutlet,
  signedInMeta,
  UnknownPage,
} from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/layout.ts";
import { accessTo } from "./access.ts";
import { Frame, FrameError, nobody } from "./frame/frame.tsx";
import { frameFacts } from "./frame/frame-facts.server.ts";
import { isFullScreen } from "./full-screen.ts";

/** Checks access to the page (access.ts). */
export const middleware: Route.MiddlewareFunction[] = [
  (args, next) => requireStaff(accessTo(args.pattern, args.request.method))(args, next),
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPage];

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Admin");

/** Returns the frame's data. Without a loader, client navigations would skip the guard. */
export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffWith(context);
  const services = context.get(requestContext);
  const { adminEmail, shop } = services;
  // Emailed links use this address, so a loopback one opens on this computer only.
  const isOnlyHere = isLoopback(new URL(shop.siteUrl).hostname);
  return {
    ...(await frameFacts(services, staff)),
    imageEditor: adminEmail,
    isOnlyHere,
    sendsMail: sendsMail(services),
  };
}

export default function AdminLayout({ loaderData, matches }: Route.ComponentProps) {
  return (
    <SendsMail value={loaderData.sendsMail}>
      <Frame {...loaderData} isFullScreen={isFullScreen(matches)}>
        <AccessDenied
          description={loaderData.staffRole === "owner" ? imagesDenied(loaderData) : undefined}
        />
        <UnknownPage />
        <SignedInOutlet />
      </Frame>
    </SendsMail>
  );
}

function imagesDenied({ imageEditor, email }: { imageEditor: string; email: string }): string {
  return `Only ${imageEditor} can edit images. You are signed in as ${email}.`;
}

/** Errors keep the frame, so that the user can navigate on. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Frame {...(loaderData ?? nobody)}>
      <FrameError error={error} />
    </Frame>
  );
}

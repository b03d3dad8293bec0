import { Outlet } from "react-router";
import { requestContext } from "#app/context.server.ts";
import {
  requireStaffAccount,
  staffAccountContext,
  staffIfAnyContext,
} from "#app/guards/guards.server.ts";
import { Frame, FrameError, nobody } from "../frame/frame.tsx";
import { frameFacts } from "../frame/frame-facts.server.ts";
import type { Route } from "./+types/layout.ts";

// Separate from the back office's layout, as it admits staff who must set up a second factor.

export const middleware: Route.MiddlewareFunction[] = [requireStaffAccount];

/** Required for the guard to run on client navigations. */
export async function loader({ context }: Route.LoaderArgs) {
  const { email } = context.get(staffAccountContext);
  const staff = context.get(staffIfAnyContext);
  if (!staff) return { ...nobody, email, mustSetUp: true };
  return { ...(await frameFacts(context.get(requestContext), staff)), mustSetUp: false };
}

/**
 * The frame of the back office, without a menu for those who must set up a second factor. It
 * doesn't follow live events: a page that shows codes once must not reload.
 */
export default function SecurityLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <Outlet />
    </Frame>
  );
}

/** Errors keep the frame, so that the user can navigate on. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Frame {...(loaderData ?? nobody)}>
      <FrameError error={error} />
    </Frame>
  );
}

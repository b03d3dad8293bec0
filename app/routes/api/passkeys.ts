import { requestContext } from "#app/context.server.ts";
import { challengeOf } from "#app/domain/accounts/second-factor/challenge.server.ts";
import {
  optionsToAdd,
  optionsToProve,
} from "#app/domain/accounts/second-factor/passkeys.server.ts";
import { knownDevice } from "#app/domain/accounts/session/known-device.server.ts";
import { passkeyCounts } from "#app/domain/limits/rate-limits.ts";
import { whenAgain } from "#app/domain/limits/rate-rule.ts";
import { capabilitiesOfRequest } from "#app/guards/guards.server.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import type { Route } from "./+types/passkeys.ts";

/**
 * `POST /api/passkeys`: the challenge that a browser signs to `add` a passkey to the account of
 * signed-in staff, to `confirm` their identity, or to `enter` after the password.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const { limits, clientAddress, log } = services;
  const { purpose } = await formFields(request);
  const { staffAccount, challenge, isClient } = await ownersOf(request, context);
  if (!staffAccount && !challenge) return notYours(isClient);
  if (purpose !== "add" && purpose !== "confirm" && purpose !== "enter") {
    return refusal("There is no such purpose.", 400);
  }
  const owner = purpose === "enter" ? challenge : staffAccount;
  if (!owner) return notYours(false);
  const { userId, email } = owner;
  const browser =
    purpose === "enter"
      ? await knownDevice(services.auth, request.headers, email)
      : (staffAccount?.sessionId ?? null);
  const wait = await limits.takeAll(passkeyCounts(clientAddress, userId, browser));
  if (wait !== null) {
    const message = `Too many attempts. Please try again ${whenAgain(wait)}.`;
    return refusal(message, 429, { "Retry-After": String(wait) });
  }
  try {
    const options =
      purpose === "add" && staffAccount
        ? await optionsToAdd(services, staffAccount)
        : await optionsToProve(services, userId);
    if (!options) return refusal("Your account has no passkey.", 409);
    return Response.json(options, { headers: { "Cache-Control": "private, no-store" } });
  } catch (error) {
    log.error({ err: error }, "a passkey could not be asked for");
    return refusal("The shop is not available right now. Please try again in a moment.", 503);
  }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { staffAccount, challenge, isClient } = await ownersOf(request, context);
  if (!staffAccount && !challenge) return notYours(isClient);
  return refusal("Please send a form.", 405, { Allow: "POST" });
}

/** Returns signed-in staff, and the user who is signing in. */
async function ownersOf(request: Request, context: Route.LoaderArgs["context"]) {
  const { client, staffAccount } = await capabilitiesOfRequest(request, context);
  const challenge = await challengeOf(context.get(requestContext), request.headers);
  return { staffAccount, challenge, isClient: client !== null };
}

function notYours(isClient: boolean): Response {
  return isClient
    ? refusal("You don't have permission to access this area", 403)
    : refusal("Please sign in", 401);
}

function refusal(error: string, status: number, headers: Record<string, string> = {}): Response {
  return Response.json(
    { error },
    { status, headers: { "Cache-Control": "private, no-store", ...headers } },
  );
}

import { z } from "zod";
import { knownDeviceCounts, sessionCounts, signInCounts } from "#app/domain/limits/rate-limits.ts";
import { giveBackAll } from "#app/domain/limits/rate-rule.ts";
import type { AccountServices } from "../account-services.server.ts";
import { knownDevice } from "../session/known-device.server.ts";
import { signInForm } from "./auth-forms.ts";
import { tooOftenMessage } from "./form-answer.ts";
import { noteEntered, tryGuarded } from "./sign-in.server.ts";

/**
 * Handles `POST /api/auth/sign-in/email` with JSON `{ email, password }`, under the same limits as
 * /login. Answers 200 with the session cookie, 400 for an invalid body, 401 for wrong credentials,
 * 403 for an unconfirmed address or a second factor (which /login asks for), or 429 with
 * `Retry-After` in seconds.
 */
export async function answerSignIn(
  services: Pick<AccountServices, "db" | "auth" | "limits" | "adminEmail" | "shop">,
  request: Request,
  clientAddress: string,
): Promise<Response> {
  const { auth, limits } = services;
  const form = signInForm.safeParse(await jsonOf(request));
  if (!form.success) return refusal(400, "Please send an email address and a password.");
  const { email } = form.data;
  const device = await knownDevice(auth, request.headers, email);
  const { attempts, failures } = device
    ? knownDeviceCounts(device, email)
    : signInCounts(clientAddress, email);
  const wait = await limits.takeAll([...failures, ...attempts, ...sessionCounts(email)]);
  if (wait !== null) {
    return refusal(429, tooOftenMessage(wait), { "Retry-After": String(wait) });
  }
  const guarded = await tryGuarded(services, form.data);
  if (guarded === "wrong-credentials") {
    // better-auth gives the same answer for other accounts.
    const answer = { message: "Invalid email or password", code: "INVALID_EMAIL_OR_PASSWORD" };
    return Response.json(answer, { status: 401 });
  }
  if (guarded !== null) {
    await giveBackAll(limits, failures);
    return refusal(403, "This account has a second factor. Please sign in on the page /login.");
  }
  // Rebuild the body, which must contain only the credentials that were rate-limited.
  const headers = new Headers(request.headers);
  headers.set("Content-Type", "application/json");
  headers.delete("Content-Length");
  const attempt = { method: "POST", headers, body: JSON.stringify(form.data) };
  const answer = await auth.handler(new Request(request.url, attempt));
  if (!answer.ok) return answer;
  await giveBackAll(limits, failures);
  const opened = signedIn.safeParse(await answer.clone().json()).data;
  const entered =
    opened &&
    (await noteEntered({ ...services, clientAddress }, request, {
      userId: opened.user.id,
      token: opened.token,
      isProven: false,
    }));
  const remembered = new Headers(answer.headers);
  if (entered) remembered.append("Set-Cookie", entered.cookie);
  return new Response(answer.body, { status: answer.status, headers: remembered });
}

/** The parts of better-auth's answer that we read. */
const signedIn = z.object({ token: z.string(), user: z.object({ id: z.uuid() }) });

async function jsonOf(request: Request): Promise<unknown> {
  return request.json().catch((error: unknown) => {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  });
}

function refusal(status: number, message: string, headers?: Record<string, string>): Response {
  return Response.json(
    { message },
    { status, headers: { "Cache-Control": "no-store", ...headers } },
  );
}

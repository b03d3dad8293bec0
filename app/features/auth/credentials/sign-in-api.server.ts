import type { Services } from "#app/context.server.ts";
import { knownDeviceCounts, sessionCounts, signInCounts } from "#app/features/limits/limits.ts";
import { giveBackAll } from "#app/features/limits/rate-rule.ts";
import { knownDevice, rememberDevice } from "../session/known-device.server.ts";
import { signInForm } from "./auth-forms.ts";
import { tooOftenMessage } from "./form-answer.ts";

/**
 * Handles `POST /api/auth/sign-in/email` with JSON `{ email, password }`: 200 with the session
 * cookie, 400 for an invalid body, 401, and 429 with `Retry-After`, under the same limits as
 * /login.
 */
export async function answerSignIn(
  services: Pick<Services, "auth" | "limits">,
  request: Request,
  clientAddress: string,
): Promise<Response> {
  const { auth, limits } = services;
  const form = signInForm.safeParse(await jsonOf(request));
  if (!form.success) return refusal(400, "Please send an e-mail address and a password.");
  const { email } = form.data;
  const device = await knownDevice(auth, request.headers, email);
  const { attempts, failures } = device
    ? knownDeviceCounts(device, email)
    : signInCounts(clientAddress, email);
  const wait = await limits.takeAll([...failures, ...attempts, ...sessionCounts(email)]);
  if (wait !== null) {
    return refusal(429, tooOftenMessage(wait), { "Retry-After": String(wait) });
  }
  // Rebuild the body, so that only the credentials that were rate-limited are tried.
  const headers = new Headers(request.headers);
  headers.set("Content-Type", "application/json");
  headers.delete("Content-Length");
  const attempt = { method: "POST", headers, body: JSON.stringify(form.data) };
  const answer = await auth.handler(new Request(request.url, attempt));
  if (!answer.ok) return answer;
  await giveBackAll(limits, failures);
  const remembered = new Headers(answer.headers);
  remembered.append("Set-Cookie", await rememberDevice(auth, request.headers, email));
  return new Response(answer.body, { status: answer.status, headers: remembered });
}

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

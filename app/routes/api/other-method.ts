/** Answers a request whose method its address does not take. */
export function otherMethod(error: string, allowed = "POST"): Response {
  return Response.json({ error }, { status: 405, headers: { Allow: allowed } });
}

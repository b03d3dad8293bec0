/** Answers a request whose method the URL does not accept. */
export function otherMethod(error: string, allowed = "POST"): Response {
  return Response.json({ error }, { status: 405, headers: { Allow: allowed } });
}

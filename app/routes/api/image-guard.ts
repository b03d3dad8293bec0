import type { MiddlewareFunction } from "react-router";
import { requireAdmin, requireImageEditor } from "#app/features/auth/guards.server.ts";

/**
 * Guards picture endpoints: all administrators may read, only the designated one may change
 * anything (specification, section 6).
 */
export const imageGuard: MiddlewareFunction<Response> = (args, next) => {
  const { method } = args.request;
  const guard = method === "GET" || method === "HEAD" ? requireAdmin : requireImageEditor;
  return guard(args, next);
};

import { requestContext } from "#app/context.server.ts";
import { addressOf, exportPerson } from "#app/features/personal-data/find-person.server.ts";
import { personJob } from "#app/features/personal-data/personal-data.ts";
import { adminContext } from "#app/guards/guards.server.ts";
import { recentProofToRead } from "#app/guards/recent-proof.server.ts";
import { answerPaper, pdfResponse, plainAnswer } from "#app/routes/paper-answer.server.ts";
import type { Route } from "./+types/person-paper.ts";

/**
 * `GET /admin/personal-data/{person}/papers/personal-data.pdf` and `personal-data.json`: all data
 * kept about a person, for that person. A middleware, as the router encodes what loaders return.
 */
const answerPersonPaper: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const admin = context.get(adminContext);
  const { db } = context.get(requestContext);
  const email = await addressOf(db, admin, params.person);
  if (email === null) return next();
  if (params.paper === "personal-data.pdf") {
    const answer = await answerPaper(
      { request, context, admitted: admin, what: "The paper" },
      async (print, { shop: { company } }) => {
        const found = await exportPerson(db, admin, email);
        return pdfResponse(await print(personJob(found, company, new Date())), params.paper);
      },
    );
    return answer ?? next();
  }
  if (params.paper !== "personal-data.json") return next();
  const found = await exportPerson(db, admin, email);
  return new Response(`${JSON.stringify(found, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${params.paper}"`,
      "Cache-Control": "no-store",
    },
  });
};

export const middleware: Route.MiddlewareFunction[] = [recentProofToRead, answerPersonPaper];

export const loader = () => plainAnswer("We keep nothing of this person.", 404);

import { Link } from "react-router";
import { Notice } from "#app/components/page/notice.tsx";
import type { ClientRecall } from "./client-recalls.server.ts";

/** Open recalls a client was notified of, with links to answer; nothing without any. */
export function ClientRecalls({ recalls }: { recalls: readonly ClientRecall[] }) {
  return recalls.map(({ path, products, reason, instructions, isAnswered }) => (
    <Notice
      key={path}
      tone={isAnswered ? "info" : "error"}
      className="mt-6"
      title={`Recall: ${products.join(", ")}`}
    >
      <p className="break-words">{reason}</p>
      <p className="mt-1 font-semibold break-words">{instructions}</p>
      <Link to={path} className="link inline-flex min-h-11 items-center" reloadDocument>
        {isAnswered ? "See your answer, or correct it" : "Tell us what became of it"}
      </Link>
    </Notice>
  ));
}

import type { Context } from "hono";

interface Words {
  title: string;
  text: string;
  /** A second sentence, only for people. */
  comfort?: string;
  /** True to include links; on a busy shop they would only cause more requests. */
  leadsOn?: boolean;
}

/** Responds without the router: a page to browsers, `{ error }` to everybody else. */
export function plainAnswer(c: Context, status: 400 | 414 | 503, words: Words): Response {
  c.header("Cache-Control", "no-store");
  const wantsPage = c.req.header("accept")?.includes("text/html");
  return wantsPage ? c.html(plainPage(words), status) : c.json({ error: words.text }, status);
}

/** No scripts or images, which would only cause more requests. The text is ours, not user input. */
export function plainPage({ title, text, comfort = "", leadsOn = false }: Words): string {
  return `<!doctype html>
<html lang="en-CA">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<body style="font:1.125rem/1.5 Georgia,serif;margin:12vh auto;max-width:32rem;padding:0 1.5rem;background:#f3ebe2;color:#211c19">
<h1>${title}</h1>
<p>${text} ${comfort}</p>
${leadsOn ? links : ""}
</body>
</html>
`;
}

const links = `<p><a href="/shop" style="color:inherit">Shop all cuts</a> &middot; <a href="/" style="color:inherit">Home</a></p>`;

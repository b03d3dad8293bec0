import { Writable } from "node:stream";
import type { ReactNode } from "react";
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  Scripts,
  ServerRouter,
} from "react-router";
import { ImagePreviews } from "#app/components/responsive-image.tsx";
import { carriedPreviews } from "#app/routes/storefront/frame/page-images.server.ts";
import { NumberedPages } from "./components/page/pagination.tsx";
import { ServedParts } from "./components/page/served.tsx";
import { requestContext } from "./context.server.ts";
import { PostalForm } from "./domain/delivery/postal/postal-form.tsx";
import { hasCardForm } from "./domain/payments/card-form/card-form.ts";
import { carriesStyles, scriptsLast, withStyles } from "./first-paint.server.ts";
import { scriptMark, withScriptPolicy } from "./lib/content-security-policy.server.ts";
import { Footer } from "./routes/storefront/frame/footer.tsx";
import { ProductFacts } from "./routes/storefront/shop/product-facts.tsx";
import { CarriesStyles } from "./stylesheet.tsx";

const servedParts = {
  footer: Footer,
  facts: ProductFacts,
  pages: NumberedPages,
  postal: PostalForm,
  scripts: Scripts,
};

/** In ms, longer than any page needs; a hanging render is answered with an error page. */
const renderTimeout = 10_000;

/** Renders a page completely before the first byte, to set the status and cache the result. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const mark = scriptMark();
  const isCarried = carriesStyles(routerContext);
  const rendered = await render(
    <CarriesStyles value={isCarried}>
      <ImagePreviews value={context.get(carriedPreviews)}>
        <ServedParts value={servedParts}>
          <ServerRouter context={routerContext} url={request.url} nonce={mark} />
        </ServedParts>
      </ImagePreviews>
    </CarriesStyles>,
    mark,
  );
  const page = rendered.toString();
  const { html, policy } = withScriptPolicy(
    isCarried ? scriptsLast(withStyles(page), mark) : page,
    mark,
    hasCardForm(routerContext.staticHandlerContext.matches.map(({ route }) => route.handle))
      ? context.get(requestContext).cardProvider?.browser.policy
      : undefined,
  );
  // Vite injects its own scripts and styles in development.
  if (import.meta.env.PROD) headers.set("Content-Security-Policy", policy);
  // As bytes, as a string would be encoded a second time.
  return new Response(Buffer.from(html), { status, headers });
}

function render(page: ReactNode, nonce: string): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(Buffer.from(chunk));
        done();
      },
      final(done) {
        clearTimeout(timeout);
        resolve(Buffer.concat(chunks));
        done();
      },
    });
    const options: RenderToPipeableStreamOptions = {
      onAllReady: () => pipe(sink),
      onError: reject,
      nonce,
    };
    const { pipe, abort } = renderToPipeableStream(page, options);
    const timeout = setTimeout(() => abort(new Error("The page took too long")), renderTimeout);
  });
}

/** Logs unexpected errors with the request id; the visitor sees the error page. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // Don't log aborted requests as errors.
  if (request.signal.aborted) return;
  // Neither are unknown URLs or methods; 503s have already been logged.
  if (isRouteErrorResponse(error) && (error.status < 500 || error.status === 503)) return;
  context.get(requestContext).failed(error);
};

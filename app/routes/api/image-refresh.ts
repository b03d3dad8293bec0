import { guideCutNames } from "#app/content/cuts-guide.ts";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import type { ImageEditor } from "#app/domain/access/capability.ts";
import { productsOfCuts } from "#app/domain/catalogue/cut-lookup.server.ts";
import { refreshCutImages } from "#app/domain/catalogue/placement/cut-images.server.ts";
import { imageEditorContext, imageGuard } from "#app/guards/guards.server.ts";
import { orNull } from "#app/lib/or-null.ts";
import type { Route } from "./+types/image-refresh.ts";
import { otherMethod } from "./other-method.ts";

const onlyPost = () => otherMethod("Images are refreshed by POST");

export const middleware: Route.MiddlewareFunction[] = [imageGuard];

/** `POST /api/image-refresh`: maps an image to each cut; 200 with the mapped number and total. */
export async function action({ request, context }: Route.ActionArgs) {
  const imageEditor = context.get(imageEditorContext);
  if (request.method !== "POST") return onlyPost();
  const { db, log } = context.get(requestContext);
  const counted = await orNull(refresh(db, imageEditor), log, "refresh of the cut images");
  if (counted) return Response.json(counted);
  return Response.json({ error: "Failed to refresh cut images." }, { status: 503 });
}

async function refresh(db: RequestContext["db"], imageEditor: ImageEditor) {
  const cuts = guideCutNames();
  const found = await productsOfCuts(db, cuts);
  const productIds = cuts.map(({ slug }) => found.get(slug) ?? null);
  return refreshCutImages(db, imageEditor, productIds);
}

export const loader = () => onlyPost();

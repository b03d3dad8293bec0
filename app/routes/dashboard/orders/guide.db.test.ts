import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import type { Client } from "#app/domain/access/capability.ts";
import { roleMayNotOrder } from "#app/domain/orders/order-refusals.ts";
import { clientContext } from "#app/guards/guards.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import type { Route } from "./+types/guide.ts";
import ArrangeGuide, { loader } from "./guide.tsx";

let database: OpenDatabase;
let owner: Client;
beforeAll(async () => {
  database = await openTestDatabase();
  owner = await signedInClient(database.db);
});
afterAll(() => database.close());

async function pageFor(role: Client["role"]): Promise<string> {
  const context = new RouterContextProvider();
  context.set(requestContext, { db: database.db } as RequestContext);
  context.set(clientContext, { ...owner, role });
  const url = new URL("https://shop.example/dashboard/guide");
  const { data } = await loader({ context, url } as unknown as Route.LoaderArgs);
  const props = { loaderData: data, actionData: undefined } as Route.ComponentProps;
  const Page = createRoutesStub([
    { path: "/", Component: () => createElement(ArrangeGuide, props) },
  ]);
  return renderToStaticMarkup(createElement(Page)).replaceAll("&#x27;", "'");
}

it.each(["owner", "buyer"] as const)(
  "lets members who may order arrange the guide: %s",
  async (role) => {
    const page = await pageFor(role);
    expect(page).toContain("Save guide");
    expect(page).not.toContain(roleMayNotOrder);
  },
);

it.each(["viewer", "bookkeeper"] as const)(
  "tells members who may not order so, without the form: %s",
  async (role) => {
    const page = await pageFor(role);
    expect(page).toContain(roleMayNotOrder);
    expect(page).not.toContain("<form");
  },
);

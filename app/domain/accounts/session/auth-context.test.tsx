import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { afterOthers, isGuarded } from "./auth-browser.ts";
import { AuthProvider, useAuth } from "./auth-context.tsx";

function Who() {
  const { user, session, profile, isLoading, isAdmin, errorMessage } = useAuth();
  return <p>{JSON.stringify({ user, session, profile, isLoading, isAdmin, errorMessage })}</p>;
}

test("useAuth throws outside its provider", () => {
  expect(() => renderToString(<Who />)).toThrow("useAuth must be used within an AuthProvider");
});

test("the server renders the same auth state for everybody", () => {
  const html = renderToString(
    <AuthProvider>
      <Who />
    </AuthProvider>,
  );
  const state = JSON.parse(html.replace(/<\/?p>/g, "").replaceAll("&quot;", '"'));
  expect(state).toEqual({
    user: null,
    session: null,
    profile: null,
    isLoading: true,
    isAdmin: false,
    errorMessage: null,
  });
});

test("isGuarded recognizes guarded pages", () => {
  for (const path of ["/dashboard", "/dashboard/orders", "/admin", "/admin/images"]) {
    expect(isGuarded(path), path).toBe(true);
  }
  for (const path of ["/", "/login", "/administration", "/dashboards", "/shop/admin"]) {
    expect(isGuarded(path), path).toBe(false);
  }
});

test("afterOthers leads from a till to the sign-in and back when another tab signs out, otherwise to /", () => {
  expect(afterOthers("/admin/counter/t-1")).toBe("/login?next=%2Fadmin%2Fcounter%2Ft-1");
  expect(afterOthers("/admin/orders")).toBe("/");
  expect(afterOthers("/dashboard")).toBe("/");
});

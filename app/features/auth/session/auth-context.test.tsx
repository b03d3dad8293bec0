import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { AuthProvider, useAuth } from "./auth-context.tsx";

function Who() {
  const { user, session, profile, isLoading, isAdmin, errorMessage } = useAuth();
  return <p>{JSON.stringify({ user, session, profile, isLoading, isAdmin, errorMessage })}</p>;
}

test("the state is not to be had outside its provider", () => {
  expect(() => renderToString(<Who />)).toThrow("useAuth must be used within an AuthProvider");
});

test("the server renders the same for everybody", () => {
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

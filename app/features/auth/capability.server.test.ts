import { describe, expect, expectTypeOf, it } from "vitest";
import { capabilitiesOf } from "./capability.server.ts";
import type { Admin, Client, ImageEditor, Visitor } from "./capability.ts";

const designatedEmail = "admin@example.com";

const membership = { customerId: "customer-1", role: "owner", siteIds: null } as const;
const acting = { customerId: "customer-1", role: "owner", sites: null };

function account(email: string, isAdmin: boolean | null | undefined = false) {
  return { userId: "user-1", email, isAdmin, membership };
}

describe("capabilitiesOf", () => {
  it("gives nobody only what a visitor has", () => {
    const capabilities = capabilitiesOf(null, designatedEmail);
    expect(capabilities).toMatchObject({ client: null, admin: null, imageEditor: null });
    expect(capabilities.visitor).toBeDefined();
  });

  it("makes an ordinary account a client and nothing more", () => {
    const { client, admin, imageEditor } = capabilitiesOf(
      account("butcher@example.com"),
      designatedEmail,
    );
    expect(client).toEqual({ userId: "user-1", email: "butcher@example.com", ...acting });
    expect(admin).toBeNull();
    expect(imageEditor).toBeNull();
  });

  it("makes a profile with is_admin an administrator who may not edit images", () => {
    const { client, admin, imageEditor } = capabilitiesOf(
      account("staff@example.com", true),
      designatedEmail,
    );
    expect(client).not.toBeNull();
    expect(admin).toEqual({ userId: "user-1", email: "staff@example.com", ...acting });
    expect(imageEditor).toBeNull();
  });

  it.each(["admin@example.com", "ADMIN@Example.com", "  admin@example.com\n"])(
    "makes the designated address %j an administrator and image editor without is_admin",
    (email) => {
      for (const isAdmin of [false, true, null, undefined]) {
        const { client, admin, imageEditor } = capabilitiesOf(
          account(email, isAdmin),
          designatedEmail,
        );
        expect(client && admin && imageEditor).not.toBeNull();
      }
    },
  );

  it("compares with the designated address as it was typed into the settings", () => {
    expect(
      capabilitiesOf(account("admin@example.com"), " Admin@EXAMPLE.com ").imageEditor,
    ).not.toBeNull();
  });

  it.each([
    "xadmin@example.com",
    "admin@example.com.evil.example",
    "admin@example.co",
    "admin+x@example.com",
    "a dmin@example.com",
    "",
  ])("grants nothing to the near miss %j", (email) => {
    const { admin, imageEditor } = capabilitiesOf(account(email), designatedEmail);
    expect(admin).toBeNull();
    expect(imageEditor).toBeNull();
  });

  it("grants nothing on a missing or truthy but untrue is_admin", () => {
    const values: unknown[] = [null, undefined, "true", 1, {}];
    for (const isAdmin of values) {
      const from = account("a@example.com", isAdmin as boolean);
      expect(capabilitiesOf(from, designatedEmail).admin).toBeNull();
    }
  });

  it("designates nobody when the designated address is blank", () => {
    for (const blank of ["", "   "]) {
      expect(capabilitiesOf(account(""), blank).admin).toBeNull();
      expect(capabilitiesOf(account("  "), blank).imageEditor).toBeNull();
    }
  });

  it("cannot be changed afterwards", () => {
    const { client } = capabilitiesOf(account("butcher@example.com"), designatedEmail);
    expect(Object.isFrozen(client)).toBe(true);
  });
});

// Checked by the compiler, with the types: what may stand in for what.
describe("the capability types", () => {
  it("lets a greater capability stand in for a lesser one and never the reverse", () => {
    expectTypeOf<ImageEditor>().toExtend<Admin>();
    expectTypeOf<Admin>().toExtend<Client>();
    expectTypeOf<Client>().toExtend<Visitor>();
    expectTypeOf<Visitor>().not.toExtend<Client>();
    expectTypeOf<Client>().not.toExtend<Admin>();
    expectTypeOf<Admin>().not.toExtend<ImageEditor>();
  });

  it("lets no plain object pass for one", () => {
    expectTypeOf<{ userId: string; email: string }>().not.toExtend<Client>();
    expectTypeOf<{ userId: string; email: string; isAdmin: true }>().not.toExtend<Admin>();
  });
});

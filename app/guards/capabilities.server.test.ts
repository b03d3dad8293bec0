import { describe, expect, expectTypeOf, it } from "vitest";
import type { Admin, Client, ImageEditor, Staff, Visitor } from "#app/domain/access/capability.ts";
import type { Permission } from "#app/domain/access/staff-roles.ts";
import type { updateProduct } from "#app/domain/catalogue/product-form/product-form.server.ts";
import type { decideCredit } from "#app/domain/claims/decide-credit.server.ts";
import type { cancelOrder } from "#app/domain/ordering/transition/cancel-order.server.ts";
import type { addPackage } from "#app/domain/packages/packages.server.ts";
import type { createPriceList } from "#app/domain/pricing/editing/price-lists.server.ts";
import type { updateShopSettings } from "#app/domain/settings/settings.server.ts";
import type { bookByHand } from "#app/features/collecting/by-hand.server.ts";
import type { sendOut } from "#app/features/runs/run-changes.server.ts";
import { capabilitiesOf } from "./capabilities.server.ts";

const designatedEmail = "admin@example.com";

const membership = { customerId: "customer-1", role: "owner", siteIds: null } as const;
const acting = {
  customerId: "customer-1",
  records: ["customer-1"],
  guests: [],
  role: "owner",
  sites: null,
};

function account(email: string, isAdmin: boolean | null | undefined = false) {
  return { userId: "user-1", email, isAdmin, membership };
}

describe("capabilitiesOf", () => {
  it("gives a request without an account only the visitor's capability", () => {
    const capabilities = capabilitiesOf(null, designatedEmail);
    expect(capabilities).toMatchObject({
      client: null,
      staff: null,
      admin: null,
      imageEditor: null,
    });
    expect(capabilities.visitor).toBeDefined();
  });

  it("makes an ordinary account a client and nothing more", () => {
    const { client, staff, admin, imageEditor } = capabilitiesOf(
      account("butcher@example.com"),
      designatedEmail,
    );
    expect(staff).toBeNull();
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
    expect(admin).toEqual({
      userId: "user-1",
      email: "staff@example.com",
      ...acting,
      staffRole: "owner",
    });
    expect(imageEditor).toBeNull();
  });

  it.each(["packer", "driver", "bookkeeper", "catalogue"] as const)(
    "makes a %s staff and no administrator",
    (staffRole) => {
      const { client, staff, admin, imageEditor } = capabilitiesOf(
        { ...account("staff@example.com"), staffRole },
        designatedEmail,
      );
      expect(client).toEqual({ userId: "user-1", email: "staff@example.com", ...acting });
      expect(staff).toEqual({ ...client, staffRole });
      expect(Object.isFrozen(staff)).toBe(true);
      expect([admin, imageEditor]).toEqual([null, null]);
    },
  );

  it("keeps the designated address an owner, regardless of the stored role", () => {
    const stored = { ...account(designatedEmail), staffRole: "packer" } as const;
    const { staff, imageEditor } = capabilitiesOf(stored, designatedEmail);
    expect(staff?.staffRole).toBe("owner");
    expect(imageEditor).not.toBeNull();
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

  it("ignores case and spaces in the designated address of the settings", () => {
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
  ])("grants nothing to the similar address %j", (email) => {
    const { admin, imageEditor } = capabilitiesOf(account(email), designatedEmail);
    expect(admin).toBeNull();
    expect(imageEditor).toBeNull();
  });

  it("grants nothing if is_admin is missing, or truthy but not true", () => {
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

  it("returns a frozen client", () => {
    const { client } = capabilitiesOf(account("butcher@example.com"), designatedEmail);
    expect(Object.isFrozen(client)).toBe(true);
  });
});

// Checked by the compiler, with the types: what is assignable to what.
describe("the capability types", () => {
  it("accept a greater capability for a lesser one, never the reverse", () => {
    expectTypeOf<ImageEditor>().toExtend<Admin>();
    expectTypeOf<Admin>().toExtend<Staff<Permission>>();
    expectTypeOf<Staff>().toExtend<Client>();
    expectTypeOf<Client>().not.toExtend<Staff>();
    expectTypeOf<Staff<Permission>>().not.toExtend<Admin>();
    expectTypeOf<Client>().toExtend<Visitor>();
    expectTypeOf<Visitor>().not.toExtend<Client>();
    expectTypeOf<Client>().not.toExtend<Admin>();
    expectTypeOf<Admin>().not.toExtend<ImageEditor>();
  });

  it("accept staff in place of those with fewer permissions only", () => {
    expectTypeOf<Staff<"pack">>().toExtend<Staff>();
    expectTypeOf<Staff<"pack" | "money">>().toExtend<Staff<"money">>();
    expectTypeOf<Staff>().not.toExtend<Staff<"pack">>();
    expectTypeOf<Staff<"pack">>().not.toExtend<Staff<"money">>();
    expectTypeOf<Staff<"pack">>().not.toExtend<Staff<"pack" | "money">>();
    expectTypeOf<Staff<"pack">>().not.toExtend<Admin>();
  });

  it("keep packers from money, and drivers from packing", () => {
    type StaffOf<Called extends (...args: never[]) => unknown> = Parameters<Called>[1];
    expectTypeOf<Staff<"pack">>().toExtend<StaffOf<typeof addPackage>>();
    expectTypeOf<Staff<"pack">>().not.toExtend<StaffOf<typeof bookByHand>>();
    expectTypeOf<Staff<"pack">>().not.toExtend<StaffOf<typeof decideCredit>>();
    expectTypeOf<Staff<"pack">>().not.toExtend<StaffOf<typeof updateShopSettings>>();
    expectTypeOf<Staff<"deliver">>().toExtend<StaffOf<typeof sendOut>>();
    expectTypeOf<Staff<"deliver">>().not.toExtend<StaffOf<typeof addPackage>>();
    expectTypeOf<Staff<"money">>().toExtend<StaffOf<typeof bookByHand>>();
    expectTypeOf<Staff<"money">>().not.toExtend<StaffOf<typeof cancelOrder>>();
    expectTypeOf<Staff<"catalogue">>().toExtend<StaffOf<typeof updateProduct>>();
    expectTypeOf<Staff<"catalogue">>().not.toExtend<StaffOf<typeof createPriceList>>();
    expectTypeOf<Admin>().toExtend<StaffOf<typeof bookByHand>>();
  });

  it("don't accept a plain object", () => {
    expectTypeOf<{ userId: string; email: string }>().not.toExtend<Client>();
    expectTypeOf<{ userId: string; email: string; isAdmin: true }>().not.toExtend<Admin>();
  });
});

import { describe, expect, it } from "vitest";
import { settingsPages } from "../settings/settings-pages.ts";
import { pageHits } from "./page-hits.ts";

const found = (staffRole: "owner" | "packer" | "office", typed: string) =>
  pageHits({ staffRole, isImageEditor: false }, typed).map(({ to }) => to);

describe("the pages found by the office's search", () => {
  it.each([
    ["add client", "/admin/clients/new"],
    ["grind", "/admin/cutting/new"],
    ["receive", "/admin/receiving/new"],
    ["GST", "/admin/settings/documents"],
    ["e-transfer", "/admin/receivables"],
    ["merge", "/admin/clients"],
    ["waste", "/admin/stock"],
    ["privacy", "/admin/personal-data"],
    ["move", "/admin/orders/move"],
  ])("for “%s” include %s", (typed, to) => {
    expect(found("owner", typed)).toContain(to);
  });

  it("include each settings page once, by its title", () => {
    for (const { to, title } of settingsPages) {
      expect(found("owner", title).filter((one) => one === to)).toHaveLength(1);
    }
  });

  it("include only pages that the role may open", () => {
    expect(found("packer", "client")).toEqual([]);
    expect(found("packer", "retention data kept")).toEqual([]);
    expect(found("office", "add client")).toEqual(["/admin/clients/new"]);
  });
});

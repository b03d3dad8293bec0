import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enter, send } from "#tests/setup/browserless.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";

// The tests act as the proxy, so that each can use its own network.

let shop: RunningShop;
let client: string;
let admin: string;
beforeAll(async () => {
  shop = await startShop({ TRUST_PROXY: "127.0.0.1,::1" });
  client = await enter(shop.url, shop.demo);
  admin = await enter(shop.url, shop.admin);
});
afterAll(() => shop.stop());

let networks = 0;
const newNetwork = () => `198.51.100.${++networks}`;

interface Sent {
  from?: string;
  cookie?: string;
  json?: object;
}

function post(
  path: string,
  fields: Record<string, string>,
  { from = newNetwork(), ...sent }: Sent = {},
) {
  const headers: Record<string, string> = { origin: shop.url, "x-forwarded-for": from };
  if (sent.cookie) headers.cookie = sent.cookie;
  if (sent.json) headers["content-type"] = "application/json";
  const body = sent.json ? JSON.stringify(sent.json) : new URLSearchParams(fields);
  return fetch(shop.url + path, { method: "POST", redirect: "manual", headers, body });
}

/** Repeats an attempt until it is refused; returns the number of successes. */
async function until429(attempt: () => Promise<Response>, most = 200) {
  for (let times = 0; times < most; times += 1) {
    const answer = await attempt();
    if (answer.status === 429) {
      expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
      return { times, text: await answer.text() };
    }
    expect(answer.status).toBeLessThan(500);
    await answer.body?.cancel();
  }
  throw new Error(`It was never refused in ${most} times`);
}

const wrong = (email: string) => ({ email, password: "not the password" });

describe("signing in", () => {
  test("is blocked for a guessing network, but not for the owner elsewhere", async () => {
    const from = newNetwork();
    const { times, text } = await until429(() => post("/login", wrong(shop.demo.email), { from }));
    expect(times).toBe(10);
    expect(text).toMatch(/Too many attempts in a short time\. Please try again in \d+ minutes?\./);
    expect(text).toContain(`value="${shop.demo.email}"`);
    expect(text).not.toContain("not the password");
    const right = { ...shop.demo };
    expect((await post("/login", right, { from })).status).toBe(429);
    expect((await post("/login", right)).status).toBe(302);
    // Nor for others on the same network.
    expect((await post("/login", { ...shop.admin }, { from })).status).toBe(302);
  });

  test("is not blocked after fifteen successful attempts", async () => {
    const from = newNetwork();
    for (let times = 0; times < 15; times += 1) {
      expect((await post("/login", { ...shop.demo }, { from })).status).toBe(302);
    }
  });

  test("is blocked for a network that tries many accounts", async () => {
    const from = newNetwork();
    let account = 0;
    const { times } = await until429(() =>
      post("/login", wrong(`${++account}@many.example.com`), { from }),
    );
    expect(times).toBe(60);
  });

  test("still works in a browser that has signed in before, while others have locked the account", async () => {
    const owner = { email: "owner@example.com", password: "long enough" };
    const fields = { ...owner, companyName: "Sample Bistro" };
    expect((await post("/login?create", fields)).status).toBe(302);
    const from = newNetwork();
    const entered = await post("/login", owner, { from });
    const device = entered.headers.getSetCookie().map((set) => set.split(";")[0] ?? "");
    const cookie = device.find((set) => set.includes("shop.device=")) ?? "";
    expect(cookie).not.toBe("");

    const elsewhere = Array.from({ length: 11 }, newNetwork);
    let guesses = 0;
    const guess = () => post("/login", wrong(owner.email), { from: elsewhere[guesses++ % 11] });
    await until429(guess);
    expect((await post("/login", owner, { from })).status).toBe(429);
    expect((await post("/login", owner, { from, cookie })).status).toBe(302);
    // It counts only for this account, and doesn't allow guessing either.
    expect((await post("/login", { ...shop.demo }, { from, cookie })).status).toBe(302);
    const { times } = await until429(() => post("/login", wrong(owner.email), { from, cookie }));
    expect(times).toBe(10);
  });

  test("counts API requests together with the form's", async () => {
    const from = newNetwork();
    const email = "both@example.com";
    const api = (body: object) => post("/api/auth/sign-in/email", {}, { from, json: body });
    for (let times = 0; times < 5; times += 1) {
      expect((await post("/login", wrong(email), { from })).status).toBe(401);
      // Any spelling is the same account.
      expect((await api(wrong(` ${email.toUpperCase()}`))).status).toBe(401);
    }
    const refused = await api(wrong(email));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toEqual({ message: expect.stringContaining("Too many attempts") });
    expect((await post("/login", wrong(email), { from })).status).toBe(429);
    for (const json of [{}, { email }, { email: 1, password: 2 }, []]) {
      expect((await api(json)).status).toBe(400);
    }
    const form = await post("/api/auth/sign-in/email", { ...shop.demo }, { from });
    expect(form.status).toBe(400);
  });

  test("gives the same answers whether there is an account or not, from the first to the last", async () => {
    const answersTo = async (email: string) => {
      const from = newNetwork();
      const answers = [];
      for (let times = 0; times < 12; times += 1) {
        const answer = await post("/api/auth/sign-in/email", {}, { from, json: wrong(email) });
        const names = [...answer.headers.keys()].sort();
        answers.push({ status: answer.status, names, text: await answer.text() });
      }
      return answers;
    };
    expect(await answersTo(shop.demo.email)).toEqual(await answersTo("nobody@example.com"));
  });
});

test("sign-ups with one address are limited, keeping the input", async () => {
  const from = newNetwork();
  const fields = { email: shop.demo.email, password: "long enough", companyName: "Kept <Bistro>" };
  const { times, text } = await until429(() => post("/login?create", fields, { from }));
  expect(times).toBe(6);
  expect(text).toContain('value="Kept &lt;Bistro&gt;"');
  expect(text).not.toContain("long enough");
});

test("recovery is limited in the same way whether there is an account or not", async () => {
  const ends: { times: number; text: string }[] = [];
  for (const email of [shop.demo.email, "nobody@example.com"]) {
    const { times, text } = await until429(() => post("/forgot-password", { email }));
    const words = text.replaceAll(email, "somebody").replace(/\d{10,}/g, "0");
    ends.push({ times, text: words });
  }
  expect(ends[0]?.times).toBe(6);
  expect(ends[0]?.text).toContain('value="somebody"');
  expect(ends[0]).toEqual(ends[1]);
});

test("guessing the password of the current session is limited", async () => {
  const fields = { currentPassword: "a guess", password: "another one" };
  const change = () => post("/dashboard/account/password", fields, { cookie: client });
  const { times, text } = await until429(change);
  expect(times).toBe(10);
  expect(text).toContain("Too many attempts");
});

test("changes of an account are limited, keeping the input", async () => {
  const fields = { companyName: "Kept <Bistro>", notes: "Please ring twice" };
  const save = () => post("/dashboard/account", fields, { cookie: client });
  const { times, text } = await until429(save);
  expect(times).toBe(30);
  expect(text).toContain("Too many attempts");
  expect(text).toContain("Kept &lt;Bistro&gt;");
  expect(text).toContain("Please ring twice");
});

test("orders are limited to a number that nobody reaches by hand, keeping the picked lines", async () => {
  const notes = "Please ring twice";
  const fields = { intent: "place", notes };
  const { times, text } = await until429(() => post("/api/orders", fields, { cookie: client }));
  expect(times).toBe(120);
  expect(JSON.parse(text)).toMatchObject({
    refused: {
      step: "review",
      draft: { notes },
      problems: [{ field: "lines", message: expect.stringContaining("Too many orders") }],
    },
  });
  const page = await post("/dashboard/place-order", fields, { cookie: client });
  expect(page.status).toBe(429);
  expect(page.headers.get("retry-after")).toMatch(/^\d+$/);
  const html = await page.text();
  expect(html).toContain("Too many orders in a short time");
  expect(html).toContain(notes);
  // Opening an order doesn't count.
  const review = await post("/dashboard/place-order", { intent: "review" }, { cookie: client });
  expect(review.status).toBe(400);
});

test("searches are limited by network, and still work elsewhere", async () => {
  const from = newNetwork();
  const search = (path: string) => fetch(shop.url + path, { headers: { "x-forwarded-for": from } });
  const answers = await Promise.all(Array.from({ length: 60 }, () => search("/api/search?q=")));
  const more = async () => {
    const answer = await search("/api/search?q=");
    answers.push(answer);
    return answer.status;
  };
  while (answers.length < 5_000 && (await more()) !== 429);
  const refused = answers.at(-1);
  expect(refused?.headers.get("retry-after")).toBe("1");
  expect(await refused?.json()).toEqual({ products: [], total: 0 });
  await expect
    .poll(async () => {
      const pages = await Promise.all(Array.from({ length: 40 }, () => search("/search?q=zebra")));
      const texts = await Promise.all(pages.map((page) => page.text()));
      return texts.filter((_, index) => pages[index]?.status === 429);
    })
    .toContainEqual(expect.stringContaining("Too many searches in a short time"));
  expect((await fetch(`${shop.url}/api/search?q=loin`)).status).toBe(200);
});

test("uploads are limited", async () => {
  const upload = () => post("/api/images?folder=products&name=x", {}, { cookie: admin });
  let refused: Response | undefined;
  for (let times = 0; times < 40 && !refused; times += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, upload));
    refused = answers.find(({ status }) => status === 429);
    for (const { status } of answers) expect([400, 429]).toContain(status);
  }
  expect(refused?.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await refused?.json()).toEqual({ error: expect.stringContaining("Too many images") });
});

test("a forged header has no effect if no proxy is trusted", async () => {
  const own = await startShop();
  try {
    const statuses: number[] = [];
    for (let times = 0; times < 11; times += 1) {
      const headers = { origin: own.url, "x-forwarded-for": newNetwork() };
      const body = new URLSearchParams(wrong(own.demo.email));
      statuses.push((await fetch(`${own.url}/login`, { method: "POST", headers, body })).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect((await send(own.url, "/login", { ...own.admin })).status).toBe(302);
  } finally {
    await own.stop();
  }
});

import { expect, it } from "vitest";
import { browserInWords, coarseNetwork } from "./browser-words.ts";

it.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36",
    "Chrome on Windows",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36 Edg/147.0.0.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
    "Samsung Internet on Android",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 15_5) something", "A browser on Mac"],
  ["curl/8.5.0", "An unknown browser"],
  ["", "An unknown browser"],
  [null, "An unknown browser"],
])("reads %j as %j", (userAgent, words) => {
  expect(browserInWords(userAgent)).toBe(words);
});

it.each([
  ["203.0.113.77", "203.0.113.x"],
  ["::ffff:203.0.113.77", "203.0.113.x"],
  ["2001:db8:600d:1::5", "2001:db8:600d:…"],
  ["2001:db8::5", "2001:db8:…"],
  ["::1", "::1"],
  ["", ""],
  ["made up", ""],
])("shortens the network address %j to %j", (address, network) => {
  expect(coarseNetwork(address)).toBe(network);
});

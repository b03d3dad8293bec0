import type { ClientTerms } from "#app/domain/customers/terms/client-terms.ts";
import type { Wish } from "#db/schema/values/wishes.ts";

// Customers of the sample business, who are plainly samples: by their names, by telephone numbers
// reserved for fiction, and by example.com, where mail reaches nobody.

export interface SampleClient {
  name: string;
  contact: string;
  email: string;
  phone: string;
  sites: { name: string; address: string; postalCode: string }[];
  terms: Partial<ClientTerms>;
  list?: "kitchens" | "counters";
  /** How often they order relative to the others, at the beginning and at the end. */
  weekly: [number, number];
  /** Pounds of a line, or pieces of products sold by the piece. */
  pounds: [number, number];
  pieces: [number, number];
  buys: string[];
  /** By the product's slug. */
  wishes?: Record<string, Wish>;
  /** Days after the due date on which they pay; null if they no longer pay. */
  paysAfter: number | null;
  byCheque?: boolean;
}

const net = (days: number) => ({ termsKind: "net" as const, termsDays: days });

const steaks = ["ribeye-steak", "striploin-steak", "top-sirloin-steak", "tenderloin-steak"];
const counter = [
  "ground-lean",
  "beef-stew",
  "chuck-blade-steak",
  "beef-short-ribs",
  "ribeye-steak",
];

export const clients: SampleClient[] = [
  {
    name: "Sample Bistro (demo)",
    contact: "Sample Contact",
    email: "demo@example.com",
    phone: "604-555-0142",
    terms: { ...net(14) },
    list: "kitchens",
    weekly: [1.4, 2],
    sites: [{ name: "", address: "100 Sample Street, Abbotsford, BC", postalCode: "V2S1A2" }],
    pounds: [6, 26],
    pieces: [4, 14],
    paysAfter: -2,
    buys: [...steaks, "beef-short-ribs", "ground-lean"],
    wishes: {
      "striploin-steak": { thickness: "1.25", perPack: "2", trim: "", note: "" },
      "tenderloin-steak": { thickness: "2", perPack: "", trim: "lean", note: "silverskin off" },
      "ground-lean": { thickness: "", perPack: "5", trim: "", note: "" },
    },
  },
  {
    name: "Sample Butcher",
    contact: "Ann Sample",
    email: "butcher@example.com",
    phone: "604-555-0101",
    terms: { ...net(30), creditLimit: "60000.00", graceDays: 14 },
    list: "counters",
    weekly: [1.6, 2.1],
    pounds: [20, 70],
    pieces: [8, 24],
    sites: [{ name: "", address: "21 Sample Avenue, Mission, BC", postalCode: "V2V1B3" }],
    buys: [...counter, "whole-brisket", "striploin-steak"],
    paysAfter: 0,
    byCheque: true,
  },
  {
    name: "Sample Grocer",
    contact: "Ben Sample",
    email: "grocer@example.com",
    phone: "604-555-0102",
    terms: { ...net(21) },
    list: "counters",
    weekly: [1.8, 2.4],
    pounds: [12, 50],
    pieces: [8, 20],
    sites: [
      { name: "Store", address: "5 Sample Road, Chilliwack, BC", postalCode: "V2P2C4" },
      { name: "Second store", address: "77 Sample Way, Abbotsford, BC", postalCode: "V2T3E5" },
    ],
    buys: counter,
    paysAfter: -4,
  },
  {
    name: "Sample Steakhouse",
    contact: "Cleo Sample",
    email: "steakhouse@example.com",
    phone: "604-555-0103",
    terms: net(14),
    list: "kitchens",
    weekly: [1.5, 2],
    sites: [{ name: "", address: "300 Sample Street, Vancouver, BC", postalCode: "V6B1A1" }],
    pounds: [10, 34],
    pieces: [6, 18],
    buys: [...steaks, "tomahawk-steak"],
    paysAfter: 1,
  },
  {
    name: "Sample Grill",
    contact: "Dev Sample",
    email: "grill@example.com",
    phone: "604-555-0104",
    terms: { ...net(7), graceDays: 5 },
    weekly: [1, 1.2],
    sites: [{ name: "", address: "48 Sample Drive, Burnaby, BC", postalCode: "V5C2E6" }],
    pounds: [6, 20],
    pieces: [4, 10],
    buys: ["top-sirloin-steak", "ground-lean", "skirt-steak"],
    paysAfter: null,
  },
  {
    name: "Sample Meal Kitchen",
    contact: "Eva Sample",
    email: "meals@example.com",
    phone: "604-555-0105",
    terms: { ...net(30), creditLimit: "45000.00" },
    list: "kitchens",
    sites: [{ name: "", address: "9 Sample Crescent, Langley, BC", postalCode: "V3A4G7" }],
    weekly: [1, 2],
    pounds: [20, 60],
    pieces: [6, 12],
    paysAfter: 3,
    buys: ["ground-lean", "beef-stew", "chuck-blade-steak", "whole-brisket"],
  },
  {
    name: "Sample Pub",
    contact: "Finn Sample",
    email: "pub@example.com",
    phone: "604-555-0106",
    terms: net(14),
    weekly: [1, 1.4],
    pounds: [8, 30],
    pieces: [4, 12],
    sites: [{ name: "", address: "12 Sample Lane, Abbotsford, BC", postalCode: "V2S5G8" }],
    buys: ["ground-lean", "beef-short-ribs", "striploin-steak"],
    paysAfter: 4,
  },
  {
    name: "Sample Taqueria",
    contact: "Gil Sample",
    email: "taqueria@example.com",
    phone: "604-555-0107",
    terms: net(7),
    weekly: [1.2, 1.6],
    pounds: [8, 24],
    pieces: [4, 8],
    sites: [{ name: "", address: "63 Sample Street, Surrey, BC", postalCode: "V3T6H9" }],
    buys: ["skirt-steak", "chuck-blade-steak", "ground-lean", "tri-tip-roast"],
    paysAfter: 1,
  },
  {
    name: "Sample Hotel",
    contact: "Hana Sample",
    email: "hotel@example.com",
    phone: "604-555-0108",
    terms: { ...net(30), creditLimit: "40000.00" },
    list: "kitchens",
    sites: [{ name: "Kitchen", address: "800 Sample Street, Vancouver, BC", postalCode: "V6C7J1" }],
    weekly: [0.9, 1.3],
    pounds: [20, 50],
    pieces: [10, 24],
    paysAfter: -1,
    byCheque: true,
    buys: [...steaks, "prime-rib-roast", "beef-short-ribs"],
  },
  {
    name: "Sample Smokehouse",
    contact: "Ivo Sample",
    email: "smokehouse@example.com",
    phone: "604-555-0109",
    terms: net(14),
    weekly: [0.9, 1.4],
    pounds: [25, 80],
    pieces: [4, 10],
    sites: [{ name: "", address: "4 Sample Trail, Mission, BC", postalCode: "V2V8K2" }],
    buys: ["whole-brisket", "beef-short-ribs", "tri-tip-roast"],
    paysAfter: 2,
  },
  {
    name: "Sample Bakery and Pies",
    contact: "Joy Sample",
    email: "bakery@example.com",
    phone: "604-555-0110",
    terms: net(14),
    weekly: [0.7, 1],
    pounds: [10, 30],
    pieces: [4, 8],
    sites: [{ name: "", address: "18 Sample Street, Burnaby, BC", postalCode: "V5H9L3" }],
    buys: ["ground-lean", "beef-stew"],
    paysAfter: 0,
  },
  {
    name: "Sample School Kitchen",
    contact: "Kai Sample",
    email: "school@example.com",
    phone: "604-555-0111",
    weekly: [0, 0.8],
    pounds: [10, 40],
    pieces: [4, 8],
    paysAfter: 5,
    terms: { ...net(30) },
    sites: [{ name: "", address: "2 Sample Court, Chilliwack, BC", postalCode: "V2R1M4" }],
    buys: ["ground-lean", "beef-stew", "chuck-blade-steak"],
  },
];

/** Buyers without an account. */
export const guests = [
  ["Lee Sample", "V2S2A1"],
  ["Mo Sample", "V6B2B2"],
  ["Nora Sample", "V2T3C3"],
  ["Otis Sample", "V5C4E4"],
  ["Pia Sample", "V2P5G5"],
  ["Quinn Sample", "V3A6H6"],
  ["Ravi Sample", "V2V7J7"],
  ["Sue Sample", "V6C8K8"],
] as const;

export const retailBuys = ["ribeye-steak", "ground-lean", "beef-stew", "striploin-steak"];

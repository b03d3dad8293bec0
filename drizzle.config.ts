import { defineConfig } from "drizzle-kit";

// Only for `drizzle-kit generate`: db/migrate.ts applies what it writes.
export default defineConfig({
  dialect: "postgresql",
  schema: ["./db/schema/!(*.test).ts", "./db/schema/{meat,money}/!(*.test).ts"],
  out: "./db/migrations",
});

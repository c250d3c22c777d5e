import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The page lands inside the Python package, where the server finds it and a wheel carries it.
// Addresses inside the page begin at the root, because a row or a game may be opened by its own address.
export default defineConfig({
  base: "/",
  plugins: [svelte()],
  build: {
    outDir: "../src/deadground/server/page",
    emptyOutDir: true,
    target: "es2022",
  },
  test: {
    include: ["src/**/*.test.ts"],
    passWithNoTests: true,
    css: true, // the colours of labels are tested
  },
});

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  base: "/",
  build: { outDir: "../src/umpire/server/static", emptyOutDir: true, target: "es2022", cssMinify: true },
  server: { proxy: { "/api": { target: server, ws: true } } },
});

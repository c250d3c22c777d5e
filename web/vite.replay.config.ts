import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const text = (source: string | Uint8Array): string =>
  typeof source === "string" ? source : new TextDecoder().decode(source);

/** Everything in one page that needs no server. The server writes a battle where the data goes. */
function onePage(): Plugin {
  return {
    name: "one-page",
    enforce: "post",
    generateBundle(_, bundle) {
      let script = "";
      let style = "";
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === "chunk") script += part.code;
        else if (name.endsWith(".css")) style += text(part.source);
        delete bundle[name];
      }
      const source = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Deadground</title>
    <style>${style}</style>
  </head>
  <body>
    <div id="app"></div>
    <script>window.REPLAY = /*REPLAY*/null;</script>
    <script>${script.replaceAll("</script", "<\\/script")}</script>
  </body>
</html>
`;
      this.emitFile({ type: "asset", fileName: "replay.html", source });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), onePage()],
  publicDir: false,
  build: {
    outDir: "../src/deadground/server/page",
    emptyOutDir: false,
    target: "es2022",
    cssCodeSplit: false,
    lib: { entry: "src/replay/main.ts", formats: ["iife"], name: "deadgroundReplay" },
  },
});

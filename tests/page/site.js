// The site, written once by its own program, and what plays on it.

import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "gridhaunt-site-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

function written() {
  const beside = process.env.GRIDHAUNT && join(dirname(process.env.GRIDHAUNT), "gridhaunt-site");
  if (beside && existsSync(beside)) execFileSync(beside, [folder]);
  else execFileSync("cargo", ["run", "--quiet", "-p", "gridhaunt-site", "--", folder], { cwd: ROOT });
  return folder;
}

export const SITE = written();
export const address = (path) => {
  const [file, hash] = path.split(/(?=#)/);
  return pathToFileURL(join(SITE, file)).href + (hash ?? "");
};

const KINDS = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png", ".ttf": "font/ttf", ".webmanifest": "application/manifest+json" };

// A plain host of files, as any other.
export function host() {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://host").pathname));
    const file = join(SITE, path.endsWith("/") ? `${path}index.html` : path);
    if (!file.startsWith(SITE) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": KINDS[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve({ at: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }));
  });
}

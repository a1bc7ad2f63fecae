import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;
/** Below this the coding saves less than it costs. */
const MIN_COMPRESSED_BYTES = 600;

export default defineConfig({
  root,
  plugins: [react(), schemeScript(), compressed()],
  css: { modules: { generateScopedName: '[local]-[hash:base64:5]' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome120', 'firefox121', 'safari17'],
    // Everything is a file of its own: the content security policy allows neither inline scripts nor data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What each page loads, for the test that weighs it.
    manifest: true,
    license: { fileName: 'licenses.json' },
    // What every page shares stays one file while the program changes around it. The first load lists what each page needs: names beyond the hash would weigh 1.7 KB there.
    rolldownOptions: { output: { chunkFileNames: 'assets/c-[hash].js', codeSplitting: { groups: [{ name: languageOf, debugName: 'languages', test: /[\\/]texts[\\/][\w-]+[\\/]/ }, { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/ }] } } },
  },
  // The modules of web/api are no calls.
  server: { proxy: Object.fromEntries(['^/api/(?!.*\\.ts)', '/docs', '/openapi.json', '/assets/icon.svg', '/assets/typeface.css', '/assets/hanken'].map(path => [path, 'http://localhost:3000'])) },
});

/** The chunk of a file of translated texts: each language is one. */
function languageOf(file: string): string | null {
  const [, tag] = /[\\/]texts[\\/]([\w-]+)[\\/][\w-]+\.ts$/.exec(file) ?? [];
  return tag === undefined ? null : `language-${tag}`;
}

/** Puts the script that sets the colour scheme into the head, before anything is painted, as a file: inline scripts are refused. */
function schemeScript(): Plugin {
  const source = readFileSync(join(root, 'theme/scheme.js'), 'utf8');
  const fileName = `assets/scheme-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
  return {
    name: 'dss:scheme-script',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: (_html, { server }) => [{ tag: 'script', attrs: { src: server ? '/theme/scheme.js' : `/${fileName}` }, injectTo: 'head' }],
  };
}

/** Writes each text next to itself as `.br` and `.gz`, so that no reply has to be compressed. */
function compressed(): Plugin {
  return {
    name: 'dss:compressed',
    apply: 'build',
    async writeBundle({ dir }) {
      const files = (await readdir(join(dir!, 'assets'))).filter(name => /\.(js|css|svg|webmanifest)$/.test(name));
      await Promise.all(files.map(name => compress(join(dir!, 'assets', name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_COMPRESSED_BYTES) return;
  const brotli = promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } });
  await Promise.all([writeFile(`${file}.br`, await brotli), writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))]);
}

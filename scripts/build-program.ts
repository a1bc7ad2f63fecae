// Makes the program as it is published, in dist: `program` is JavaScript with the libraries in it, `dashboard` what
// browsers get, THIRD-PARTY-LICENSES.txt says whose work both contain, and sbom.cdx.json the same for programs.
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown, type OutputChunk, type Plugin, type PluginContext } from 'rolldown';
import { ensureDashboard } from '../src/app/dashboard.ts';
import { librariesOf, licensesOf } from './licenses.ts';
import { sbomOf, type Lock } from './sbom.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const LIBRARIES = join(root, 'node_modules/');
const program = join(dist, 'program');
const self = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string; version: string; license: string; dependencies: Record<string, string> };
const { dependencies } = self;

/** Files of libraries that the program does not run itself, but sends to pages. */
const sentOn: string[] = [];
const bundle = await rolldown({ input: join(root, 'src/main.ts'), cwd: root, platform: 'node', external: Object.keys(dependencies), plugins: [ownUrls(), inAscii()], onLog: refuse });
// All files lie in one folder: what `ownUrls` writes holds in each of them.
const { output } = await bundle.write({ dir: program, cleanDir: true, format: 'esm', comments: { legal: false, jsdoc: false } });
await bundle.close();

const dashboard = await ensureDashboard();
rmSync(join(dist, 'dashboard'), { recursive: true, force: true });
cpSync(dashboard, join(dist, 'dashboard'), { recursive: true });

const modules = [...output.filter((file): file is OutputChunk => file.type === 'chunk').flatMap(chunk => chunk.moduleIds), ...sentOn];
const bundled = Object.keys(dependencies).map(name => join(root, 'node_modules', name, 'package.json'));
const libraries = librariesOf([...modules, ...bundled], dashboard);
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), licensesOf(libraries));
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
writeFileSync(join(dist, 'sbom.cdx.json'), `${JSON.stringify(sbomOf(self, libraries, lock), null, 2)}\n`);

/**
 * Keeps each `new URL('<a file of ours>', import.meta.url)` true: a module becomes a program of its own, any other file
 * of the sources and of libraries is copied unchanged, and what lies elsewhere in the project is found from the new place.
 */
function ownUrls(): Plugin {
  return {
    name: 'dss:own-urls',
    transform(code, id) {
      let left = !id.endsWith('.ts') ? 0 : (code.match(/\bimport\.meta\.(url|dirname)\b/g) ?? []).length;
      if (left === 0) return null;
      const emit = (target: string): string => {
        // A folder of the sources is looked through for languages.
        if (target.endsWith('/')) {
          const folder = relative(join(root, 'src'), target);
          for (const file of globSync('*/*/texts/*.ts', { cwd: target })) this.emitFile({ type: 'chunk', id: join(target, file), fileName: join(folder, file.replace(/\.ts$/, '.js')) });
          return folder;
        }
        const fileName = relative(join(root, 'src'), target).replaceAll('/', '-').replace(/\.ts$/, '.js');
        this.emitFile(target.endsWith('.ts') ? { type: 'chunk', id: target, fileName } : { type: 'asset', fileName, source: readFileSync(target) });
        return fileName;
      };
      const moved = code.replaceAll(/new URL\('([^']+)', import\.meta\.url\)/g, (_, path: string) => {
        left--;
        const target = join(dirname(id), path);
        if (target.startsWith(LIBRARIES)) return `new URL('./${copy(this, target)}', import.meta.url)`;
        return `new URL('./${target.startsWith(join(root, 'src/')) ? emit(target) : relative(program, target)}${path.endsWith('/') ? '/' : ''}', import.meta.url)`;
      });
      if (left > 0) throw new Error(`${id}: Only new URL('<a file>', import.meta.url) is found again in the published program.`);
      return moved;
    },
  };
}

/** A file of a library, beside the program; gives its name there. */
function copy(context: PluginContext, target: string): string {
  const fileName = `library-${relative(LIBRARIES, target).replaceAll(/[/@]+/g, '-')}`;
  sentOn.push(target);
  context.emitFile({ type: 'asset', fileName, source: readFileSync(target) });
  return fileName;
}

/** Writes what is not ASCII as escapes: one other character makes V8 keep two bytes for every character of a file, for as long as the program runs. */
function inAscii(): Plugin {
  return {
    name: 'dss:in-ascii',
    generateBundle(_, files) {
      const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
      for (const file of Object.values(files)) if (file.type === 'chunk') file.code = file.code.replaceAll(/[^\x00-\x7F]/g, escaped);
    },
  };
}

/** What the bundler warns of would break where it runs. */
function refuse(level: string, { message }: { message: string }): void {
  if (level === 'warn') throw new Error(message);
}

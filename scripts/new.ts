// Makes the files of something new, ready to be filled: npm run new -- check mta-sts, npm run new -- area web/site-audit.
import { newArea } from './new/area.ts';
import { newCheck } from './new/check.ts';

const kinds: Readonly<Record<string, (root: string, name: string) => { created: string[]; edited: string[] }>> = { area: newArea, check: newCheck };

const root = new URL('..', import.meta.url).pathname;
const [kind = '', name = ''] = process.argv.slice(2);
const make = Object.hasOwn(kinds, kind) && name !== '' ? kinds[kind] : undefined;
if (!make) {
  console.error(`Usage: npm run new -- <${Object.keys(kinds).join('|')}> <name>`);
  process.exit(2);
}
try {
  const { created, edited } = make(root, name);
  for (const path of created) console.log(`created ${path}`);
  for (const path of edited) console.log(`edited  ${path}`);
  console.log(`Next: fill it in, npm run generate, npm test -- ${name}.`);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

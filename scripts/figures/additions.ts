// What it takes to add something of each kind: made in a copy of the project as docs/how-to says, and counted.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newArea } from '../new/area.ts';
import { newCheck } from '../new/check.ts';
import { insertLine } from '../new/templates.ts';

/** A kind of thing that contributors add. */
export interface Addition {
  /** Files that were there and have to be edited, at most. */
  most: number;
  /** Adds one in the copy of the project at `root`. */
  make(root: string): void;
}

/** The kinds of things, by what people call them. */
export const additions = {
  area: { most: 3, make: root => void newArea(root, 'assurance/sample-notes') },
  check: { most: 2, make: root => void newCheck(root, 'sample-text') },
  operation: { most: 1, make: addOperation },
  channel: { most: 2, make: addChannel },
  page: { most: 2, make: addPage },
  setting: { most: 1, make: addSetting },
} as const satisfies Record<string, Addition>;
export type AdditionKind = keyof typeof additions;

function write(root: string, path: string, ...lines: string[]): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), [...lines, ''].join('\n'));
}

/** Replaces `from`, which the file has once; throws where it has not. */
function replace(root: string, path: string, from: string, to: string): void {
  const parts = readFileSync(join(root, path), 'utf8').split(from);
  if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} times: ${from}`);
  writeFileSync(join(root, path), parts.join(to));
}

/** docs/how-to/add-an-operation.md: one that names a thing of the account. */
function addOperation(root: string): void {
  const path = 'src/areas/platform/keys/operations.ts';
  insertLine(root, path, [
    'const sample = operationIn<KeysServices>()({',
    "  id: 'keys.sample', summary: 'Show the name of an API key', description: 'The name of a key of this account; the key itself is not shown.',",
    "  method: 'GET', path: '/api/api-keys/{id}/sample', access: 'session', role: 'admin', allowance: 'none', owns: { id: apiKey },",
    '  input: KeyPath, output: z.object({ success: z.literal(true), data: z.object({ name: z.string().nullable() }) }),',
    "  examples: [{ input: { id: 'key_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'By its id, as the list shows it' }],",
    '  run: ({ owned }) => Promise.resolve({ success: true as const, data: { name: owned.id.name } }),',
    '});',
    '',
  ].join('\n'), line => line.startsWith('export const keysOperations = '));
  replace(root, path, 'rotateOne] as const;', 'rotateOne, sample] as const;');
}

/** docs/how-to/add-a-channel.md */
function addChannel(root: string): void {
  const folder = 'src/areas/platform/notifications';
  const [kinds, texts] = [`${folder}/channel-kinds.ts`, 'web/areas/platform/notifications/texts/channels.ts'];
  write(root, `${folder}/templates/sample.ts`,
    "import type { Message } from '../notice.ts';", '',
    '/** The title of the first notification. */',
    'export function sampleBody({ notices: [{ title }] }: Message): string {',
    '  return JSON.stringify({ text: title });',
    '}');
  for (const name of readdirSync(join(root, folder, 'golden/messages'))) {
    const { notices: [{ title }] } = JSON.parse(readFileSync(join(root, folder, 'golden/messages', name), 'utf8')) as { notices: [{ title: string }] };
    write(root, `${folder}/golden/sample/${name}`, JSON.stringify({ text: title }));
  }
  insertLine(root, kinds, "import { sampleBody } from './templates/sample.ts';", line => line.includes("from './templates/slack.ts'"));
  insertLine(root, kinds, '  sample: { target: secretUrl, secret: null, collects: true, forPeople: true, body: sampleBody },', line => line === '} satisfies Record<string, ChannelKind>;');
  insertLine(root, texts, "    sample: { name: 'Sample', help: 'A sample.', target: 'URL', example: 'https://hooks.example.com/sample', secret: null },", line => line.startsWith('    slack: {'));
}

/** web/README.md, "Add a page". */
function addPage(root: string): void {
  const folder = 'web/areas/platform/keys';
  write(root, `${folder}/sample/page.tsx`,
    "import { PageHead } from '../../../../parts/page-head.tsx';",
    "import { texts } from '../texts/sample.ts';", '',
    '/** A sample. */',
    'export default function Page() {',
    '  return <PageHead title={texts.title} answer={texts.answer} />;',
    '}');
  write(root, `${folder}/texts/sample.ts`,
    "import { defineTexts } from '../../../../language/index.ts';", '',
    "export const texts = defineTexts('platform/keys/sample', () => ({ title: 'Sample', answer: 'All is well.' }));");
  insertLine(root, `${folder}/area.ts`, "    createRoute({ getParentRoute: () => settings, path: '/keys/sample', component: lazyPage(() => import('./sample/page.tsx')) }),", line => line === '  ],');
  insertLine(root, 'test/web/pages.ts', "  '/settings/keys/sample': [by('operator', '/settings/keys/sample', /Sample/)],", line => line.startsWith("  '/dmarc': "));
}

/** A setting of the program: an entry of the table that makes docs/reference/configuration.md. */
function addSetting(root: string): void {
  insertLine(root, 'src/app/config.ts', "  DSS_SAMPLE: settingOf(false, 'A sample: `on` or `off`', onOrOff),", line => line.startsWith('  DSS_METRICS: '));
}

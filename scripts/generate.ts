// Writes the reference pages that are made from the code; with --check it only says whether they are fresh.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadWorld } from '../lab/world.ts';
import { settings } from '../src/app/config.ts';
import { scoring } from '../src/areas/check/scoring.ts';
import { checks } from '../src/checks/index.ts';
import { severities } from '../src/core/finding.ts';

const NOTE = '<!-- Made from the code by `npm run generate`; do not edit. -->\n';
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map(row => `| ${row.map(cell).join(' | ')} |`).join('\n');

const pages: Record<string, () => string> = {
  'docs/reference/findings.md': () => {
    const rules = Object.values(checks).flatMap(check => Object.values(check.rules));
    const page = rules.map(rule => [
      `## \`${rule.id}\``,
      `**${rule.title}.** Severity: ${rule.severity}; a single case may be graver or milder, and says so.`,
      `*Why it matters.* ${rule.why}`,
      `*What to do.* ${rule.fix.text}`,
      rule.references.map(({ title, url }) => `- [${title}](${url})`).join('\n'),
    ].join('\n\n'));
    const index = table(['Finding', 'Severity', 'What it says'], rules.map(rule => [`[\`${rule.id}\`](#${rule.id.replaceAll('.', '')})`, rule.severity, rule.title]));
    return `# Findings\n\nThe ${rules.length} judgements of the domain check. Ids are stable.\n\n${index}\n\n${page.join('\n\n')}\n`;
  },
  'docs/reference/scoring.md': () => [
    '# Score and grade',
    '',
    'Each record has points. A failed finding costs a part of its record\'s points, by severity; a record never costs more than it has.',
    'What is unknown or not applicable leaves the denominator. Every lost point names its finding in `scoreReasons`.',
    'When more than a fifth of the points could not be judged the score is marked `provisional`; when more than half, there is none.',
    '',
    table(['Record', 'Points'], Object.entries(scoring.points).map(([record, points]) => [record, String(points)])),
    '',
    table(['Severity', 'Costs of the record\'s points'], severities.map(severity => [severity, `${scoring.cost[severity] * 100} %`])),
    '',
    table(['Grade', 'From'], Object.entries(scoring.floors).map(([grade, floor]) => [grade, String(floor)])),
    '',
    'No grade is better than this beside a failed finding of a severity:',
    '',
    table(['Severity', 'Best grade'], Object.entries(scoring.best)),
    '',
    'Some findings hold the grade down further:',
    '',
    table(['Finding', 'When', 'Best grade'], scoring.caps.map(({ id, severity, best }) => [`\`${id}\``, severity ?? 'always', best])),
    '',
  ].join('\n'),
  'docs/reference/configuration.md': () => [
    '# Settings',
    '',
    'All settings are environment variables. A value that cannot be read ends the start with a message that names it.',
    '',
    table(['Variable', 'Default', 'Meaning'], Object.entries(settings).map(([name, setting]) => [`\`${name}\``, setting.default, setting.description])),
    '',
  ].join('\n'),
  'docs/reference/lab.md': () => {
    const { domains } = loadWorld(0);
    return [
      '# The domains of the lab',
      '',
      'The lab is a small Internet on this machine: `npm run demo` starts it. Its domains are files under `lab/world/`.',
      '',
      table(['Domain', 'What it shows', 'Findings'], domains.filter(({ says }) => says !== '').map(({ name, says, shows }) => [name, says, shows.map(id => `\`${id}\``).join(' ')])),
      '',
    ].join('\n');
  },
};

const onlyCheck = process.argv.includes('--check');
for (const [path, write] of Object.entries(pages)) {
  const file = new URL(`../${path}`, import.meta.url);
  const [head, ...rest] = write().split('\n');
  const text = [head, '', NOTE.trim(), ...rest].join('\n');
  const fresh = existsSync(file) && readFileSync(file, 'utf8') === text;
  if (fresh) continue;
  if (onlyCheck) {
    console.log(`${path} is not what the code says: run npm run generate`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(file.pathname), { recursive: true });
    writeFileSync(file, text);
    console.log(`wrote ${path}`);
  }
}

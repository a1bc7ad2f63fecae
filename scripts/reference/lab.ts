import { loadWorld } from '../../lab/world.ts';
import { page, table } from './markdown.ts';

/** The domains of the lab that show something. */
export function labPage(): string {
  const shown = loadWorld(0).domains.filter(({ says }) => says !== '');
  return page(
    '# The domains of the lab',
    '',
    'The lab is a small Internet on this machine: `npm run demo` starts it. Its domains are files under `lab/world/`.',
    '',
    table(['Domain', 'What it shows', 'Findings'], shown.map(({ name, says, shows }) => [name, says, shows.map(id => `\`${id}\``).join(' ')])),
  );
}

import { secretSettings, settings } from '../../src/app/config.ts';
import { page, table } from './markdown.ts';

/** Every setting of the program. */
export function configurationPage(): string {
  return page(
    '# Settings',
    '',
    'All settings are environment variables. A value that cannot be read ends the start with a message that names it.',
    '',
    `A secret may lie in a file instead, as containers and systemd hand them over: \`<name>_FILE\` names it, for ${secretSettings.map(name => `\`${name}\``).join(', ')}.`,
    '',
    table(['Variable', 'Default', 'Meaning'], Object.entries(settings).map(([name, setting]) => [`\`${name}\``, setting.default, setting.description])),
  );
}

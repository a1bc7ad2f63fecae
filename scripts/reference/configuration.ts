import { settings } from '../../src/app/config.ts';
import { page, table } from './markdown.ts';

/** Every setting of the program. */
export function configurationPage(): string {
  return page(
    '# Settings',
    '',
    'All settings are environment variables. A value that cannot be read ends the start with a message that names it.',
    '',
    table(['Variable', 'Default', 'Meaning'], Object.entries(settings).map(([name, setting]) => [`\`${name}\``, setting.default, setting.description])),
  );
}

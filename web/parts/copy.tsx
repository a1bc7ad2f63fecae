import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { texts } from '../texts/parts.ts';
import { Icon } from './icon.tsx';
import classes from './copy.module.css';

/** Puts `text` on the clipboard; `what` names it, such as "the SPF record". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { copied, error, copy } = useClipboard({ timeout: 2000 });
  const label = error ? texts.notCopied : copied ? texts.copied : texts.copy(what);
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="md" aria-label={label} onClick={() => copy(text)}><Icon name={copied ? 'check' : 'copy'} size={15} /></ActionIcon>
    </Tooltip>
  );
}

/** Text to take along, such as a record to publish, with a button that copies it. */
export function CodeBlock({ text, what }: { text: string; what: string }) {
  return (
    <div className={classes.block}>
      <pre className={classes.text}><code>{text}</code></pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}

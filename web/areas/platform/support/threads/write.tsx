import { FileInput, Textarea } from '@mantine/core';
import { texts } from '../texts/support.ts';
import { fit } from './files.ts';

export interface Draft {
  message: string;
  files: readonly File[];
}

/** A message with its files, while it is written. */
export function Write({ label, draft, onChange }: { label: string; draft: Draft; onChange: (draft: Draft) => void }) {
  return (
    <>
      <Textarea label={label} maxLength={20_000} autosize minRows={3} value={draft.message} onChange={event => onChange({ ...draft, message: event.currentTarget.value })} />
      <FileInput
        label={texts.files} description={texts.filesHint} placeholder={texts.choose} multiple clearable value={[...draft.files]} error={fit(draft.files) ? undefined : texts.tooLarge}
        onChange={files => onChange({ ...draft, files })}
      />
    </>
  );
}

/** Whether it can be sent. */
export function isReady({ message, files }: Draft): boolean {
  return message.trim() !== '' && fit(files);
}

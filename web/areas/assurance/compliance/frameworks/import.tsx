import { Button, FileInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../compliance.module.css';
import { texts } from '../texts/compliance.ts';

/** Imports a catalogue as a framework of the account. */
export function ImportCatalogue() {
  const [given, setGiven] = useState({ title: '', edition: '', source: '' });
  const [file, setFile] = useState<File | null>(null);
  const { mutate, isPending, error } = useSend('POST /api/compliance/catalogues', ['GET /api/compliance/frameworks']);
  const words = texts.importFields;
  const send = async (): Promise<void> => {
    const named = Object.fromEntries(Object.entries(given).filter(([, text]) => text.trim() !== ''));
    mutate({ format: file!.name.toLowerCase().endsWith('.json') ? 'oscal' : 'csv', content: await file!.text(), ...named });
  };
  return (
    <form className={classes.form} onSubmit={event => { event.preventDefault(); void send(); }}>
      <p className={classes.quiet}>{texts.importWhy}</p>
      <FileInput label={words.file} placeholder={texts.chooseFile} accept=".json,.csv" clearable value={file} onChange={setFile} />
      {(['title', 'edition', 'source'] as const).map(field => (
        <TextInput key={field} label={words[field]} maxLength={200} value={given[field]} onChange={event => { const { value } = event.currentTarget; setGiven(before => ({ ...before, [field]: value })); }} />
      ))}
      {error && <ProblemNote error={error} what={texts.importFailed} />}
      <div><Button type="submit" loading={isPending} disabled={file === null}>{texts.importSave}</Button></div>
    </form>
  );
}

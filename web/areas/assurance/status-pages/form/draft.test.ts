import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { StatusPage } from '../types.ts';
import { draftOf, emptyDraft, inputOf } from './draft.ts';

const page = {
  id: 'stp_1', title: 'Shop', description: '', notice: null, noticeAt: null, checks: [{ id: 'chk_1', name: null }, { id: 'chk_2', name: 'API' }], published: false, level: 'unknown', url: 'https://dss.example/s/a', createdAt: '', updatedAt: '',
} as const satisfies StatusPage;

suite('the form of a status page', () => {
  test('sends back what it was given', () => {
    const { title, description, notice, checks, published } = page;
    assert.deepEqual(inputOf(draftOf(page)), { title, description, notice, checks, published });
  });
  test('sends null for what was left empty', () => {
    assert.deepEqual(inputOf({ ...emptyDraft, title: 'Shop', notice: ' ', checks: [{ id: 'chk_1', name: '  ' }] }), { title: 'Shop', description: '', notice: null, checks: [{ id: 'chk_1', name: null }], published: true });
  });
});

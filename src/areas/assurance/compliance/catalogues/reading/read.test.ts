import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { MOST_CONTROLS, type CatalogueText, type ReadCatalogue } from './catalogue.ts';
import { readCatalogue } from './read.ts';
import { createCatalogueReader } from './reader.ts';

const oscal = (catalog: unknown): CatalogueText => ({ format: 'oscal', content: JSON.stringify({ catalog }) });
const csv = (content: string): CatalogueText => ({ format: 'csv', content });
const control = (id: string, more: object = {}) => ({ id, title: `Title of ${id}`, ...more });
const nested = (depth: number): object => (depth === 0 ? { controls: [control('a')] } : { title: 'Group', groups: [nested(depth - 1)] });
const read = (text: CatalogueText): ReadCatalogue => {
  const found = readCatalogue(text);
  assert.ok('catalogue' in found, JSON.stringify(found));
  return found.catalogue;
};

suite('an OSCAL catalog', () => {
  const catalog = {
    uuid: 'a', metadata: { title: 'Rules of the house', version: '2.1', 'oscal-version': '1.2.1' },
    groups: [{
      id: 'ac', title: 'Access',
      controls: [
        control('ac-1', {
          params: [{ id: 'ac-1_prm_1', label: 'roles' }, { id: 'ac-1_prm_2', select: { choice: ['weekly', 'monthly'] } }],
          parts: [
            { name: 'statement', prose: 'The house:', parts: [{ name: 'item', props: [{ name: 'label', value: 'a.' }], prose: 'tells {{ insert: param, ac-1_prm_1 }};', parts: [{ name: 'item', props: [{ name: 'label', value: '1.' }], prose: '{{ insert: param, ac-1_prm_2 }}' }] }] },
            { name: 'guidance', prose: 'Not part of it.' },
          ],
          controls: [control('ac-1.1', { parts: [{ name: 'statement', prose: 'Also {{ insert: param, ac-1_prm_1 }} and {{ insert: param, nobody }}.' }] }), control('ac-1.2', { props: [{ name: 'status', value: 'withdrawn' }] })],
        }),
      ],
      groups: [{ id: 'ac-x', title: 'Doors', controls: [control('d-1')] }],
    }],
    controls: [control('z-1')],
  };

  test('gives its controls and enhancements by group, with statements whose parameters are filled in, and without those that were withdrawn', () => {
    assert.deepEqual(read(oscal(catalog)), {
      title: 'Rules of the house', edition: '2.1',
      controls: [
        { id: 'd-1', title: 'Title of d-1', family: 'Doors', text: null },
        { id: 'ac-1', title: 'Title of ac-1', family: 'Access', text: 'The house:\na. tells [roles];\n1. [weekly; or monthly]' },
        { id: 'ac-1.1', title: 'Title of ac-1.1', family: 'Access', text: 'Also [roles] and [assignment].' },
        { id: 'z-1', title: 'Title of z-1', family: 'Controls', text: null },
      ],
    });
  });

  test('that names no title has none', () => assert.equal(read(oscal({ controls: [control('a')] })).title, null));
  test('with a mark of its encoding is read', () => assert.equal(read({ format: 'oscal', content: `\uFEFF${JSON.stringify({ catalog: { controls: [control('a')] } })}` }).controls.length, 1));
  test('that names members of every object changes nothing but itself', () => {
    assert.deepEqual(read({ format: 'oscal', content: '{"catalog":{"__proto__":{"groups":[]},"controls":[{"id":"a","title":"A","params":[{"id":"__proto__","label":"x"}],"parts":[{"name":"statement","prose":"{{ insert: param, __proto__ }} {{ insert: param, constructor }}"}]}]}}' }).controls[0]!.text, '[x] [assignment]');
    assert.equal(({} as { groups?: unknown }).groups, undefined);
  });
});

suite('a catalogue as CSV', () => {
  test('gives its controls, whatever the order of the columns and whatever others there are', () => {
    assert.deepEqual(read(csv('\uFEFFTitle,ID,Owner,Text\r\n"Lock, the door",H-1,Ada,"Whoever leaves\nlast locks ""it""."\r\n\r\nWindows,H-2,,\r\n')).controls, [
      { id: 'H-1', title: 'Lock, the door', family: 'Controls', text: 'Whoever leaves\nlast locks "it".' }, { id: 'H-2', title: 'Windows', family: 'Controls', text: null },
    ]);
  });
});

suite('what is no catalogue, or not one that can be kept, is refused with the reason', () => {
  const cases: [says: string, text: CatalogueText, fault: RegExp][] = [
    ['no JSON', { format: 'oscal', content: '{' }, /no JSON/], ['a list', { format: 'oscal', content: '[]' }, /no member `catalog`/], ['a profile', { format: 'oscal', content: '{"profile":{}}' }, /no member `catalog`/], ['nothing in it', oscal({}), /no control/],
    ['members of other kinds', oscal({ metadata: 'x', groups: 'x', controls: [null, 'x', [], { id: 1, title: {} }] }), /"" is no number/],
    ['two with one number', oscal({ controls: [control('a'), control('a')] }), /two controls with the number a/], ['a number with blanks', oscal({ controls: [control('a b')] }), /"a b" is no number/], ['a number with a colon', csv('id,title\na:b,T\n'), /"a:b" is no number/], ['no title', csv('id,title\na,\n'), /title of a is empty/],
    ['control characters', csv('id,title\na,T\u0000\n'), /control characters/], ['a long title', csv(`id,title\na,${'T'.repeat(301)}\n`), /more than 300/], ['a long text', csv(`id,title,text\na,T,${'x'.repeat(10_001)}\n`), /more than 10000/],
    ['too many', csv(`id,title\n${Array.from({ length: MOST_CONTROLS + 1 }, (_, at) => `a${at},T`).join('\n')}`), /more than 2000 controls/], ['groups deep in each other', oscal(nested(20)), /more than 12 deep/],
    ['brackets that never end', { format: 'oscal', content: '['.repeat(200_000) }, /no JSON/], ['no column for the number', csv('title\nT\n'), /column `id`/], ['quotes that do not close', csv('id,title\na,"T\n'), /quotes do not close/],
  ];
  for (const [says, text, fault] of cases) test(says, () => assert.match((readCatalogue(text) as { fault: string }).fault, fault));
});

suite('a large catalogue is read in a thread', () => {
  const large = oscal({ controls: Array.from({ length: MOST_CONTROLS }, (_, at) => control(`a-${at}`, { parts: [{ name: 'statement', prose: 'x'.repeat(500) }] })) });

  test('and is the same, while this thread goes on', async () => {
    let turns = 0;
    const timer = setInterval(() => { turns++; }, 1);
    const found = await createCatalogueReader()(large);
    clearInterval(timer);
    assert.ok(large.content.length > 1_000_000 && turns > 5);
    assert.deepEqual(found, readCatalogue(large));
  });

  test('and one that takes too much time, or too much memory, has a fault; the next is read as ever', async () => {
    const late = createCatalogueReader({ deadlineMs: 1 });
    assert.match(((await late(large)) as { fault: string }).fault, /took longer than 0.001 seconds/);
    const hungry = createCatalogueReader({ maxHeapMb: 8 });
    const many: CatalogueText = { format: 'oscal', content: `{"catalog":{"controls":[${Array.from({ length: 300_000 }, () => '{"a":{}}').join(',')}]}}` };
    assert.match(((await hungry(many)) as { fault: string }).fault, /too much memory/);
    assert.ok('catalogue' in await createCatalogueReader()(large));
  });
});

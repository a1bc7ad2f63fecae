import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { EventParser, type ServerEvent } from './event-parser.ts';

const event = (data: string, name = 'message', id = ''): ServerEvent => ({ name, data, id });

const cases: [says: string, text: string, expected: ServerEvent[]][] = [
  ['an event with name and id', 'id: 7\nevent: record\ndata: {"a":1}\n\n', [event('{"a":1}', 'record', '7')]],
  ['lines of data are joined', 'data: one\ndata: two\ndata\n\n', [event('one\ntwo\n')]],
  ['lines end in CR, LF or both', 'data: a\r\rdata: b\n\ndata: c\r\n\r\n', [event('a'), event('b'), event('c')]],
  ['one space after the colon is left out, no more', 'data:a\n\ndata:  b\n\n', [event('a'), event(' b')]],
  ['a colon in the value belongs to it', 'data: a: b\n\n', [event('a: b')]],
  ['a comment is no event', ': still here\n\n', []],
  ['an event without data is none, and its name is forgotten', 'event: lost\n\ndata: x\n\n', [event('x')]],
  ['an id holds until the next one', 'id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n', [event('a', 'message', '1'), event('b', 'message', '1'), event('c')]],
  ['an id with U+0000 is none', 'id: 1\nid: 2\0\ndata: a\n\n', [event('a', 'message', '1')]],
  ['unknown fields and a retry hint are passed over', 'retry: 3000\nfoo: bar\n : \ndata: x\n\n', [event('x')]],
  ['an event that is cut off is none', 'data: whole\n\ndata: cut', [event('whole')]],
  ['signs outside the basic plane stay whole', 'data: 🦊\n\n', [event('🦊')]],
];

suite('events are read as the HTML Standard says, wherever the text is cut', () => {
  for (const [says, text, expected] of cases) {
    test(says, () => {
      for (let cut = 0; cut <= text.length; cut++) {
        const parser = new EventParser();
        const events = [text.slice(0, cut), '', text.slice(cut)].flatMap(piece => parser.push(piece)!);
        assert.deepEqual(events, expected, `cut at ${cut}`);
      }
      const parser = new EventParser();
      assert.deepEqual(Array.from(text).flatMap(sign => parser.push(sign)!), expected, 'sign by sign');
    });
  }
});

suite('a stream cannot fill the memory', () => {
  const endless: [says: string, piece: string][] = [
    ['a line without an end', 'data: aaaaaaaa'],
    ['an event without an end', 'data: aaaaaaaa\n'],
    ['an event of empty lines', 'data\n'],
    ['a comment without an end', ':::::::::::'],
  ];
  for (const [says, piece] of endless) {
    test(`${says} is refused`, () => {
      const parser = new EventParser(100);
      const given = Array.from({ length: 200 }, () => parser.push(piece));
      assert.ok(given[0] !== null);
      assert.equal(given.at(-1), null);
    });
  }
  test('many small events are no large one', () => {
    const parser = new EventParser(100);
    assert.equal(Array.from({ length: 1000 }, () => parser.push('data: aaaaaaaa\n\n')).flatMap(events => events ?? []).length, 1000);
  });
});

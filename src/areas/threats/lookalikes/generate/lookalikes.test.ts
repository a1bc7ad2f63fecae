import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { parseDomain } from '../../../../core/domain-name.ts';
import { encodeLabel } from './a-label.ts';
import { commonSuffixes } from './data/suffixes.ts';
import { defaultBudget, lookalikes, type GeneratorOptions, type Share } from './lookalikes.ts';

const everything: GeneratorOptions = { words: [], suffixes: commonSuffixes, maxNames: Infinity, maxCrossNames: 200 };

function run(domain: string, options: Partial<GeneratorOptions> = {}): { names: string[]; kinds: Map<string, string>; shares: Share[] } {
  const made = lookalikes(domain, { ...everything, ...options });
  const names: string[] = [];
  const kinds = new Map<string, string>();
  for (;;) {
    const next = made.next();
    if (next.done) return { names, kinds, shares: next.value };
    names.push(next.value.name);
    kinds.set(next.value.name, next.value.kind);
  }
}

/** Names as people may give them: any script, hyphens, subdomains, suffixes of one or two labels. */
const domains = fc.tuple(
  fc.option(fc.constantFrom('login', 'a.b', 'xn--mnchen-3ya'), { nil: null }),
  fc.oneof(
    fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,6}[a-z0-9])?$/),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
    fc.constantFrom('straße', 'café', 'кофе', '日本', 'שלום', 'नमस्ते', 'oo', 'clinic', 'vv-rn', '❤', 'a'.repeat(63)),
  ),
  fc.constantFrom('com', 'de', 'co.uk', 'github.io', 'com.br', 'xn--p1ai', 'fi'),
).map(([under, label, suffix]) => parseDomain(`${under === null ? '' : `${under}.`}${label}.${suffix}`)).filter(parsed => parsed.ok).map(({ domain }) => domain);

suite('what comes out, whatever goes in', () => {
  test('every name is valid, comes once and is never the domain itself', () => {
    fc.assert(fc.property(domains, domain => {
      const { names } = run(domain);
      assert.equal(new Set(names).size, names.length);
      assert.ok(!names.includes(domain));
      for (const name of names) {
        const parsed = parseDomain(name);
        assert.equal(parsed.ok ? parsed.domain : parsed.suggestion && `www.${parsed.suggestion}`, name);
      }
    }), { numRuns: 5, seed: 5891 });
  });

  test('the same input gives the same names in the same order, and a budget only cuts the end', () => {
    fc.assert(fc.property(domains, fc.integer({ min: 0, max: 3000 }), (domain, maxNames) => {
      const { names } = run(domain, { maxCrossNames: 0 });
      assert.deepEqual(run(domain, { maxCrossNames: 0, maxNames }).names, names.slice(0, maxNames));
    }), { numRuns: 5, seed: 5891 });
  });

  test('what the caller adds takes no name away', () => {
    fc.assert(fc.property(domains, fc.array(fc.constantFrom('word', 'für', '1', 'login'), { minLength: 1 }), (domain, words) => {
      const without = new Set(run(domain).names), withWords = new Set(run(domain, { words, maxCrossNames: Infinity, suffixes: commonSuffixes.slice(0, 3) }).names);
      const narrow = new Set(run(domain, { suffixes: commonSuffixes.slice(0, 3), maxCrossNames: 0 }).names);
      assert.ok(narrow.isSubsetOf(withWords));
      assert.ok(narrow.isSubsetOf(without));
    }), { numRuns: 5, seed: 5891 });
  });
});

suite('every name one edit away is made', () => {
  const cases = { a: 'abcdefghijklmnopqrstuvwxyz0123456789-', oo: 'abcdefghijklmnopqrstuvwxyz0123456789-', 'a-b': 'abz019-', 'q1w': 'bqw19-', 'zoë': 'boz9-ë' };
  for (const [label, letters] of Object.entries(cases)) {
    test(`${label}, with its letters ${letters}`, () => {
      const domain = `${encodeLabel(label)}.com`;
      const made = new Set(run(domain, { maxCrossNames: 0 }).names);
      const wanted = [...everyLabel(Array.from(letters), label.length + 1)].filter(other => distance(label, other) === 1)
        .map(encodeLabel).filter(other => other !== null).map(other => `${other}.com`);
      assert.ok(wanted.length >= 30);
      assert.deepEqual(wanted.filter(name => !made.has(name)), []);
    });
  }
});

suite('the budget', () => {
  const long = 'internationalbusinessmachines.com';

  test('is kept, and what it cut is named by class', () => {
    const { names, shares } = run(long, defaultBudget);
    assert.equal(names.length, defaultBudget.maxNames + defaultBudget.maxCrossNames);
    assert.equal(shares.reduce((sum, { kept }) => sum + kept, 0), names.length);
    assert.deepEqual(shares.filter(({ kind }) => ['transposition', 'shape-pair', 'cross'].includes(kind)).map(({ kind, made, kept }) => [kind, made > kept, kept]), [
      ['transposition', false, 27], ['shape-pair', true, 0], ['cross', true, defaultBudget.maxCrossNames],
    ]);
  });

  test('without one, all classes tell what they made; cross products reach every label and suffix', () => {
    const { names, shares } = run('paypal.com', { suffixes: ['net', 'co.uk'], maxCrossNames: Infinity });
    assert.ok(shares.every(({ made, kept }) => made === kept));
    for (const name of ['apypal.net', 'paypa1.co.uk', 'paypal-login.net', 'paypalz.co.uk']) assert.ok(names.includes(name), name);
    assert.ok(!names.some(name => name.startsWith('xn--') && name.endsWith('.co.uk') && !/^xn--80|^xn--[a-z0-9]*$/.test(name.split('.')[0]!)));
  });
});

suite('each class makes what it says', () => {
  const cases: [kind: string, domain: string, name: string][] = [
    ['suffix-swap', 'example.org', 'example.net'], ['suffix-swap', 'login.example.org', 'login.example.net'], ['suffix-swap', '163.com', '163.net'],
    ['second-level', 'example.org.nz', 'example.ac.nz'], ['shape', 'google.com', 'g00gle.com'], ['shape', 'modern.com', 'modem.com'],
    ['transposition', 'example.org', 'examlpe.org'], ['omission', 'example.org', 'exmple.org'], ['repetition', 'example.org', 'exxample.org'],
    ['dictionary', 'example.org', 'example-raffle.org'], ['dictionary', 'my-bank.org', 'my-raffle.org'], ['hyphenation', 'my-bank-online.org', 'mybankonline.org'],
    ['www', 'example.org', 'wwwexample.org'], ['whole-script', 'paypal.com', 'xn--80aa0cbo65f.com'], ['key-slip', 'example.org', 'ezample.org'],
    ['combo', 'example.org', 'example-login.org'], ['letter-shape', 'example.de', 'xn--exmple-qta.de'], ['vowel-swap', 'banana.org', 'benene.org'],
    ['plural', 'example.org', 'examples.org'], ['plural', 'box.org', 'boxes.org'], ['homophone', 'phonebank.org', 'fonebank.org'],
    ['misspelling', 'mypayment.org', 'mypayement.org'], ['numeral', 'shop4you.org', 'shopfouryou.org'], ['dot', 'example.org', 'exam.ple.org'],
    ['key-brush', 'example.org', 'exzample.org'], ['addition', 'example.org', 'exampleh.org'], ['bit-flip', 'example.org', 'gxample.org'],
    ['glued-suffix', 'example.co.uk', 'exampleco.uk'], ['glued-suffix', 'login.example.org', 'login-example.org'], ['free-host', 'example.org', 'example.github.io'],
    ['subdomain', 'example.org', 'example.org-login.net'], ['mixed-script', 'paypal.com', 'xn--pypal-4ve.com'], ['edit', 'example.org', 'ex8ample.org'],
    ['move', 'example.org', 'eamplex.org'], ['double-replacement', 'example.org', 'exampoo.org'], ['shape-pair', 'google.com', 'goog1c.com'],
  ];
  for (const [kind, domain, name] of cases) test(`${kind}: ${domain} as ${name}`, () => assert.equal(run(domain, { words: ['raffle'] }).kinds.get(name), kind));
});

suite('letters beyond ASCII follow the registry', () => {
  const beyondAscii = (domain: string): number => {
    const { names, kinds } = run(domain, { maxCrossNames: 0 });
    return names.filter(name => name.startsWith('xn--') && kinds.get(name)!.includes('shape')).length;
  };
  test('none where it takes none, few where few, all where its list is not known', () => {
    const [uk, dk, fr, com] = ['ole.co.uk', 'ole.dk', 'ole.fr', 'ole.com'].map(beyondAscii) as [number, number, number, number];
    assert.equal(uk, 0);
    assert.ok(dk > 0 && dk < fr && fr < com, `${dk} ${fr} ${com}`);
  });
});

function* everyLabel(alphabet: readonly string[], maxLength: number, start = ''): Iterable<string> {
  yield start;
  if (start.length < maxLength) for (const letter of alphabet) yield* everyLabel(alphabet, maxLength, start + letter);
}

/** Optimal string alignment: the edits, swaps of neighbours among them, that turn one into the other. */
function distance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 1) return 2;
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[from.length]![to.length]!;
}
